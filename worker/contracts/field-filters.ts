import type { Filter } from './contract.ts';
import type { Field, Fields } from './fields.ts';

type Filterable = Pick<Field, 'kind' | 'secret' | 'search'>;

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
    if (field.secret || field.kind === 'refs' || (only && !only.includes(name))) continue;
    filters[name] = { field: name, op: 'equals', kind: field.kind };
    if (field.search) filters[`${name}__~`] = { field: name, op: 'contains', kind: field.kind };
    if (['integer', 'decimal', 'date', 'datetime'].includes(field.kind)) {
      filters[`${name}__ge`] = { field: name, op: 'from', kind: field.kind };
      filters[`${name}__le`] = { field: name, op: 'until', kind: field.kind };
    }
  }
  return filters;
}

/** Fields a list can be sorted by: every readable one. */
export function fieldSorts(fields: Fields): string[] {
  const own = Object.entries(fields).filter(([, field]) => !field.secret && field.kind !== 'refs');
  return ['id', ...own.map(([name]) => name), 'created_at', 'updated_at'];
}
