import type { Fields } from '../../../contracts/fields.ts';
import { type FieldMap, MAX_VALUE_LENGTH, type SourceJob } from '../../../platform/crawl-source.ts';
import type { NumberStyle } from '../../../platform/text/read-number.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import { parseColumnValue } from '../normalize/column-value.ts';
import { createFieldMatcher, createFormReader, type FormValue } from '../normalize/form-fields.ts';
import { OWN_COLUMNS, PEOPLE } from '../normalize/normalize.ts';

/** What some jobs had in a field of their form: `mapped` to a column (`key`), or `unknown` (`key` is the field's name). */
export interface FieldCount {
  kind: 'mapped' | 'unknown';
  key: string;
  /** The field's name at the source. */
  field: string;
  /** Jobs whose form has the field; of these, how many have it empty or with a value that can't be read. */
  had: number;
  empty: number;
  unreadable: number;
  /** Range of its numbers; null where it has none. */
  low: number | null;
  high: number | null;
  /** A value of a field that nothing knows. */
  sample: string | null;
}

/** A form may hold anything; so many unknown fields of a page are listed. */
const MAX_UNKNOWN = 50;

interface CountOptions {
  fields: Fields;
  fieldMap: FieldMap;
  numbers: NumberStyle;
}

/** Counts, for each field of the forms, what the jobs had in it. */
export function countFields(jobs: readonly SourceJob[], { fields, fieldMap, numbers }: CountOptions): FieldCount[] {
  const readForm = createFormReader(fields, fieldMap, OWN_COLUMNS);
  const claimOf = createFieldMatcher(fields, fieldMap, OWN_COLUMNS);
  const mapped = new Map<string, FieldCount>();
  const unknown = new Map<string, FieldCount>();
  for (const job of jobs) {
    for (const [column, value] of readForm(job.form)) {
      const count = mapped.get(column) ?? newCount('mapped', column, value.field.name);
      mapped.set(column, count);
      addValue(count, column, value, { fields, numbers });
    }
    for (const field of job.form) {
      if (claimOf(field) || (!unknown.has(field.name) && unknown.size >= MAX_UNKNOWN)) continue;
      const count = unknown.get(field.name) ?? newCount('unknown', field.name, field.name);
      unknown.set(field.name, count);
      count.had += 1;
      const text = String(field.display || field.value).trim();
      if (text === '') count.empty += 1;
      else count.sample ??= shorten(text, MAX_VALUE_LENGTH);
    }
  }
  return [...mapped.values(), ...unknown.values()];
}

function addValue(count: FieldCount, column: string, { raw }: FormValue, { fields, numbers }: Omit<CountOptions, 'fieldMap'>): void {
  count.had += 1;
  const field = fields[column]!;
  const outcome = PEOPLE.has(column) ? { ok: true as const, value: String(raw).trim() || null } : parseColumnValue(field, raw, numbers);
  if (!outcome.ok) count.unreadable += 1;
  else if (outcome.value === null) count.empty += 1;
  else if (typeof outcome.value === 'number') {
    count.low = Math.min(count.low ?? outcome.value, outcome.value);
    count.high = Math.max(count.high ?? outcome.value, outcome.value);
  }
}

const newCount = (kind: FieldCount['kind'], key: string, field: string): FieldCount => ({
  ...{ kind, key, field, had: 0, empty: 0, unreadable: 0 },
  ...{ low: null, high: null, sample: null },
});
