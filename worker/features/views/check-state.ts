import { type SQL, sql } from 'drizzle-orm';
import type { GoneFromView } from '../../contracts/calls/answers/views.ts';
import type { Contract, Filter } from '../../contracts/contract.ts';
import { titleOf } from '../../contracts/contracts.ts';
import { periodFilters, type ViewState } from '../../contracts/view-state.ts';
import { parseListQuery, targetsOf } from '../../crud/query.ts';
import { type Scope, tableNameOf } from '../../crud/resource.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import type { ViewedList } from './viewed-lists.ts';

/** A filter of a view whose record does not exist. */
export interface LostRecord {
  view_id: number;
  name: string;
  /** What the record was called, as the history knows. */
  title: string | null;
}

/** Filters of the views that meet `condition` (alias v) which point to a record that was deleted. */
export function selectLostRecords(contract: Contract, condition: SQL) {
  const id = sql`CAST(f.value AS INTEGER)`;
  const named = Object.entries(contract.filters).flatMap(([name, filter]) => {
    const entity = entityOf(contract, filter);
    return entity === undefined ? [] : { name, entity, table: tableNameOf(entity) };
  });
  const lost = named.map(
    ({ name, table }) => sql`(f.key = ${name} AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(table)} r WHERE r.id = ${id}))`,
  );
  const titles = named.map(
    ({ name, entity, table }) => sql`WHEN ${name} THEN (SELECT h.before ->> ${`$.${titleOf(entity).field}`} FROM history h
      WHERE h.entity = ${table} AND h.record_id = ${id} AND h.action = 'delete' ORDER BY h.id DESC LIMIT 1)`,
  );
  return query(
    sql`SELECT v.id AS view_id, f.key AS name, CASE f.key WHEN '' THEN NULL ${sql.join(titles, sql` `)} END AS title FROM views v, json_each(v.state, '$.filters') f
      WHERE ${condition} AND (${sql.join([sql`0`, ...lost], sql` OR `)})`,
    readRows({ view_id: asNumber, name: asText, title: orNull(asText) }),
  );
}

/** Parameters of a list that are no filters: a view says them apart, or not at all. */
const PAGING: readonly string[] = ['page', 'limit', 'order_by'];

/** The entity of the one record that a filter names; undefined for another kind of filter. */
function entityOf({ fields }: Contract, { kind, op, field, via }: Filter): string | undefined {
  if (op !== 'equals' || !(kind === 'ref' || (via && field === 'id'))) return undefined;
  return via ? via.entity : fields[field]?.entity;
}

/**
 * What of a state a person's list can show, and what it cannot: filters, orders and columns that the list no longer has or that they may not
 * see, values that it does not take, and `lost` filters.
 */
export function checkState(
  list: ViewedList,
  state: ViewState,
  caller: Caller,
  scope: Scope,
  lost: readonly LostRecord[] = [],
): { state: ViewState; gone: GoneFromView[] } {
  const { contract } = list;
  const isTaken = (name: string, value: string) => isAccepted(list, new URLSearchParams([[name, value]]), caller, scope);
  const given = Object.entries(state.filters ?? {});
  const isFilter = (name: string) => !PAGING.includes(name) && !lost.some((record) => record.name === name);
  const left = given.filter(([name, value]) => isFilter(name) && isTaken(name, value));
  // Of a field that the reader may not see, nor the value that somebody else looks for in it.
  const isHidden = (name: string) => contract.filters[name] !== undefined && targetsOf(contract.filters[name], scope).length === 0;
  const hasPeriod = state.period === undefined || contract.dated !== undefined;
  const hasOrder = state.order_by === undefined || isTaken('order_by', state.order_by);
  const { order = [], hidden = [], pinned = [], widths = {} } = state.columns ?? {};
  const named = new Set([...order, ...hidden, ...pinned, ...Object.keys(widths)]);
  const { filters: _filters, period, order_by, ...others } = state;
  return {
    state: {
      ...others,
      ...(state.filters && { filters: Object.fromEntries(left) }),
      ...(hasPeriod && period && { period }),
      ...(hasOrder && order_by && { order_by }),
    },
    gone: [
      ...given
        .filter((filter) => !left.includes(filter))
        .map(([name, value]) => {
          const { title } = lost.find((record) => record.name === name) ?? {};
          return { part: 'filter' as const, name, ...(!isHidden(name) && { value, ...(title && { title }) }) };
        }),
      ...(hasPeriod ? [] : [{ part: 'period' as const, name: state.period! }]),
      ...(hasOrder ? [] : [{ part: 'order' as const, name: state.order_by! }]),
      ...[...named].filter((name) => !contract.columns.some(({ key }) => key === name)).map((name) => ({ part: 'column' as const, name })),
    ],
  };
}

/** Filters and order of a state as the parameters of its list's call, with the days that its period means today. */
export function toListParams({ filters, period, order_by }: ViewState, { clock }: Pick<Caller, 'clock'>): URLSearchParams {
  return new URLSearchParams({ ...filters, ...(period && periodFilters(period, clock.today())), ...(order_by && { order_by }) });
}

function isAccepted(list: ViewedList, params: URLSearchParams, caller: Caller, scope: Scope): boolean {
  try {
    parseListQuery(list, params, caller, scope);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return false;
    throw error;
  }
}
