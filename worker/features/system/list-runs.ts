import { type SQL, sql } from 'drizzle-orm';
import type { ListedRun } from '../../contracts/calls/answers/runs.ts';
import type { systemCalls } from '../../contracts/calls/declared/system.ts';
import type { RUN_STATES, RunKind } from '../../contracts/calls/runs.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asOption, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';

/** `GET /runs`: work of the queue of all kinds, what is not over first, then the newest. Of each kind no more is built than the page may hold. */
export async function listRuns({ caller, grant, values }: CallInput<typeof systemCalls.listRuns>): Promise<Envelope<ListedRun>> {
  const page = readPage(values, 20);
  const kinds = Object.entries(RUNS).filter(([kind]) => !values.kind || values.kind === kind);
  const newest = values.status ? sql`` : sql` ORDER BY r.id DESC LIMIT ${page.page * page.limit}`;
  const select = (limited: SQL) =>
    kinds.map(([kind, { table, what, status = sql`r.status`, done, total, owner, since, progress, path }]) => {
      const state = sql`CASE WHEN ${status} IN ('queued', 'failed', 'cancelled') THEN ${status} WHEN r.finished_at IS NULL THEN 'running' ELSE 'done' END`;
      return sql`SELECT r.id, ${kind} AS kind, ${what} AS what, ${state} AS status, ${done} AS done, ${total} AS total, ${owner} AS user_id,
      ${since} AS created_at, ${progress} AS progress_at, r.finished_at, ${path} AS path FROM ${sql.raw(table)} r${limited}`;
    });
  const unite = (limited = sql``) => {
    const all = sql.join(
      select(limited).map((part) => sql`SELECT * FROM (${part})`),
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

interface RunsOfAKind {
  table: string;
  what: SQL;
  status?: SQL;
  done: SQL;
  total: SQL;
  owner: SQL;
  since: SQL;
  progress: SQL;
  path: SQL;
}

const USUAL = {
  owner: sql`r.requested_by`,
  since: sql`r.created_at`,
  progress: sql`r.progress_at`,
  done: sql`r.done`,
  total: sql`r.total`,
};

const RUNS: Readonly<Record<RunKind, RunsOfAKind>> = {
  calculation: {
    ...USUAL,
    table: 'calculation_runs',
    what: sql`r.year || '-' || printf('%02d', r.month)`,
    path: sql`'/calculate/runs/' || r.id`,
  },
  crawl: {
    ...USUAL,
    table: 'crawl_runs',
    what: sql`r.kind`,
    progress: sql`r.updated_at`,
    done: sql`r.jobs`,
    path: sql`'/directs/crawls'`,
  },
  reconciliation: { ...USUAL, table: 'crawl_reconciliations', what: sql`r.month`, done: sql`r.jobs`, path: sql`'/directs/crawls'` },
  import: { ...USUAL, table: 'imports', what: sql`r.file_name`, path: sql`'/imports'` },
  operation: {
    ...USUAL,
    table: 'operation_runs',
    what: sql`ifnull((SELECT o.entity FROM operations o WHERE o.id = r.id), r.kind)`,
    owner: sql`(SELECT o.user_id FROM operations o WHERE o.id = r.id)`,
    path: sql`'/operations'`,
  },
  scenario: {
    ...USUAL,
    table: 'rule_scenario_runs',
    what: sql`r.from_month || ' – ' || r.to_month`,
    path: sql`'/rules/scenarios/' || r.scenario_id || '/view'`,
  },
  replay: {
    ...USUAL,
    table: 'month_replays',
    what: sql`(SELECT s.month FROM month_seals s WHERE s.id = r.seal_id)`,
    done: sql`r.checked`,
    total: sql`NULL`,
    path: sql`'/calculate'`,
  },
  drill: {
    table: 'restore_drills',
    what: sql`r.backup`,
    status: sql`r.outcome`,
    done: sql`r."rows"`,
    total: sql`NULL`,
    owner: sql`NULL`,
    since: sql`r.started_at`,
    progress: sql`r.finished_at`,
    path: sql`'/system'`,
  },
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
