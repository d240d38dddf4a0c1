import { getTableName, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { SystemAnswer } from '../../contracts/calls/answers/system.ts';
import { systemCalls as calls } from '../../contracts/calls/declared/system.ts';
import { JOB_ERROR, SYSTEM_CHECKS } from '../../contracts/calls/system.ts';
import { fill } from '../../contracts/text.ts';
import { bindCall, type GrantedCaller } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asText, readRows, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { activeStatuses } from '../../platform/queue/run.ts';
import { recovering } from '../../platform/queue/run-calls.ts';
import type { QueuedWork } from '../../platform/queue/run-kind.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { judgeChecks } from './checks.ts';
import { selectFacts } from './facts.ts';
import { listRuns } from './list-runs.ts';
import { utcMonth } from './row-use.ts';

const DAY_MS = 86_400_000;
const SHOWN_CALLS = 20;

/** Routes of the system page. `kinds` is the work of the queue. */
export function systemRoutes(deps: Deps, kinds: readonly QueuedWork[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.read, (input) => readSystem(deps, kinds, input));
  bindCall(
    app,
    calls.listRuns,
    recovering(deps, kinds, (input) => listRuns(kinds, input)),
  );
  return app;
}

/** `GET /system`: every check with its limit, and the figures behind them. One round trip. */
async function readSystem({ settings }: Deps, kinds: readonly QueuedWork[], { caller, grant }: GrantedCaller): Promise<SystemAnswer> {
  const now = caller.clock.now();
  const since = toOfficeTime(now - DAY_MS);
  const { results } = await caller.read(grant, () => ({
    facts: selectFacts(now),
    active: query(
      kinds.map((work) => {
        const kind = getTableName(work.table);
        const active = sql`SELECT COUNT(*) AS count FROM ${sql.identifier(kind)} WHERE status IN ${activeStatuses(work)}`;
        return query(query(active, readValue(asNumber)), (count) => ({ kind, count }));
      }),
      (counts) => counts.filter(({ count }) => count > 0),
    ),
    tables: query(
      sql`SELECT entity AS name, "rows" FROM row_counts UNION ALL SELECT 'history', ifnull(MAX(id), 0) FROM history ORDER BY "rows" DESC`,
      readRows({ name: asText, rows: asNumber }),
    ),
    calls: query(
      sql`SELECT name AS kind, SUM(count) AS count, MAX(last_at) AS last_at FROM call_figures
        WHERE hour >= ${since.slice(0, 13)} AND kind = 'error' GROUP BY name ORDER BY count DESC`,
      readRows({ kind: asText, count: asNumber, last_at: asText }),
    ),
    jobs: query(
      sql`SELECT ifnull(type, '?') AS kind, SUM(attempts) AS count, MAX(failed_at) AS last_at FROM failed_jobs
        WHERE failed_at >= ${since} GROUP BY 1 ORDER BY count DESC`,
      readRows({ kind: asText, count: asNumber, last_at: asText }),
    ),
    slow: query(
      sql`SELECT name AS route, MAX(worst_ms) AS ms, MAX(last_at) AS last_at FROM call_figures
        WHERE hour >= ${since.slice(0, 13)} AND kind = 'slow' GROUP BY name ORDER BY ms DESC LIMIT ${SHOWN_CALLS}`,
      readRows({ route: asText, ms: asNumber, last_at: asText }),
    ),
  }));
  const { facts, active, tables, calls, jobs, slow } = results;
  const alerts = new Map(facts.alerts.map(({ check, opened_at }) => [check, opened_at]));
  return {
    version: settings.version,
    at: caller.clock.time(),
    checks: judgeChecks(facts, now, settings.planRowsRead).map((check) => ({
      ...check,
      message: check.message && (typeof check.message === 'string' ? check.message : check.message[caller.lang]),
      limit: SYSTEM_CHECKS[check.name].limit[caller.lang],
      alert_since: alerts.get(check.name) ?? null,
    })),
    queue: { dead: facts.dead, active },
    database: { bytes: facts.bytes, rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables },
    usage: { month: utcMonth(now), ...facts.usage, plan_rows_read: settings.planRowsRead ?? null },
    errors: [...calls, ...jobs.map((job) => ({ ...job, kind: fill(JOB_ERROR[caller.lang], { type: job.kind }) }))],
    slow_calls: slow,
  };
}
