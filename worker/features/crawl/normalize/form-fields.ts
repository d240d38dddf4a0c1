import type { Fields } from '../../../contracts/fields.ts';
import { listWords } from '../../../contracts/text.ts';
import type { FieldMap, SourceField } from '../../../platform/crawl-source.ts';
import { fold } from '../../../platform/text/fold.ts';

export interface FormValue {
  field: SourceField;
  raw: string | number;
}

/** Values of a form by the column they fill; `user_id` and `chekkusha` hold a person's name. */
export type FormReader = (form: readonly SourceField[]) => Map<string, FormValue>;

/** Reads forms field by field; of several for one column the stronger rule wins, then one with a value, then the lower id. */
export function createFormReader(fields: Fields, fieldMap: FieldMap, own: ReadonlySet<string>): FormReader {
  const claimOf = createFieldMatcher(fields, fieldMap, own);
  return (form) => {
    const best = new Map<string, FormValue & { rank: number }>();
    for (const field of form) {
      const claim = claimOf(field);
      if (!claim?.target) continue;
      const candidate = { field, raw: rawOf(field), rank: claim.rank };
      const current = best.get(claim.target);
      if (!current || isStronger(candidate, current)) best.set(claim.target, candidate);
    }
    return best;
  };
}

/** The column of a form field; undefined for one that neither the map nor a column knows. */
export type FieldMatcher = (field: SourceField) => Claim | undefined;

/**
 * Knows form fields by id or name, never by position. A field goes to the column that the map gives its id, else its name; without the map to
 * the column of that name or label (`foldLabel`). `own` columns, which the job itself has, are filled through the map only; headings and files
 * are for no column.
 */
export function createFieldMatcher(fields: Fields, fieldMap: FieldMap, own: ReadonlySet<string>): FieldMatcher {
  const targets = new Map<string, string>();
  for (const column of Object.keys(fields)) {
    const target = targetOf(fields, column);
    if (target) targets.set(column, target);
  }
  const byName = new Map<string, Claim>();
  const offer = (name: string, target: string, rank: number) => {
    const key = foldLabel(name);
    if (key !== '' && !own.has(target) && !byName.has(key)) byName.set(key, { target, rank });
  };
  for (const [column, target] of targets) offer(column, target, 2);
  for (const [column, target] of targets) {
    for (const label of listWords(fields[column]!.label)) offer(label, target, column === target ? 3 : 4);
  }
  const mapped = new Map(Object.entries(fieldMap).map(([key, column]) => [foldLabel(key), targets.get(column)]));

  return (field) => {
    if (VALUELESS.has(field.type)) return { target: undefined, rank: 0 };
    if (Object.hasOwn(fieldMap, field.id)) return { target: targets.get(fieldMap[field.id]!), rank: 0 };
    const name = foldLabel(field.name);
    return mapped.has(name) ? { target: mapped.get(name), rank: 1 } : byName.get(name);
  };
}

/** Every column that a form field may be mapped to, each under the name that it fills. */
export function listTargets(fields: Fields): string[] {
  return [...new Set(Object.keys(fields).flatMap((column) => targetOf(fields, column) ?? []))];
}

/** The columns that a field map names. */
export function mappedColumns(fields: Fields, fieldMap: FieldMap): ReadonlySet<string> {
  return new Set(Object.values(fieldMap).flatMap((column) => targetOf(fields, column) ?? []));
}

/** Columns a field map names that no form field can fill: unknown ones and those that are not the source's to say. */
export function findUnknownColumns(fields: Fields, fieldMap: FieldMap): string[] {
  return [...new Set(Object.values(fieldMap))].filter((column) => column !== '' && targetOf(fields, column) === undefined);
}

/** Two names that people would call the same: case, width, Latin accents, đ, spaces and a trailing colon or star don't count. */
export function foldLabel(name: string): string {
  const folded = fold(name);
  let end = folded.length;
  while (/[\s:*]/.test(folded.charAt(end - 1))) end -= 1;
  return folded.slice(0, end).trim();
}

interface Claim {
  /** Undefined: the field is for no column. */
  target: string | undefined;
  rank: number;
}

/** Where a value goes that is named after a column which holds an id, or after the other name of a column. */
const TARGETS: Readonly<Record<string, string>> = {
  customer_id: 'tokuisakimei',
  work_category_id: 'hacchyuu_naiyou',
  user_id: 'user_id',
  chekkusha_id: 'chekkusha',
  chekkusha: 'chekkusha',
  nani_keisuu: 'complex_factor',
  naniten: 'complex_point',
};

const FILLABLE_KINDS = new Set(['text', 'integer', 'decimal', 'date', 'datetime', 'option']);
/** Field types of the source that hold a heading or files, never a value. */
const VALUELESS = new Set(['title', 'file', 'filebox', 'files']);
/** Types whose value may be the id of what was chosen. */
const CHOICE = /select|choice|dropdown|radio|checkbox|option|user|member|people|person|relation|lookup/i;
/** Ids of what was chosen as a text: `3001`, `3001,3002` or `["3001","3002"]`. */
const LISTED_IDS = /^[["' ]*\d[\d,"'\] ]*$/;

function targetOf(fields: Fields, column: string): string | undefined {
  const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
  if (!field || column === 'external_id') return undefined;
  if (Object.hasOwn(TARGETS, column)) return TARGETS[column];
  return !field.readonly && !field.secret && FILLABLE_KINDS.has(field.kind) ? column : undefined;
}

/** The value of a field as people read it. */
function rawOf(field: SourceField): string | number {
  const display = field.display.trim();
  const { value, type } = field;
  const isIds = typeof value === 'object' ? value.every((item) => /^\d+$/.test(item)) : CHOICE.test(type) && LISTED_IDS.test(String(value));
  if (isIds && display !== '') return display;
  return typeof value === 'object' ? value.join(', ') : value;
}

function isStronger(one: FormValue & { rank: number }, other: FormValue & { rank: number }): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  const isFilled = (claim: FormValue) => String(claim.raw).trim() !== '';
  if (isFilled(one) !== isFilled(other)) return isFilled(one);
  return one.field.id.localeCompare(other.field.id, 'en', { numeric: true }) < 0;
}
