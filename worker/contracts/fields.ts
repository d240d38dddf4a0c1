import * as z from 'zod';
import { countImages, stripImageSignatures, TEXT_IMAGES_MAX } from './rich-text.ts';
import { isDate, isStorable, PATTERNS, padDate, type Rule, ruleToken } from './rules.ts';
import type { Text } from './text.ts';

// Neither the pages' content security policy nor the Worker lets a validator compile itself, and a try is reported as a violation.
z.config({ jitless: true });

export type FieldKind = 'text' | 'integer' | 'decimal' | 'date' | 'datetime' | 'flag' | 'option' | 'ref' | 'refs';

/** One field of an entity: what a value may be, what it is called, and who may set it. `V` is the value without null. */
export interface Field<V = unknown> {
  readonly kind: FieldKind;
  readonly label: Text;
  /** A value must be given on create and may not be emptied later. */
  readonly required: boolean;
  /** A required choice may be missing while its entity has no row at all. */
  readonly requiredIfAny?: boolean;
  /** Set by the server; ignored in bodies. */
  readonly readonly: boolean;
  /** Write-only: never listed, filtered, sorted or exported. */
  readonly secret: boolean;
  /** Searched with `__~`, blind to case, accents and width. */
  readonly search: boolean;
  /** Schema of a value that is there. */
  readonly value: z.ZodType<V>;
  /** Schema on create, where it is stricter. */
  readonly createValue?: z.ZodType<V>;
  readonly decimals?: number;
  /** A number that others are multiplied by: shown with all its places, where points are shown with two. */
  readonly factor?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly unit?: Text;
  readonly options?: Readonly<Record<string, Text>>;
  /** Entity that a ref or refs points to. */
  readonly entity?: string;
  readonly multiline?: boolean;
  /** Formatted text: HTML of a few tags, cleaned by the server. */
  readonly rich?: boolean;
  /** Address of one uploaded image. */
  readonly image?: boolean;
  /** What a create without this field gets. */
  readonly initial?: 'today';
}

export type Fields = Readonly<Record<string, Field>>;
export type RowOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer V> ? V | null : never } & RowMeta;

export interface RowMeta {
  id: number;
  version: number;
  created_at: string | null;
  updated_at: string | null;
}

interface Common {
  /** `if_any` for a choice: required while there is something to choose. */
  required?: boolean | 'if_any';
  readonly?: boolean;
  secret?: boolean;
  search?: boolean;
  unit?: Text;
}

interface NumberOptions extends Common {
  min?: number;
  max?: number;
  decimals?: number;
  factor?: boolean;
  /** Limits that hold on create only. */
  create?: { max?: number; decimals?: number };
}

function base(label: Text, options: Common) {
  return {
    label,
    required: Boolean(options.required),
    ...(options.required === 'if_any' && { requiredIfAny: true }),
    readonly: options.readonly ?? false,
    secret: options.secret ?? false,
    search: options.search ?? false,
    ...(options.unit && { unit: options.unit }),
  };
}

export function text(
  label: Text,
  options: Common & { max?: number; pattern?: keyof typeof PATTERNS; multiline?: boolean; rich?: boolean; image?: boolean } = {},
): Field<string> {
  const max = options.max ?? 255;
  const hasImages = options.rich || options.image;
  let value = z
    .preprocess((raw) => {
      if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw);
      return hasImages && typeof raw === 'string' ? stripImageSignatures(raw) : raw;
    }, z.string({ error: ruleToken('text') }).trim())
    .refine((raw) => raw.length <= max, { error: ruleToken('max_length', { max }), abort: true })
    .refine(isStorable, { error: ruleToken('characters'), abort: true });
  if (options.rich)
    value = value.refine((raw) => countImages(raw) <= TEXT_IMAGES_MAX, { error: ruleToken('max_images', { max: TEXT_IMAGES_MAX }) });
  const pattern = options.pattern;
  if (pattern) value = value.refine((raw) => PATTERNS[pattern].test(raw), { error: ruleToken(pattern as Rule) });
  return {
    kind: 'text',
    ...base(label, options),
    value,
    maxLength: max,
    ...(options.multiline && { multiline: true }),
    ...(options.rich && { rich: true }),
    ...(options.image && { image: true }),
  };
}

/** A password: taken as it is typed, spaces at its ends included; `strong` for a new one. */
export function password(label: Text, options: Common & { strong?: boolean } = {}): Field<string> {
  let value = z
    .string({ error: ruleToken('text') })
    .refine((raw) => raw.length <= 128, { error: ruleToken('max_length', { max: 128 }), abort: true })
    .refine(isStorable, { error: ruleToken('characters'), abort: true });
  if (options.strong) value = value.refine((raw) => PATTERNS.strong_password.test(raw), { error: ruleToken('strong_password') });
  return { kind: 'text', ...base(label, { ...options, secret: true }), value, maxLength: 128 };
}

export function decimal(label: Text, options: NumberOptions = {}): Field<number> {
  const { create } = options;
  return {
    kind: 'decimal',
    ...base(label, options),
    value: numberSchema('number', options),
    ...(create && { createValue: numberSchema('number', { ...options, ...create }) }),
    decimals: options.decimals ?? 3,
    factor: options.factor ?? false,
    ...withLimits(options),
  };
}

export function integer(label: Text, options: Omit<NumberOptions, 'decimals' | 'create'> = {}): Field<number> {
  return { kind: 'integer', ...base(label, options), value: numberSchema('integer', { ...options, decimals: 0 }), ...withLimits(options) };
}

export function date(label: Text, options: Common & { initial?: 'today' } = {}): Field<string> {
  const value = z
    .preprocess((raw) => (typeof raw === 'string' ? padDate(raw) : raw), z.string({ error: ruleToken('date') }))
    .refine(isDate, { error: ruleToken('date') });
  return { kind: 'date', ...base(label, options), value, ...(options.initial && { initial: options.initial }) };
}

export function datetime(label: Text, options: Common = {}): Field<string> {
  const value = z
    .string({ error: ruleToken('datetime') })
    .refine((raw) => /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(raw) && isDate(raw.slice(0, 10)), {
      error: ruleToken('datetime'),
    });
  return { kind: 'datetime', ...base(label, options), value };
}

/** What a flag is called where people read it. */
export const FLAG_WORDS = { 0: { vi: 'Không', en: 'No' }, 1: { vi: 'Có', en: 'Yes' } } satisfies Record<number, Text>;

const FLAGS: Record<string, number> = { '0': 0, '1': 1, false: 0, true: 1 };

/** 0 or 1; true, false and their texts are taken too. */
export function flag(label: Text, options: Common & { options?: Readonly<Record<string, Text>> } = {}): Field<number> {
  const value = z.preprocess(
    (raw) => (typeof raw === 'object' ? raw : (FLAGS[String(raw)] ?? raw)),
    z.union([z.literal(0), z.literal(1)], { error: ruleToken('option', { options: '0, 1' }) }),
  );
  return { kind: 'flag', ...base(label, options), value, ...(options.options && { options: options.options }) };
}

export function option<const O extends Readonly<Record<string, Text>>>(
  label: Text,
  options: O,
  common: Common = {},
): Field<keyof O & string> {
  const keys = Object.keys(options) as [keyof O & string];
  const value = z.enum(keys, { error: ruleToken('option', { options: keys.join(', ') }) }) as z.ZodType<keyof O & string>;
  return { kind: 'option', ...base(label, common), value, options };
}

/** The id of a row of `entity`; the row itself is taken for its id. */
export function ref(label: Text, entity: string, options: Common = {}): Field<number> {
  return { kind: 'ref', ...base(label, options), value: rowIdSchema, entity };
}

/** Ids of rows of `entity`, or the rows, without repetition. */
export function refs(label: Text, entity: string, options: Common = {}): Field<number[]> {
  const value = z
    .preprocess(idList, z.array(z.unknown(), { error: ruleToken('ids') }).max(MAX_IDS, { error: ruleToken('max', { max: MAX_IDS }) }))
    .pipe(z.array(rowIdSchema))
    .transform((ids) => [...new Set(ids)]);
  return { kind: 'refs', ...base(label, options), value, entity };
}

/** Ids in one list. The length is checked before any of them is read. */
const MAX_IDS = 500;

export const idSchema = z.preprocess(
  (raw) => (typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw),
  z.int({ error: ruleToken('id') }).positive({ error: ruleToken('id') }),
);

const rowIdSchema = z.preprocess((raw) => (typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : raw), idSchema);

function idList(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  return raw.trim().startsWith('[') ? parseJsonOrText(raw) : raw.split(',').filter((part) => part.trim() !== '');
}

function parseJsonOrText(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function withLimits({ min, max }: NumberOptions) {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function numberSchema(rule: 'number' | 'integer', { min = -1e12, max = 1e12, decimals = 3 }: NumberOptions): z.ZodType<number> {
  return z
    .preprocess(parseDecimalText, z.number({ error: ruleToken(rule) }))
    .refine((raw) => rule === 'number' || Number.isInteger(raw), { error: ruleToken('integer') })
    .refine((raw) => raw >= min, { error: ruleToken('min', { min }) })
    .refine((raw) => raw <= max, { error: ruleToken('max', { max }) })
    .refine((raw) => Number(raw.toFixed(decimals)) === raw, { error: ruleToken('decimals', { max: decimals }) });
}

/** Longer texts are no number that can be stored. */
const MAX_NUMBER_LENGTH = 100;

/** A number of a JSON body or query: only plain decimal notation. Texts as people write numbers are read by `text/read-number.ts`. */
function parseDecimalText(raw: unknown): unknown {
  if (typeof raw !== 'string' || raw.length > MAX_NUMBER_LENGTH) return raw;
  return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/.test(raw) ? Number(raw) : raw;
}
