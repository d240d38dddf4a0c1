import { type SQL, sql } from 'drizzle-orm';
import type { ListedRun } from '../../contracts/calls/answers/runs.ts';
import type { systemCalls } from '../../contracts/calls/declared/system.ts';
import type { RUN_STATES, RunKind } from '../../contracts/calls/runs.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asOption, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { tableOf } from '../../platform/queue/run.ts';
import type { QueuedWork } from '../../platform/queue/run-kind.ts';

/** `GET /runs`: work of the queue of all kinds, what is not over first, then the newest. Of each kind no more is built than the page may hold. */
export async function listRuns(
  kinds: readonly QueuedWork[],
  { caller, grant, values }: CallInput<typeof systemCalls.listRuns>,
): Promise<Envelope<ListedRun>> {
  const page = readPage(values, 20);
  const newest = values.status ? sql`` : sql` ORDER BY r.id DESC LIMIT ${page.page * page.limit}`;
  const parts = [...kinds.map(selectRunsOf), DRILLS].filter(({ kind }) => !values.kind || values.kind === kind);
  const unite = (limited = sql``) => {
    const all = sql.join(
      parts.map(({ runs }) => sql`SELECT * FROM (${runs}${limited})`),
      sql` UNION ALL `,
    );
    return sql`(SELECT * FROM (${all})${values.status ? sql` WHERE status = ${values.status}` : sql``})`;
  };
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total FROM ${unite()}`, readValue(asNumber)),
    rows: query(
      sql`SELECT a.*, u.name AS user_name FROM ${unite(newest)} a LEFT JOIN users u ON u.id = a.user_id
        ORDER BY a.finished_at IS NOT NULL, a.created_at DESC, a.kind, a.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(READERS),
    ),
  }));
  return toEnvelope(page, results.total, results.rows);
}

const stateOf = (status: SQL) =>
  sql`CASE WHEN ${status} IN ('queued', 'failed', 'cancelled') THEN ${status} WHEN r.finished_at IS NULL THEN 'running' ELSE 'done' END`;

function selectRunsOf(work: QueuedWork): { kind: RunKind; runs: SQL } {
  const { kind, what, path, done = sql`r.done`, total = sql`r.total` } = work.listing;
  return {
    kind,
    runs: sql`SELECT r.id, ${kind} AS kind, ${what} AS what, ${stateOf(sql`r.status`)} AS status, ${done} AS done, ${total} AS total, ${work.owner} AS user_id,
      r.created_at, r.${sql.identifier(work.progressColumn)} AS progress_at, r.finished_at, ${path} AS path FROM ${tableOf(work)} r`,
  };
}

/** Drills are no work of the queue, but are shown with it. */
const DRILLS: ReturnType<typeof selectRunsOf> = {
  kind: 'drill',
  runs: sql`SELECT r.id, 'drill' AS kind, r.backup AS what, ${stateOf(sql`r.outcome`)} AS status, r."rows" AS done, NULL AS total, NULL AS user_id,
    r.started_at AS created_at, r.finished_at AS progress_at, r.finished_at, '/system' AS path FROM restore_drills r`,
};

const READERS = {
  id: asNumber,
  kind: asOption<RunKind>(),
  what: asText,
  status: asOption<keyof typeof RUN_STATES>(),
  done: orNull(asNumber),
  total: orNull(asNumber),
  user_id: orNull(asNumber),
  user_name: orNull(asText),
  created_at: asText,
  progress_at: orNull(asText),
  finished_at: orNull(asText),
  path: asText,
};
