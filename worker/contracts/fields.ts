import type { Text } from './text.ts';
import type { PATTERNS } from './value-forms.ts';

export type FieldKind = 'text' | 'integer' | 'decimal' | 'date' | 'month' | 'datetime' | 'flag' | 'option' | 'ref' | 'refs' | 'values';

/** Values by the names of fields or columns. */
export type Values = Record<string, unknown>;

/**
 * One field of an entity: what a value may be (checked by `valueSchema` of field-schemas.ts), what it is called, and who may set it. `V` is
 * the value without null, `R` true where one is always there.
 */
export interface Field<V = unknown, R extends boolean = boolean> {
  readonly kind: FieldKind;
  /** Never there; carries the type of a value. */
  readonly valueType?: V;
  readonly label: Text;
  /** A value must be given on create and may not be emptied later. */
  readonly required: R;
  /** A required choice may be missing while its entity has no row at all. */
  readonly requiredIfAny?: boolean;
  /** Set by the server; ignored in bodies. */
  readonly readonly: boolean;
  /** Write-only: never listed, filtered, sorted or exported. */
  readonly secret: boolean;
  /** Searched with `__~`, blind to case, accents and width. */
  readonly search: boolean;
  /** Looked up and sorted by the key that tells its records apart (`x_key`): the column has no index of its own. */
  readonly keyed?: boolean;
  readonly decimals?: number;
  /** Limits that hold on create only. */
  readonly createLimits?: { readonly max?: number; readonly decimals?: number };
  /** A number that others are multiplied by: shown with all its places, where points are shown with two. */
  readonly factor?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  /** What a text must look like. */
  readonly pattern?: keyof typeof PATTERNS;
  /** Taken as it is typed, spaces at its ends included. */
  readonly verbatim?: boolean;
  readonly unit?: Text;
  readonly options?: Readonly<Record<string, Text>>;
  /** Entity that a ref or refs points to. */
  readonly entity?: string;
  readonly multiline?: boolean;
  /** Formatted text: HTML of a few tags, cleaned by the server. */
  readonly rich?: boolean;
  /** Address of one uploaded image. */
  readonly image?: boolean;
  /** The columns that an object of values may have. */
  readonly columns?: Fields;
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

const NO_OPTIONS = {};

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
  create?: { max?: number; decimals?: number };
}

/** What the compiler knows of a field: true where a value is always there. */
type IsRequired<O> = O extends { required: true } ? true : boolean;

function base<O extends Common>(label: Text, options: O) {
  return {
    label,
    required: Boolean(options.required) as IsRequired<O>,
    ...(options.required === 'if_any' && { requiredIfAny: true }),
    readonly: options.readonly ?? false,
    secret: options.secret ?? false,
    search: options.search ?? false,
    ...(options.unit && { unit: options.unit }),
  };
}

interface TextOptions extends Common {
  max?: number;
  keyed?: boolean;
  pattern?: keyof typeof PATTERNS;
  multiline?: boolean;
  rich?: boolean;
  image?: boolean;
}

export function text<const O extends TextOptions>(label: Text, options: O = NO_OPTIONS as O): Field<string, IsRequired<O>> {
  return {
    kind: 'text',
    ...base(label, options),
    maxLength: options.max ?? 255,
    ...(options.keyed && { keyed: true }),
    ...(options.pattern && { pattern: options.pattern }),
    ...(options.multiline && { multiline: true }),
    ...(options.rich && { rich: true }),
    ...(options.image && { image: true }),
  };
}

/** A password; `strong` for a new one. */
export function password<const O extends Common & { strong?: boolean }>(
  label: Text,
  options: O = NO_OPTIONS as O,
): Field<string, IsRequired<O>> {
  return {
    kind: 'text',
    ...base(label, options),
    secret: true,
    maxLength: 128,
    verbatim: true,
    ...(options.strong && { pattern: 'strong_password' }),
  };
}

export function decimal<const O extends NumberOptions>(label: Text, options: O = NO_OPTIONS as O): Field<number, IsRequired<O>> {
  return {
    kind: 'decimal',
    ...base(label, options),
    ...(options.create && { createLimits: options.create }),
    decimals: options.decimals ?? 3,
    factor: options.factor ?? false,
    ...withLimits(options),
  };
}

export function integer<const O extends Omit<NumberOptions, 'decimals' | 'create'> & { options?: Readonly<Record<string, Text>> }>(
  label: Text,
  options: O = NO_OPTIONS as O,
): Field<number, IsRequired<O>> {
  return { kind: 'integer', ...base(label, options), ...withLimits(options), ...(options.options && { options: options.options }) };
}

export function date<const O extends Common & { initial?: 'today' }>(
  label: Text,
  options: O = NO_OPTIONS as O,
): Field<string, IsRequired<O>> {
  return { kind: 'date', ...base(label, options), ...(options.initial && { initial: options.initial }) };
}

/** YYYY-MM. Stored as an empty text where there is none, so that a unique key may hold it; sent as null. */
export function month<const O extends Common>(label: Text, options: O = NO_OPTIONS as O): Field<string, IsRequired<O>> {
  return { kind: 'month', ...base(label, options) };
}

export function datetime<const O extends Common>(label: Text, options: O = NO_OPTIONS as O): Field<string, IsRequired<O>> {
  return { kind: 'datetime', ...base(label, options) };
}

/** What a flag is called where people read it. */
export const FLAG_WORDS = { 0: { vi: 'Không', en: 'No' }, 1: { vi: 'Có', en: 'Yes' } } satisfies Record<number, Text>;

/** 0 or 1; true, false and their texts are taken too. */
export function flag<const O extends Common & { options?: Readonly<Record<string, Text>> }>(
  label: Text,
  options: O = NO_OPTIONS as O,
): Field<number, IsRequired<O>> {
  return { kind: 'flag', ...base(label, options), ...(options.options && { options: options.options }) };
}

export function option<const O extends Readonly<Record<string, Text>>, const C extends Common>(
  label: Text,
  options: O,
  common: C = NO_OPTIONS as C,
): Field<keyof O & string, IsRequired<C>> {
  return { kind: 'option', ...base(label, common), options };
}

/** The id of a row of `entity`; the row itself is taken for its id. */
export function ref<const O extends Common>(label: Text, entity: string, options: O = NO_OPTIONS as O): Field<number, IsRequired<O>> {
  return { kind: 'ref', ...base(label, options), entity };
}

/** Ids of rows of `entity`, or the rows, without repetition. */
export function refs<const O extends Common>(label: Text, entity: string, options: O = NO_OPTIONS as O): Field<number[], IsRequired<O>> {
  return { kind: 'refs', ...base(label, options), entity };
}

/** Values of some of the given columns, as an object; each is what the column takes. */
export function values<const O extends Common>(
  label: Text,
  columns: Fields,
  options: O = NO_OPTIONS as O,
): Field<Record<string, unknown>, IsRequired<O>> {
  return { kind: 'values', ...base(label, options), columns };
}

/** Kinds whose values a table keeps as JSON text. */
export const isKeptAsJson = (kind: FieldKind | undefined): boolean => kind === 'refs' || kind === 'values';

function withLimits({ min, max }: NumberOptions) {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
