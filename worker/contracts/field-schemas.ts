import * as z from 'zod';
import { cleanText } from '../platform/text/clean-text.ts';
import type { Field, Fields } from './fields.ts';
import { MAX_IDS } from './paging.ts';
import { countImages, stripImageSignatures, TEXT_IMAGES_MAX } from './rich-text.ts';
import { type Rule, ruleToken } from './rules.ts';
import { isDate, isMoment, isStorable, PATTERNS, padDate, padMoment, padMonth } from './value-forms.ts';

// Neither the pages' content security policy nor the Worker lets a validator compile itself, and a try is reported as a violation.
z.config({ jitless: true });

const schemas = new WeakMap<Field, z.ZodType>();
const createSchemas = new WeakMap<Field, z.ZodType>();

/**
 * Schema of a value of the field that is there; `forCreate` gives the one on create, which is stricter for some. Made when it is first asked
 * for: making those of all fields takes longer than everything else that a list needs, and a list checks no value.
 */
export function valueSchema(field: Field, forCreate = false): z.ZodType {
  const made = forCreate && field.createLimits ? createSchemas : schemas;
  const schema = made.get(field) ?? makeSchema(forCreate ? { ...field, ...field.createLimits } : field);
  made.set(field, schema);
  return schema;
}

const schemasByMaker = new WeakMap<() => z.ZodType, z.ZodType>();

/** The schema that a function makes, made when it is first asked for. */
export function schemaOf<S extends z.ZodType>(make: () => S): S {
  const schema = (schemasByMaker.get(make) as S | undefined) ?? make();
  schemasByMaker.set(make, schema);
  return schema;
}

/** An id as text: `01` is none, so that a record has one address. */
export const idSchema = z.preprocess(
  (raw) => (typeof raw === 'string' && PATTERNS.id.test(raw) ? Number(raw) : raw),
  z.int({ error: ruleToken('id') }).positive({ error: ruleToken('id') }),
);

const rowIdSchema = z.preprocess((raw) => (typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : raw), idSchema);

function makeSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field);
    case 'integer':
      return numberSchema('integer', { ...field, decimals: 0 });
    case 'decimal':
      return numberSchema('number', field);
    case 'date':
      return z
        .preprocess((raw) => (typeof raw === 'string' ? padDate(raw) : raw), z.string({ error: ruleToken('date') }))
        .refine(isDate, { error: ruleToken('date') });
    case 'month':
      return z
        .preprocess((raw) => (typeof raw === 'string' ? padMonth(raw) : raw), z.string({ error: ruleToken('year_month') }))
        .refine((raw) => PATTERNS.year_month.test(raw), {
          error: ({ input }) => ruleToken(isDate(String(input)) ? 'first_day' : 'year_month'),
        });
    case 'datetime':
      return z
        .preprocess((raw) => (typeof raw === 'string' ? padMoment(raw) : raw), z.string({ error: ruleToken('datetime') }))
        .refine(isMoment, { error: ruleToken('datetime') });
    case 'flag':
      return z.preprocess(
        (raw) => (typeof raw === 'object' ? raw : (FLAGS[String(raw)] ?? raw)),
        z.union([z.literal(0), z.literal(1)], { error: ruleToken('option', { options: '0, 1' }) }),
      );
    case 'option': {
      const keys = Object.keys(field.options ?? {});
      return z.enum(keys, { error: ruleToken('option', { options: keys.join(', ') }) });
    }
    case 'ref':
      return rowIdSchema;
    case 'refs':
      return z
        .preprocess(idList, z.array(z.unknown(), { error: ID_LIST }).max(MAX_IDS, { error: ID_LIST }))
        .pipe(z.array(rowIdSchema))
        .transform((ids) => [...new Set(ids)]);
    case 'values':
      return valuesSchema(field.columns ?? {});
  }
}

/** A text of the field as it is stored, but for the spaces around it. */
export function cleanFieldText({ rich, image, multiline, verbatim }: Field, raw: string): string {
  if (verbatim || raw.length > MAX_TEXT_LENGTH) return raw;
  return cleanText(rich || image ? stripImageSignatures(raw) : raw, rich ? 'html' : multiline ? 'lines' : 'line');
}

/** A longer text is refused by the limit of every field, so it is not gone through first. */
const MAX_TEXT_LENGTH = 1_000_000;

function textSchema(field: Field): z.ZodType {
  const { maxLength: max = 255, pattern, rich, verbatim } = field;
  const string = z.string({ error: ({ input }) => ruleToken(input == null ? 'required' : 'text') });
  const typed: z.ZodType<string> = verbatim
    ? string
    : z.preprocess((raw) => {
        if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw);
        return typeof raw === 'string' ? cleanFieldText(field, raw) : raw;
      }, string.trim());
  let schema: z.ZodType<string> = typed
    .refine((raw) => raw.length <= max, { error: ruleToken('max_length', { max }), abort: true })
    .refine(isStorable, { error: ruleToken('characters'), abort: true });
  if (rich)
    schema = schema.refine((raw) => countImages(raw) <= TEXT_IMAGES_MAX, { error: ruleToken('max_images', { max: TEXT_IMAGES_MAX }) });
  if (pattern) schema = schema.refine((raw) => PATTERNS[pattern].test(raw), { error: ruleToken(pattern as Rule) });
  return schema;
}

/** One that is limited on both sides says both limits, whichever was passed. */
function numberSchema(rule: 'number' | 'integer', field: Partial<Field>): z.ZodType<number> {
  const { min = -1e12, max = 1e12, decimals = 3 } = field;
  const range = field.min !== undefined && field.max !== undefined ? ruleToken('range', { min, max }) : undefined;
  return z
    .preprocess(parseDecimalText, z.number({ error: ruleToken(rule) }))
    .refine((raw) => rule === 'number' || Number.isInteger(raw), { error: ruleToken('integer') })
    .refine((raw) => raw >= min, { error: range ?? ruleToken('min', { min }) })
    .refine((raw) => raw <= max, { error: range ?? ruleToken('max', { max }) })
    .refine((raw) => Number(raw.toFixed(decimals)) === raw, { error: ruleToken('decimals', { max: decimals }) });
}

/** Keeps the columns in the order of their declaration, so that equal values are equal texts; an empty one is left out. */
function valuesSchema(columns: Fields): z.ZodType {
  const shape = Object.entries(columns).map(([name, column]) => [
    name,
    z.preprocess((raw) => (raw === '' ? null : raw), valueSchema(column).nullish()),
  ]);
  return z
    .preprocess(
      (raw) => (typeof raw === 'string' && raw.length <= MAX_TEXT_LENGTH ? parseJsonOrText(raw) : raw),
      z.strictObject(Object.fromEntries(shape), { error: ruleToken('values') }),
    )
    .transform((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)));
}

/** Longer texts are no number that can be stored. */
const MAX_NUMBER_LENGTH = 100;

/** A number of a JSON body or query: only plain decimal notation. Texts as people write numbers are read by `text/read-number.ts`. */
function parseDecimalText(raw: unknown): unknown {
  if (typeof raw !== 'string' || raw.length > MAX_NUMBER_LENGTH) return raw;
  return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/.test(raw) ? Number(raw) : raw;
}

const FLAGS: Record<string, number> = { '0': 0, '1': 1, false: 0, true: 1 };

/** More characters than as many ids as a list may have need: a longer text is not read. */
const MAX_ID_TEXT_LENGTH = MAX_IDS * 20;
const ID_LIST = ruleToken('ids', { max: MAX_IDS });
const TOO_MANY_IDS = Array.from({ length: MAX_IDS + 1 });

function idList(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  if (raw.length > MAX_ID_TEXT_LENGTH) return TOO_MANY_IDS;
  return raw.trim().startsWith('[') ? parseJsonOrText(raw) : raw.split(',').filter((part) => part.trim() !== '');
}

function parseJsonOrText(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
