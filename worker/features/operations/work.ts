import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { OPERATION_FAILURES } from '../../contracts/calls/operations.ts';
import { ACTIVE_WORK_STATUSES } from '../../contracts/calls/run-status.ts';
import { EVERYONE } from '../../contracts/roles.ts';
import { LANGS } from '../../contracts/text.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { operationRuns } from '../../platform/db/schema/operations.ts';
import { defineRun } from '../../platform/queue/define-run.ts';
import type { PieceSize } from '../../platform/queue/piece-size.ts';
import { type Lease, leaseEnd } from '../../platform/queue/run.ts';

/** Operations of many rows as queued work. */
export const operationWork = defineRun({
  table: operationRuns,
  label: { vi: 'thao tác', en: 'operation' },
  source: 'script',
  listing: {
    kind: 'operation',
    what: sql`ifnull((SELECT o.entity FROM operations o WHERE o.id = r.id), r.kind)`,
    path: sql`'/operations'`,
  },
  messageFor: (id) => ({ type: 'operation', run_id: id }),
  owner: sql`(SELECT o.user_id FROM operations o WHERE o.id = r.id)`,
  grant: () => EVERYONE,
  takesTurns: true,
  failures: OPERATION_FAILURES,
  afterEnd: releaseUndone,
});

/** At the end of an undo: one that wrote nothing, kept records, or was stopped before its end leaves its operation to be undone again. */
export function releaseUndone(which: SQL): SQL {
  const ofRun = (is: SQL) => sql`FROM operation_runs r WHERE r.id = operations.id AND ${is}`;
  const wrote = sql`EXISTS (SELECT 1 FROM history h WHERE h.request_id = operations.request_id)`;
  const kept = sql`(SELECT COUNT(*) FROM operation_kept_rows k WHERE k.operation_id = operations.id AND k.reason <> 'not_undoable')`;
  const left = sql`${kept} + ifnull((SELECT r.total - r.done ${ofRun(sql`r.status IN ('failed', 'cancelled')`)}), 0)`;
  return sql`UPDATE operations SET left_rows = ${left}, released = (${left} > 0 OR NOT ${wrote})
    WHERE ${which} AND undo_of IS NOT NULL AND NOT EXISTS (SELECT 1 ${ofRun(sql`r.status IN ${ACTIVE_WORK_STATUSES}`)})`;
}

/** Rows of a run's next piece, where full ones last too long. */
export const pieceRows = z.int().optional();

/** The language of who asked for a run: which records stay, and why, is kept in words. */
export const langOfTask = z.object({ lang: z.enum(LANGS).catch('vi') });

/** What is left of an undo: history rows of this request, below this one. */
export const undoTask = z.object({ request_id: z.string(), below: z.number(), piece_rows: pieceRows });

/** Makes the run of the operation that the caller's request makes in the same transaction. */
export function insertRun({ requestId, clock, lang }: Caller, kind: 'undo' | 'bulk', task: object, total: number): SQL {
  return sql`INSERT INTO operation_runs (id, kind, status, task, total, lease_until, created_at, progress_at)
    SELECT id, ${kind}, 'queued', ${JSON.stringify({ ...task, lang })}, ${total}, ${leaseEnd(clock)}, ${clock.time()}, ${clock.time()}
    FROM operations WHERE request_id = ${requestId}`;
}

interface Progress {
  status?: 'done';
  /** What is left to do. */
  task?: object;
  /** Rows that are done now. */
  advance?: number;
  unchanged?: number;
  without_points?: number;
}

/** Notes how many rows the next piece of a run takes. */
export function notePieceRows({ id }: Lease, { rows }: PieceSize): SQL {
  return sql`UPDATE operation_runs SET task = json_set(task, '$.piece_rows', ${rows}) WHERE id = ${id}`;
}

/** Says how far a run is. */
export function updateRun({ id }: Lease, clock: Clock, { status, task, advance = 0, ...outcome }: Progress): SQL[] {
  return [
    sql`UPDATE operation_runs SET status = ${status ?? 'running'}, task = ${task ? sql`json_set(${JSON.stringify(task)}, '$.lang', task ->> '$.lang')` : sql`task`},
      done = ${status ? sql`total` : sql`min(total, done + ${advance})`}, outcome = ${JSON.stringify(outcome)}, progress_at = ${clock.time()},
      finished_at = ${status ? clock.time() : null} WHERE id = ${id}`,
    ...(status ? [releaseUndone(sql`id = ${id}`)] : []),
  ];
}
