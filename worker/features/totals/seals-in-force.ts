import { type SQL, sql } from 'drizzle-orm';
import type { MonthSealMark, SealDocument, SealMark } from '../../contracts/calls/answers/month-seals.ts';
import type { SealRowKind } from '../../contracts/calls/month-seals.ts';
import { lastDay } from '../../contracts/months.ts';
import { LOCKED_MONTHS } from '../../platform/db/month-lock.ts';
import { selectInPieces } from '../../platform/db/pieces.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { monthSeals } from '../../platform/db/schema/month-seals.ts';
import { readRows } from '../../platform/db/typed-rows.ts';
import type { Period } from './period.ts';
import { filterConditions, type TotalsFilter } from './totals-filter.ts';

/** A query with the columns `id` and `month` of the seals that answer a period. */
export type Seals = SQL;

/** The seals of a period's locked months, or the asked version of its month. */
export function sealsInForce({ months }: Period, version?: number | null): Seals {
  if (version) return sql`SELECT id, month FROM month_seals WHERE month = ${months[0]} AND version = ${version}`;
  return sql`SELECT seal_id AS id, month FROM ${LOCKED_MONTHS}
    WHERE seal_id IS NOT NULL AND month IN (SELECT value FROM json_each(${JSON.stringify(months)}))`;
}

/** No seal: everything is computed from the records as they are. */
export const NO_SEALS: Seals = sql`SELECT 0 AS id, '' AS month WHERE 0`;

export interface SealInForce extends MonthSealMark {
  expressions: { total_point_1: string; total_point_2: string };
}

export function selectSeals(seals: Seals): Query<SealInForce[]> {
  const { month, version, sealed_at, sha256, total_point_1, total_point_2 } = monthSeals;
  const rows = sql`SELECT s.month, s.version, s.sealed_at, s.sha256, s.total_point_1, s.total_point_2
    FROM (${seals}) f JOIN month_seals s ON s.id = f.id ORDER BY s.month`;
  const readers = { month, version, sealed_at, sha256, total_point_1, total_point_2 };
  const read = readRows(readers, ({ total_point_1, total_point_2, ...seal }) => ({
    ...seal,
    expressions: { total_point_1, total_point_2 },
  }));
  return query(rows, read);
}

/** The seals of an answer: for a month its seal or null, for a range a list. */
export function toSealMark(seals: readonly SealInForce[], { months }: Period): SealMark | null | MonthSealMark[] {
  if (months.length > 1) return seals.map(({ month, version, sealed_at, sha256 }) => ({ month, version, sealed_at, sha256 }));
  const [seal] = seals;
  return seal ? { version: seal.version, sealed_at: seal.sealed_at, sha256: seal.sha256 } : null;
}

/** One row where some month of the period is computed from its records, none otherwise: joined first, it saves the scan of the records. */
export function selectOpenMonth({ months }: Period, seals: Seals): SQL {
  return sql`(SELECT 1 WHERE (SELECT COUNT(*) FROM (${seals})) < ${months.length})`;
}

/** A condition on records of alias r: their month is not answered whole by a seal. */
export function isNotSealed(date: SQL, period: Period, seals: Seals): SQL {
  const whole = period.months.filter((month) => coversWholeMonth(period, month));
  if (whole.length === 0 || seals === NO_SEALS) return sql`1`;
  // The months as one text: a list would be read again for each record.
  const sealed = sql`(SELECT ifnull(group_concat(month), '') FROM (${seals}) WHERE month >= ${whole[0]} AND month <= ${whole.at(-1)})`;
  return sql`instr(${sealed}, substr(${date}, 1, 7)) = 0`;
}

export function coversWholeMonth({ from, to }: Period, month: string): boolean {
  return from <= `${month}-01` && lastDay(month) <= to;
}

/** Rows of seals as cells [row id, name_sort, row]; filtered by the department, group and person sealed. */
export function selectSealRows<Kind extends SealRowKind>(seals: Seals, kind: Kind, filter: TotalsFilter) {
  return selectInPieces<SealRowCell<SealDocument[Kind][number]>>((after = 0) => sealRowsAfter(seals, kind, filter, after));
}

/** Columns of sealed rows of alias r. */
export const SEALED_OWNER = { department: sql`r.dept_id`, group: sql`r.dept_grp_id`, user: sql`r.user_id` };

function sealRowsAfter(seals: Seals, kind: SealRowKind, filter: TotalsFilter, after: number): SQL {
  const conditions = [sql`r.kind = ${kind}`, sql`r.id > ${after}`, ...filterConditions(filter, SEALED_OWNER)];
  return sql`SELECT json_array(r.id, r.name_sort, json(r.row)) AS cells FROM (${seals}) f CROSS JOIN month_seal_rows r ON r.seal_id = f.id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY r.id`;
}

export type SealRowCell<Row> = [id: number, name_sort: string | null, row: Row];
