import { searchedColumns } from './columns.ts';
import type { Column, Filter, FilterTarget, Relation, Title } from './contract.ts';
import { type Field, type Fields, isKeptAsJson } from './fields.ts';

type Filterable = Pick<Field, 'kind' | 'secret' | 'search' | 'keyed' | 'options'>;

const META: Record<string, Filterable> = {
  id: { kind: 'integer', secret: false, search: false },
  created_at: { kind: 'datetime', secret: false, search: false },
  updated_at: { kind: 'datetime', secret: false, search: false },
};

/** The filters every readable field has: equals; contains for searched texts; from and until for numbers and dates. */
export function fieldFilters(fields: Fields, only?: readonly string[]): Record<string, Filter> {
  const filters: Record<string, Filter> = {};
  const filterable: Record<string, Filterable> = { ...META, ...fields };
  for (const [name, field] of Object.entries(filterable)) {
    if (field.secret || isKeptAsJson(field.kind) || (only && !only.includes(name))) continue;
    filters[name] = {
      field: name,
      op: 'equals',
      kind: name === 'id' ? 'ref' : field.kind,
      ...(field.keyed && { keyed: true }),
      ...(field.options && { options: Object.keys(field.options) }),
    };
    if (field.search) filters[`${name}__~`] = { field: name, op: 'contains', kind: field.kind };
    if (['integer', 'decimal', 'date', 'month', 'datetime'].includes(field.kind)) {
      filters[`${name}__ge`] = { field: name, op: 'from', kind: field.kind };
      filters[`${name}__le`] = { field: name, op: 'until', kind: field.kind };
    }
  }
  return filters;
}

/** Parameter that searches all texts a list shows: every word of it is part of one of them. */
export const SEARCH = 'text__~';

/** Value of `order_by` while a text is searched: a code or name that is the text first, then those that begin so, then the rest; newest first. */
export const BY_MATCH = 'match';

/** The filter that finds words in any searched column. */
export function searchFilter(
  fields: Fields,
  relations: Readonly<Record<string, Relation>>,
  shown: readonly Column[],
): Record<string, Filter> {
  const [first, ...or] = searchedColumns(fields, shown).map(({ key }) => targetOf(key, relations));
  return first ? { [SEARCH]: { ...first, or, op: 'words', kind: 'text' } } : {};
}

/** Parameter of a picker: every word of it is part of one of the texts by which a person knows the record. */
export const FIND = 'find';

/** The filter that finds a record by its name, codes and second name: short texts of its own, and its hint. */
export function findFilter(fields: Fields, relations: Readonly<Record<string, Relation>>, { field, hint }: Title): Record<string, Filter> {
  const own = Object.keys(fields).filter((name) => fields[name]!.search && (!fields[name]!.multiline || name === field || name === hint));
  const [first, ...or] = [...own, ...(hint?.includes('.') ? [hint] : [])].map((key) => targetOf(key, relations));
  return first ? { [FIND]: { ...first, or, op: 'words', kind: 'text' } } : {};
}

/** Where `field` or `relation.field` is found. */
function targetOf(key: string, relations: Readonly<Record<string, Relation>>): FilterTarget {
  const [name, field] = key.split('.') as [string, string?];
  const relation = relations[name];
  if (!relation || !field) return { field: name };
  return { field, via: { field: relation.field, entity: relation.entity, ...(relation.kind === 'many' && { many: true }) } };
}

/** Columns of related records that a list shows and can be sorted by. */
export function relatedSorts(shown: readonly Column[], relations: Readonly<Record<string, Relation>>): string[] {
  return shown.map(({ key }) => key).filter((key) => key.includes('.') && relations[key.split('.')[0]!]?.kind === 'one');
}

/** Fields a list can be sorted by: every readable one. */
export function fieldSorts(fields: Fields): string[] {
  const own = Object.entries(fields).filter(([, field]) => !field.secret && !isKeptAsJson(field.kind));
  return ['id', ...own.map(([name]) => name), 'created_at', 'updated_at'];
}
