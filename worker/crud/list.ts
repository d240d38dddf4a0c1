import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { roundPoints } from '../calculation/engine/rounding.ts';
import { authorizeThenValidate, type Caller } from './caller.ts';
import { orderOf, selectionOf } from './predicates.ts';
import { type ListQuery, parseListQuery } from './query.ts';
import type { Resource, Scope, Values } from './resource.ts';
import { packedRow, unpackRow, withImageAddresses } from './row.ts';
import { byteStream, rowsInOrder } from './stream.ts';

export interface Envelope<Row = Values> {
  data: Row[];
  per_page: number;
  current_page: number;
  total: number;
  from: number | null;
  to: number | null;
}

/** With the sums of the contract's `summed` fields over all rows of the filters, where `sum=1` asks for them. */
type SummedEnvelope = Envelope & { sum?: Record<string, number> };

/** Above this many rows an answer is read and sent in pieces. */
const MAX_ROWS_IN_ONE_ANSWER = 1000;

/** `GET {entity}`: a page of rows in an envelope; one round trip, or a stream of pieces for very long pages. */
export async function list(
  resource: Resource,
  caller: Caller,
  params: URLSearchParams,
): Promise<SummedEnvelope | ReadableStream<Uint8Array>> {
  const grant = resource.contract.access.list;
  const query = await authorizeThenValidate(caller, grant, () => parseListQuery(resource, params, caller.lang));
  const scopeOf = (actor: Parameters<NonNullable<Resource['scope']>>[0]) => resource.scope?.(actor) ?? {};
  const long = query.limit > MAX_ROWS_IN_ONE_ANSWER;
  const { actor, results } = await caller.read(grant, (actor) => [
    countStatement(resource, query, scopeOf(actor)),
    long ? idsStatement(resource, query, scopeOf(actor)) : pageStatement(resource, query, scopeOf(actor)),
    ...sumStatements(resource, query, scopeOf(actor)),
  ]);
  const scope = scopeOf(actor);
  parseListQuery(resource, params, caller.lang, scope);
  const total = Number(results[0]!.rows[0]!.total);
  const sum = sumOf(resource, results[2]);
  if (!long) {
    const rows = results[1]!.rows.map((row) => withImageAddresses(resource, caller, unpackRow(resource, row.packed, scope)));
    return { ...envelope(query, total, rows), ...(sum && { sum }) };
  }
  return listLongPage(resource, caller, query, { total, sum }, readIds(results[1]!), scope);
}

/** One statement where the contract names fields to sum up. */
function sumStatements(resource: Resource, query: ListQuery, scope: Scope): SQL[] {
  const { summed } = resource.contract;
  if (!summed || !query.sums) return [];
  const sums = summed.map((name) => sql`TOTAL(t.${sql.identifier(name)}) AS ${sql.identifier(name)}`);
  return [sql`SELECT ${sql.join(sums, sql`, `)} ${selectionOf(resource, query.filters, scope).rows}`];
}

function sumOf({ contract: { summed } }: Resource, result: ResultSet | undefined): SummedEnvelope['sum'] {
  const [row] = result?.rows ?? [];
  return row && summed && Object.fromEntries(summed.map((name) => [name, roundPoints(Number(row[name]))]));
}

/** All rows of a recorded table are counted already; the table itself is asked only where it is not. */
export function countStatement(resource: Resource, query: ListQuery, scope: Scope): SQL {
  const { counted, unfiltered } = selectionOf(resource, query.filters, scope);
  const count = sql`SELECT COUNT(*) AS total ${counted}`;
  return unfiltered ? sql`SELECT ifnull((SELECT "rows" FROM row_counts WHERE entity = ${resource.table}), (${count})) AS total` : count;
}

/** The page's ids come from the narrow index first, then their rows: CROSS JOIN pins that order. */
export function pageStatement(resource: Resource, query: ListQuery, scope: Scope): SQL {
  const { rows, unfiltered, hits } = selectionOf(resource, query.filters, scope);
  const inner =
    hits && query.order.column !== 'id'
      ? searchedIds(resource, query, hits)
      : sql`SELECT t.id ${rows} ${orderOf(resource, query.order, unfiltered || ordersByFilter(query))}
        LIMIT ${query.limit} OFFSET ${offsetOf(query)}`;
  return sql`SELECT ${packedRow(resource, scope)} AS packed FROM (${inner}) p CROSS JOIN ${sql.identifier(resource.table)} t ON t.id = p.id
    ${orderOf(resource, query.order, false)}`;
}

/**
 * Ids of a page of a text search. A few hits are sorted, which reads the row of each; more than one row in fifty, and the order's index
 * is read until the page is full, which costs less even where it has to be read to its end.
 */
function searchedIds(resource: Resource, query: ListQuery, hits: SQL): SQL {
  const table = sql.identifier(resource.table);
  const many = sql`(SELECT count(*) * 50 > ifnull((SELECT "rows" FROM row_counts WHERE entity = ${resource.table}), 0) FROM hits)`;
  const page = (limit: SQL, from: SQL, byIndex: boolean) =>
    sql`SELECT id FROM (SELECT t.id FROM ${from} ${orderOf(resource, query.order, byIndex)} LIMIT ${limit} OFFSET ${offsetOf(query)})`;
  return sql`WITH hits AS MATERIALIZED (${hits})
    ${page(sql`iif(${many}, 0, ${query.limit})`, sql`hits CROSS JOIN ${table} t ON t.id = hits.id`, false)}
    UNION ALL
    ${page(sql`iif(${many}, ${query.limit}, 0)`, sql`${table} t WHERE +t.id IN hits`, true)}`;
}

/** All ids of a page, in order, as one JSON cell. */
export function idsStatement(resource: Resource, query: ListQuery, scope: Scope): SQL {
  const { rows, unfiltered } = selectionOf(resource, query.filters, scope);
  return sql`SELECT json_group_array(id) AS ids FROM (SELECT t.id ${rows}
    ${orderOf(resource, query.order, unfiltered || ordersByFilter(query))} LIMIT ${query.limit} OFFSET ${offsetOf(query)})`;
}

function offsetOf({ page, limit }: ListQuery): number {
  return (page - 1) * limit;
}

export function readIds(result: ResultSet): number[] {
  return JSON.parse(String(result.rows[0]!.ids)) as number[];
}

export function envelope<Row>(query: { page: number; limit: number }, total: number, data: Row[]): Envelope<Row> {
  const { from, to } = pageBounds(query, data.length);
  return { data, per_page: query.limit, current_page: query.page, total, from, to };
}

function pageBounds({ page, limit }: { page: number; limit: number }, count: number): { from: number | null; to: number | null } {
  const from = (page - 1) * limit + 1;
  return count === 0 ? { from: null, to: null } : { from, to: from + count - 1 };
}

/**
 * Whether the order may walk an index: equal values leave it to the planner, which then takes an index of both columns where there is one,
 * and a range on the order's own column is that index's own range.
 */
function ordersByFilter({ order, filters }: ListQuery): boolean {
  return filters.every(
    ({ filter }) =>
      !filter.via && !filter.alternative && (filter.op === 'equals' || (filter.field === order.column && filter.op !== 'contains')),
  );
}

function listLongPage(
  resource: Resource,
  caller: Caller,
  query: ListQuery,
  { total, sum }: Pick<SummedEnvelope, 'total' | 'sum'>,
  ids: number[],
  scope: Scope,
) {
  const { from, to } = pageBounds(query, ids.length);
  const tail = `],"per_page":${query.limit},"current_page":${query.page},"total":${total},"from":${from},"to":${to}${sum ? `,"sum":${JSON.stringify(sum)}` : ''}}`;
  async function* pieces() {
    let head = '{"data":[';
    for await (const rows of rowsInOrder(resource, caller, ids, packedRow(resource, scope))) {
      const sent = rows.map((cell) => withImageAddresses(resource, caller, unpackRow(resource, JSON.stringify(cell), scope)));
      yield head + sent.map((row) => JSON.stringify(row)).join(',');
      head = ',';
    }
    yield (ids.length === 0 ? head : '') + tail;
  }
  return byteStream(pieces());
}
