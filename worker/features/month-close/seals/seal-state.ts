import { type SQL, sql } from 'drizzle-orm';
import { lastDay, yearMonthOf } from '../../../contracts/months.ts';
import { DATED_RULES } from '../../../contracts/rule-tables.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asNumber, asText, orNull, readOne } from '../../../platform/db/typed-rows.ts';
import { DATED_TABLES, UNDATED_FIGURE_TABLES } from '../../../resources/recorded.ts';
import { changesRulesOf } from '../../calculation/rules-in-force.ts';

/** The state that a seal was computed from: it may be written only while this holds. */
export interface SealState {
  /** 1 locked, 0 open. */
  status: number;
  /** When a short unlock of it ends. */
  open_until: string | null;
  /** The newest history row. */
  history_id: number;
  /** The month's newest finished calculation; 0 for none. */
  run_id: number;
  /** The month's newest version; 0 for none. */
  version: number;
  /** The newest seal of all months; 0 for none. */
  previous_id: number;
  previous_sha256: string | null;
}

export function selectSealState(month: string): Query<SealState> {
  const state = sql`SELECT ifnull(l.status, 0) AS status, l.open_until, ${newestHistory} AS history_id,
      ${newestRun(month)} AS run_id, ifnull((SELECT MAX(version) FROM month_seals WHERE month = ${month}), 0) AS version,
      ifnull(p.id, 0) AS previous_id, p.sha256 AS previous_sha256
    FROM (SELECT 1) LEFT JOIN month_locks l ON l.month = ${month}
      LEFT JOIN month_seals p ON p.id = ${newestSeal}`;
  return query(state, readOne(STATE_READERS));
}

const STATE_READERS = {
  status: asNumber,
  open_until: orNull(asText),
  history_id: asNumber,
  run_id: asNumber,
  version: asNumber,
  previous_id: asNumber,
  previous_sha256: orNull(asText),
};

/**
 * True when a seal computed on this state would be stale: a record of the month, an earlier rating, a person, a factor, an expression
 * or rule of the month or a calculation has come since, or another seal. Every write of those tables leaves a history row.
 */
export function hasMoved(month: string, state: SealState): SQL {
  return sql`(${newestSeal} IS NOT ${state.previous_id || null} OR ${newestRun(month)} <> ${state.run_id}
    OR (SELECT open_until FROM month_locks WHERE month = ${month}) IS NOT ${state.open_until} OR ${wasWrittenSince(month, sql`${state.history_id}`)})`;
}

/** True when a write after a history row may have moved what the month's seal shows. */
export function wasWrittenSince(month: string, historyId: SQL): SQL {
  const tables = UNDATED_FIGURE_TABLES.map((table) => sql`${table}`);
  const earlierRating = ['before', 'after'].map((side) => sql`json_extract(h.${sql.identifier(side)}, '$.rate_at') <= ${lastDay(month)}`);
  return sql`EXISTS (SELECT 1 FROM history h WHERE h.id > ${historyId} AND (h.entity IN (${sql.join(tables, sql`, `)})
      OR ${changesRulesOf(month, DATED_RULES)}
      OR (h.entity = 'pro' AND (${sql.join(earlierRating, sql` OR `)})) OR ${touchesMonth(month)}))`;
}

/** Whether a history row of alias h touches a record that is, or was, dated in the month. */
export function touchesMonth(month: string): SQL {
  const dates = DATED_TABLES.flatMap(({ name, dated }) =>
    ['before', 'after'].map(
      (side) => sql`h.entity = ${name} AND substr(json_extract(h.${sql.identifier(side)}, ${`$.${dated}`}), 1, 7) = ${month}`,
    ),
  );
  return sql`(${sql.join(dates, sql` OR `)})`;
}

const newestHistory = sql`ifnull((SELECT MAX(id) FROM history), 0)`;
const newestSeal = sql`(SELECT MAX(id) FROM month_seals)`;

function newestRun(month: string): SQL {
  const { year, month: number } = yearMonthOf(month);
  return sql`ifnull((SELECT MAX(id) FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done'), 0)`;
}
