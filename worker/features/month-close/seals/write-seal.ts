import { type SQL, sql } from 'drizzle-orm';
import type { SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import type { Named } from '../../../contracts/calls/answers/row.ts';
import { SEAL_ROW_KINDS, type SealRowKind } from '../../../contracts/calls/month-seals.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { splitRows } from '../../../platform/db/pieces.ts';
import { query } from '../../../platform/db/query.ts';
import { hasRows } from '../../../platform/db/typed-rows.ts';
import { sortKey } from '../../../platform/text/sort-key.ts';
import { canonicalJson } from './canonical.ts';
import type { SealState } from './seal-state.ts';

export interface LockOrder {
  /** YYYY-MM. */
  month: string;
  /** The person who locks. */
  by: Named | null;
  reason: string | null;
}

interface Write {
  at: string;
  openPoints: unknown;
  /** True while nothing has moved that the document was computed from. */
  isUnchanged: SQL;
}

/**
 * One batch: the seal with its rows, the lock and its event. Where something has moved since the document was computed, the seal lacks its version
 * and nothing is written: a DatabaseError `dangling`.
 */
export function writeStatements(
  { month, by, reason }: LockOrder,
  state: SealState,
  { document, text }: { document: SealDocument; text: string },
  { at, openPoints, isUnchanged }: Write,
): SQL[] {
  const { version, sealed_by, previous_sha256, sha256, expressions } = document;
  const isOpen = sql`NOT EXISTS (SELECT 1 FROM ${LOCKED_MONTHS} WHERE month = ${month})`;
  const seal = sql`(SELECT id FROM month_seals WHERE sha256 = ${sha256})`;
  const insertSeal = sql`INSERT INTO month_seals (month, version, sealed_at, sealed_by, history_id, total_point_1, total_point_2,
      previous_sha256, sha256, document)
    SELECT ${month}, iif(${isOpen} AND ${isUnchanged}, ${version}, NULL), ${at}, ${sealed_by?.id ?? null}, ${state.history_id},
      ${expressions.total_point_1}, ${expressions.total_point_2}, ${previous_sha256}, ${sha256}, ${text}`;
  const rows = SEAL_ROW_KINDS.flatMap((kind) => insertRows(kind, document, seal));
  return [
    insertSeal,
    ...rows,
    sql`INSERT INTO month_lock_events (month, status, user_id, reason, at, history_id, seal_id, open_points, open_until)
      VALUES (${month}, 1, ${by?.id ?? null}, ${reason}, ${at}, ifnull((SELECT MAX(id) FROM history), 0), ${seal},
        ${openPoints === null ? null : JSON.stringify(openPoints)}, ${state.open_until})`,
    sql`INSERT INTO month_locks (month, status, user_id, reason, at, seal_id) VALUES (${month}, 1, ${by?.id ?? null}, ${reason}, ${at}, ${seal})
      ON CONFLICT (month) DO UPDATE SET status = 1, user_id = excluded.user_id, reason = excluded.reason, at = excluded.at,
        seal_id = excluded.seal_id, closing_until = NULL, open_until = NULL, open_for = NULL`,
  ];
}

/** One batch that ends a short unlock under the seal that the month had, while `isUnchanged`; answers whether it was locked. */
export function relockStatements({ month, by, reason }: LockOrder, at: string, isUnchanged: SQL) {
  const isOpened = sql`month = ${month} AND open_until IS NOT NULL`;
  const seal = sql`(SELECT MAX(id) FROM month_seals WHERE month = ${month})`;
  return {
    event: sql`INSERT INTO month_lock_events (month, status, user_id, reason, at, history_id, seal_id, open_until)
      SELECT month, 1, ${by?.id ?? null}, ${reason}, ${at}, ifnull((SELECT MAX(id) FROM history), 0), ${seal}, open_until FROM month_locks
      WHERE ${isOpened} AND ${seal} IS NOT NULL AND ${isUnchanged}`,
    isLocked: query(
      sql`UPDATE month_locks SET status = 1, user_id = ${by?.id ?? null}, reason = ${reason}, at = ${at}, seal_id = ${seal}, closing_until = NULL,
          open_until = NULL, open_for = NULL
        WHERE ${isOpened} AND (SELECT status FROM month_lock_events WHERE month = ${month} ORDER BY id DESC LIMIT 1) = 1 RETURNING month`,
      hasRows,
    ),
  };
}

function insertRows(kind: SealRowKind, document: SealDocument, seal: SQL): SQL[] {
  return splitRows(sealRowsOf(kind, document)).map(
    (rows) => sql`INSERT INTO month_seal_rows (seal_id, kind, user_id, dept_id, dept_grp_id, name_sort, row)
      SELECT ${seal}, ${kind}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${JSON.stringify(rows)})`,
  );
}

type RowCells = [user_id: number | null, dept_id: number | null, dept_grp_id: number | null, name_sort: string | null, row: string];

/** The rows of a section of the document, as `month_seal_rows` keeps them. */
function sealRowsOf(kind: SealRowKind, document: SealDocument): RowCells[] {
  if (kind === 'department_charts') {
    return document.department_charts.map((row) => {
      const { department, dept_grp_id } = row;
      return [null, department?.id ?? null, dept_grp_id, department && sortKey(department.name), canonicalJson(row)];
    });
  }
  return document[kind].map((row) => [
    row.user_id,
    row.department?.id ?? null,
    row.department_group?.id ?? null,
    sortKey(row.name),
    canonicalJson(row),
  ]);
}
