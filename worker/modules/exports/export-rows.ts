import { type SQL, sql } from 'drizzle-orm';
import type { Column } from '../../contracts/contract.ts';
import { FLAG_WORDS } from '../../contracts/fields.ts';
import type { Lang } from '../../contracts/text.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { readIds, selectIds } from '../../crud/list.ts';
import { parseListQuery } from '../../crud/query.ts';
import { type Resource, tableNameOf } from '../../crud/resource.ts';
import { streamRows } from '../../crud/stream.ts';
import { writeWorkbook } from '../../xlsx/write/write.ts';

const ALL = 1_000_000;

/** `GET {entity}/export`: all rows of the list's filters and order as a workbook that streams. */
export async function exportRows(resource: Resource, caller: Caller, params: URLSearchParams): Promise<ReadableStream<Uint8Array>> {
  const grant = resource.contract.access.export;
  const query = await authorizeThenValidate(caller, grant, () => {
    const filters = new URLSearchParams(params);
    for (const name of ['page', 'limit', 'entity']) filters.delete(name);
    return { ...parseListQuery(resource, filters, caller.lang), limit: ALL };
  });
  const { results } = await caller.read(grant, (actor) => [selectIds(resource, query, resource.scope?.(actor) ?? {})]);
  const columns = exportColumns(resource, caller.lang);
  return writeWorkbook({
    sheetName: resource.contract.label[caller.lang],
    columns,
    rows: streamRows(resource, caller, readIds(results[0]!), packedCells(resource, resource.contract.columns, caller.lang)),
  });
}

function exportColumns({ contract }: Resource, lang: Lang) {
  return contract.columns.map(({ label, kind, decimals, options }) => ({
    header: label[lang],
    kind: options ? ('text' as const) : cellKind(kind),
    ...(decimals !== undefined && { decimals }),
  }));
}

function cellKind(kind: Column['kind']): 'text' | 'integer' | 'decimal' | 'date' | 'datetime' {
  if (kind === 'ref') return 'integer';
  return kind === 'flag' || kind === 'option' || kind === 'refs' ? 'text' : kind;
}

/** One JSON array per row with the cells of these columns; coded values as their words. */
function packedCells({ contract }: Resource, columns: readonly Column[], lang: Lang): SQL {
  const cells = columns.map(({ key, kind, options = kind === 'flag' ? FLAG_WORDS : undefined }) => {
    const [relationName, field] = key.split('.') as [string, string?];
    if (field === undefined) return options ? optionLabel(key, options, lang) : sql`t.${sql.identifier(key)}`;
    const relation = contract.relations[relationName]!;
    const table = sql.identifier(tableNameOf(relation.entity));
    const source = sql`t.${sql.identifier(relation.field)}`;
    if (relation.kind === 'one') return sql`(SELECT r.${sql.identifier(field)} FROM ${table} r WHERE r.id = ${source})`;
    return sql`(SELECT group_concat(r.${sql.identifier(field)}, ', ') FROM json_each(${source}) j JOIN ${table} r ON r.id = j.value)`;
  });
  return sql`json_array(${sql.join(cells, sql`, `)})`;
}

function optionLabel(key: string, options: NonNullable<Column['options']>, lang: Lang): SQL {
  const cases = Object.entries(options).map(([value, text]) => sql`WHEN ${value} THEN ${text[lang]}`);
  return sql`CASE CAST(t.${sql.identifier(key)} AS TEXT) ${sql.join(cases, sql` `)} END`;
}
