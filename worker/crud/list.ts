import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { SEARCH } from '../contracts/field-filters.ts';
import type { Values } from '../contracts/fields.ts';
import { type Envelope, toEnvelope } from '../contracts/paging.ts';
import { toByteStream } from '../platform/byte-stream.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../platform/caller.ts';
import { type Query, query } from '../platform/db/query.ts';
import { unlessTooLarge } from '../platform/db/too-large.ts';
import { asJson, asNumber, asText, orNull, readColumn, readOne, readRows, readValue } from '../platform/db/typed-rows.ts';
import { roundPoints } from '../platform/text/rounding.ts';
import { orderByMatch, selectBestMatches } from './match-order.ts';
import { buildOrder, buildSelection, type Selection } from './predicates.ts';
import { type ListQuery, parseListQuery } from './query.ts';
import type { Resource, Scope } from './resource.ts';
import { addImageAddresses, packRow, unpackRow } from './row.ts';
import { streamRows } from './stream.ts';

/** With the sums of the contract's `summed` fields over all rows of the filters, where `sum=1` asks for them. */
type Summed<Row> = Envelope<Row> & { sum?: Record<string, number> };

/** Above this many rows an answer is read and sent in pieces, and so is one whose texts are too long. */
const MAX_ROWS_IN_ONE_ANSWER = 1000;

type Answer = Summed<Values> | ReadableStream<Uint8Array>;

/** `GET {entity}`: a page of rows in an envelope; one round trip, or a stream of pieces for very long pages. */
export async function list(resource: Resource, caller: Caller, params: URLSearchParams): Promise<Answer> {
  return (await listIfChanged(resource, caller, params)).result!;
}

/**
 * The same for somebody who may hold the answer already: where the history stands at `known`, the rows are not read and the result is left
 * out, once `isSame` has agreed that nothing else differs. Without `known` the rows are always read. Still one round trip.
 */
export async function listIfChanged(
  resource: Resource,
  caller: Caller,
  params: URLSearchParams,
  known?: string,
  isSame: (actor: Actor) => Promise<boolean> = () => Promise.resolve(true),
): Promise<{ actor: Actor; newest: string; result?: Answer }> {
  const grant = resource.contract.access.list;
  const asked = await authorizeThenValidate(caller, grant, () => parseListQuery(resource, params, caller));
  const scopeOf = (actor: Actor) => resource.scope?.(actor) ?? {};
  let isLong = asked.limit > MAX_ROWS_IN_ONE_ANSWER;
  const queryPage = (actor: Actor, unless?: string) => {
    const scope = scopeOf(actor);
    const found = isLong
      ? query({ total: selectCount(resource, asked, scope, unless), ids: selectIds(resource, asked, scope, unless) }, (found) => found)
      : selectPage(resource, asked, scope, unless);
    return { found, sum: selectSums(resource, asked, scope, unless) };
  };
  const read = () =>
    caller.read(grant, (actor) => ({
      newest: query(sql`SELECT ${NEWEST_HISTORY_ROW} AS newest`, readValue(orNull(asText))),
      page: queryPage(actor, known),
    }));
  const { actor, results } = await unlessTooLarge(read, () => {
    isLong = true;
    return read();
  });
  const newest = results.newest ?? '';
  const scope = scopeOf(actor);
  if (scope.fields) parseListQuery(resource, params, caller, scope);
  if (newest === known && (await isSame(actor))) return { actor, newest };
  // Nothing was read for another call's sake: the person's rights or the query differ from what the tag was made for.
  const { found, sum } = newest === known ? await caller.readMore(queryPage(actor)) : results.page;
  const { total } = found;
  const summed = <Row>(rows: Row[]): Summed<Row> => ({ ...toEnvelope(asked, total, rows), ...(sum && { sum }) });
  if ('ids' in found) return { actor, newest, result: listLongPage(resource, caller, summed(found.ids), scope) };
  return { actor, newest, result: summed(found.rows.map((row) => addImageAddresses(resource, caller, row))) };
}

/** The newest row of the history with its time, so that a restored database, which gives its numbers again, is not taken for the one before. */
export const NEWEST_HISTORY_ROW = sql`(SELECT id || '-' || replace(replace(replace(at, '-', ''), ':', ''), ' ', '') FROM history ORDER BY id DESC LIMIT 1)`;

/** `value`, but 0 where the history stands at `unless`: of a statement limited to it nothing is read. */
function unlessAt(unless: string | undefined, value: SQL): SQL {
  return unless === undefined ? value : sql`iif(${NEWEST_HISTORY_ROW} = ${unless}, 0, ${value})`;
}

/** Undefined where the contract names no fields to sum up, or the call does not ask for them. */
function selectSums(resource: Resource, asked: ListQuery, scope: Scope, unless?: string): Query<Record<string, number>> | undefined {
  const { summed } = resource.contract;
  if (!summed || !asked.sums) return undefined;
  const names = summed.map((name) => sql.identifier(name));
  const values = names.map((name) => sql`t.${name}`);
  const sums = names.map((name) => sql`TOTAL(${name}) AS ${name}`);
  const { rows } = buildSelection(resource, asked.filters, scope);
  return query(
    sql`SELECT ${sql.join(sums, sql`, `)} FROM (SELECT ${sql.join(values, sql`, `)} ${rows} LIMIT ${unlessAt(unless, sql`-1`)})`,
    readOne(Object.fromEntries(summed.map((name) => [name, asPoints]))),
  );
}

const asPoints = (cell: Value, name: string) => roundPoints(asNumber(cell, name));

/** All rows of a recorded table are counted already; the table itself is asked only where it is not. */
export function selectCount(resource: Resource, asked: ListQuery, scope: Scope, unless?: string): Query<number> {
  const { counted, unfiltered } = buildSelection(resource, asked.filters, scope);
  const count = sql`(SELECT COUNT(*) ${counted})`;
  const total = unfiltered ? sql`ifnull((SELECT "rows" FROM row_counts WHERE entity = ${resource.table}), ${count})` : count;
  return query(sql`SELECT ${unlessAt(unless, total)} AS total`, readValue(asNumber));
}

interface FoundPage {
  /** Rows of the filters, on whatever page. */
  total: number;
  rows: Values[];
}

/** The page's ids come from the narrow index first, then their rows: CROSS JOIN pins that order. */
export function selectPage(resource: Resource, asked: ListQuery, scope: Scope, unless?: string): Query<FoundPage> {
  const selection = buildSelection(resource, asked.filters, scope);
  const { hits } = selection;
  if (hits && asked.order.column !== 'id') return selectSearchedPage(resource, asked, scope, hits, unless);
  const { match } = asked.order;
  const order = match === undefined ? buildOrder(resource, asked, scope, false) : orderByMatch(resource, match, scope);
  const page = query(
    sql`SELECT ${packRow(resource, scope)} AS packed FROM (${pageOfIds(resource, asked, scope, selection, unless)}) p CROSS JOIN ${sql.identifier(resource.table)} t ON t.id = p.id
      ${order}`,
    readColumn((packed, name) => unpackRow(resource, asText(packed, name), scope)),
  );
  return query({ total: selectCount(resource, asked, scope, unless), rows: page }, (found) => found);
}

/**
 * A page of a text search, its hits found once for page and total. A few hits are sorted, which reads the row of each; more than one row in
 * fifty, and the order's index is read until the page is full, which costs less even where it has to be read to its end. A related column has
 * no such index: its hits are sorted.
 */
function selectSearchedPage(resource: Resource, asked: ListQuery, scope: Scope, hits: SQL, unless?: string): Query<FoundPage> {
  const table = sql.identifier(resource.table);
  const many = asked.order.column.includes('.')
    ? sql`0`
    : sql`(SELECT count(*) * 50 > ifnull((SELECT "rows" FROM row_counts WHERE entity = ${resource.table}), 0) FROM hits)`;
  const page = (limit: SQL, from: SQL, byIndex: boolean) =>
    sql`SELECT id FROM (SELECT t.id FROM ${from} ${buildOrder(resource, asked, scope, byIndex)} LIMIT ${limit} OFFSET ${offsetOf(asked)})`;
  return query(
    sql`WITH hits AS MATERIALIZED (${hits} LIMIT ${unlessAt(unless, sql`-1`)}), page AS (
        ${page(sql`iif(${many}, 0, ${asked.limit})`, sql`hits CROSS JOIN ${table} t ON t.id = hits.id`, false)}
        UNION ALL
        ${page(sql`iif(${many}, ${asked.limit}, 0)`, sql`${table} t WHERE +t.id IN hits`, true)})
      SELECT (SELECT count(*) FROM hits) AS total, iif(t.id IS NULL, NULL, ${packRow(resource, scope)}) AS packed
      FROM (SELECT 1) LEFT JOIN page p LEFT JOIN ${table} t ON t.id = p.id ${buildOrder(resource, asked, scope, false)}`,
    (result) => {
      // An empty page is one row without a record.
      const found = readRows({ packed: orNull(asText) })(result);
      const rows = found.flatMap(({ packed }) => (packed === null ? [] : [unpackRow(resource, packed, scope)]));
      return { ...readOne({ total: asNumber })(result), rows };
    },
  );
}

/** All ids of a page, in order, as one JSON cell. */
export function selectIds(resource: Resource, asked: ListQuery, scope: Scope, unless?: string): Query<number[]> {
  const ids = pageOfIds(resource, asked, scope, buildSelection(resource, asked.filters, scope), unless);
  return query(sql`SELECT json_group_array(id) AS ids FROM (${ids})`, readValue(asJson<number[]>()));
}

function pageOfIds(resource: Resource, asked: ListQuery, scope: Scope, { rows, unfiltered }: Selection, unless?: string): SQL {
  const [limit, offset] = [unlessAt(unless, sql`${asked.limit}`), offsetOf(asked)];
  const { match } = asked.order;
  if (match !== undefined) {
    const searched = resource.contract.filters[SEARCH]?.or;
    const { found = [], beside = [] } = Object.groupBy(asked.filters, ({ filter }) => (filter.or === searched ? 'found' : 'beside'));
    const best = selectBestMatches(resource, { typed: match, found, beside }, scope, unlessAt(unless, sql`${offset + asked.limit}`));
    return sql`SELECT id FROM (${best}) LIMIT ${limit} OFFSET ${offset}`;
  }
  const order = buildOrder(resource, asked, scope, unfiltered || ordersByFilter(resource, asked));
  return sql`SELECT t.id ${rows} ${order} LIMIT ${limit} OFFSET ${offset}`;
}

function offsetOf({ page, limit }: ListQuery): number {
  return (page - 1) * limit;
}

/**
 * Whether the order may walk an index: a range on the order's own column is that index's own range, and of an equal value the index may have the
 * rows by their date.
 */
function ordersByFilter({ contract }: Resource, { order, filters }: ListQuery): boolean {
  const isByDate = order.column === contract.dated;
  return filters.every(
    ({ filter: { op, field, via, or } }) =>
      op === 'in_force' || (!via && !or && (op === 'equals' ? isByDate : field === order.column && (op === 'from' || op === 'until'))),
  );
}

/** A page of very many rows, whose ids are known: they are read and sent in pieces. */
function listLongPage(
  resource: Resource,
  caller: Caller,
  { data: ids, ...rest }: Summed<number>,
  scope: Scope,
): ReadableStream<Uint8Array> {
  const tail = `],${JSON.stringify(rest).slice(1)}`;
  async function* pieces() {
    let head = '{"data":[';
    for await (const rows of streamRows(resource, caller, ids, packRow(resource, scope))) {
      const sent = rows.map((cell) => addImageAddresses(resource, caller, unpackRow(resource, JSON.stringify(cell), scope)));
      yield head + sent.map((row) => JSON.stringify(row)).join(',');
      head = ',';
    }
    yield (ids.length === 0 ? head : '') + tail;
  }
  return toByteStream(pieces());
}
