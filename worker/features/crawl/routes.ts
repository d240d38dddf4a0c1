import { sql } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { CrawlField, SyncAnswer } from '../../contracts/calls/answers/crawl.ts';
import { type CrawlRun, crawlRuns } from '../../contracts/calls/crawl.ts';
import { crawlCalls as calls } from '../../contracts/calls/declared/crawl.ts';
import { crawlReconciliationCalls as reconciliations } from '../../contracts/calls/declared/crawl-reconciliations.ts';
import { crawlSettingCalls as settings } from '../../contracts/calls/declared/crawl-settings.ts';
import { recordNoun } from '../../contracts/contract.ts';
import { isAdmin } from '../../contracts/roles.ts';
import { list } from '../../crud/list.ts';
import { read } from '../../crud/read.ts';
import { respondWithJson, searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute, type CallInput, type GrantedRecord } from '../../platform/call-routes.ts';
import type { Actor, AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { crawlFieldCounts } from '../../platform/db/schema/crawl.ts';
import { asFlag, asNumber, asOption, asText, orNull, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { cancelRun, recovering, recoveringCaller } from '../../platform/queue/run-calls.ts';
import type { UndoTables } from '../operations/tables.ts';
import { assignAlias, listAliases, listUnmatched, removeAlias } from './aliases/calls.ts';
import { readLastCrawl } from './last-crawl.ts';
import { cancelReconciliation, listDifferences, listReconciliations, readReconciliation, startReconciliation } from './reconcile/calls.ts';
import { reconcileWork } from './reconcile/work.ts';
import { crawlNow, readPendingSync, syncFrom } from './request-crawl.ts';
import { findingsResourceFor, runsResourceFor, selectCrawlRun, waitingResource } from './runs.ts';
import { readCrawlSettings, saveCrawlSettings } from './settings/calls.ts';
import { listSourceWorkflows, readSample, testSettings } from './settings/sample.ts';
import { crawlWork } from './work.ts';
import { bringBack } from './write/bring-back.ts';

/** Starting crawls and seeing what they did. */
export function crawlRoutes(deps: Deps, tables: UndoTables): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.start, (input) => crawlNow(deps, input));
  bindCall(app, calls.sync, (input) => syncFrom(deps, input));
  bindCall(app, calls.cancelSync, cancelSync);
  bindCall(
    app,
    calls.readSync,
    recovering(deps, [crawlWork], (input) => readPendingSync(deps, input)),
  );
  bindCall(app, calls.readLast, (input) => readLastCrawl(deps, input));
  const readerOf = ({ var: { caller } }: Context<AppEnv>) => recoveringCaller(deps, [crawlWork], caller);
  bindRoute(app, calls.list, async (c) => respondWithJson(c, await list(runsResourceFor(c.var.caller), readerOf(c), searchParams(c))));
  bindRoute(app, calls.read, async (c) =>
    c.json(await read(runsResourceFor(c.var.caller), readerOf(c), c.req.param('id'), searchParams(c))),
  );
  bindCall(app, reconciliations.start, async (input, c) => {
    const { answer, created } = await startReconciliation(deps, input);
    return c.json(answer, created ? 201 : 200);
  });
  bindCall(app, reconciliations.list, recovering(deps, [reconcileWork], listReconciliations));
  bindCall(app, reconciliations.read, recovering(deps, [reconcileWork], readReconciliation));
  bindCall(app, reconciliations.listDifferences, listDifferences);
  bindCall(app, reconciliations.cancel, cancelReconciliation);
  bindCall(app, settings.read, (input) => readCrawlSettings(deps, input));
  bindCall(app, settings.save, (input) => saveCrawlSettings(deps, input));
  bindCall(app, settings.readSample, (input) => readSample(deps, input));
  bindCall(app, settings.listWorkflows, (input) => listSourceWorkflows(deps, input));
  bindCall(app, settings.test, (input) => testSettings(deps, input));
  bindCall(app, settings.listUnmatched, async (input) => ({ data: await listUnmatched(input) }));
  bindCall(app, settings.listAliases, async (input) => ({ data: await listAliases(input) }));
  bindCall(app, settings.assign, async (input) => ({ data: await assignAlias(deps, input) }));
  bindCall(app, settings.removeAlias, removeAlias);
  bindCall(app, calls.cancel, cancelCrawl);
  bindCall(app, calls.listFields, listCrawlFields);
  bindRoute(app, calls.listWaiting, async (c) => respondWithJson(c, await list(waitingResource, c.var.caller, searchParams(c))));
  bindCall(app, calls.release, (input) => bringBack(deps, tables, input));
  for (const path of ['/lock_and_unlock', '/directs/checked', '/directs_techousei/checked']) app.post(path, applyAfter(deps));
  bindRoute(app, calls.listSkipped, async (c) => {
    const { caller } = c.var;
    const id = c.req.param('id');
    const params = searchParams(c);
    params.set('run_id', id);
    const [, findings] = await Promise.all([read(runsResourceFor(caller), caller, id), list(findingsResourceFor(caller), caller, params)]);
    return respondWithJson(c, findings);
  });
  return app;
}

/** Has the waiting jobs applied once a month is unlocked or a direct is unchecked. */
function applyAfter(deps: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (!c.res.ok) return;
    const answer = (await c.res.clone().json()) as { status?: number; is_checked?: number };
    if (answer.status === 0 || answer.is_checked === 0) await deps.jobs.send({ type: 'apply_waiting' });
  };
}

/**
 * `POST crawls/{id}/cancel`: ends a crawl at once. What it wrote stays, its cursors do not move. Of a crawl of everything an Admin's word is the
 * last; after anybody else's it is tried again. Throws `run_finished`.
 */
function cancelCrawl(input: GrantedRecord): Promise<CrawlRun> {
  const { caller, id } = input;
  const forgetDate = ({
    roles,
  }: Actor) => sql`DELETE FROM crawl_sync_date WHERE ${isAdmin(roles) ? 1 : 0} AND date <= ${caller.clock.today()}
    AND EXISTS (SELECT 1 FROM crawl_runs WHERE id = ${id} AND "full" = 1 AND status = 'cancelled')`;
  return cancelRun(crawlWork, input, { also: forgetDate, view: () => selectCrawlRun(caller, id) });
}

/** `DELETE sync-base-data`: no crawl of everything is owed or planned any more. */
async function cancelSync({ caller, grant }: CallInput<typeof calls.cancelSync>): Promise<SyncAnswer> {
  await caller.require(grant);
  await caller.write([sql`DELETE FROM crawl_sync_date`], 'crawl');
  return { date: null, run: null };
}

const { field, had, empty, unreadable, low, high, sample } = crawlFieldCounts;
const FIELD_READERS = {
  ...{ field, had, empty, unreadable, low, high, sample },
  kind: asOption<CrawlField['kind']>(),
  column: orNull(asText),
  is_odd: asFlag,
};

/** `GET crawls/{id}/fields`: odd fields first, then those that nothing knows, then the others. `jobs` is how many jobs the crawl counted. */
async function listCrawlFields({ caller, grant, id }: CallInput<typeof calls.listFields>): Promise<{ jobs: number; data: CrawlField[] }> {
  const { results } = await caller.read(grant, () => ({
    run: query(
      sql`SELECT id, ifnull((SELECT had FROM crawl_fields WHERE run_id = r.id AND kind = 'jobs'), 0) AS jobs FROM crawl_runs r WHERE id = ${id}`,
      readFirst({ id: asNumber, jobs: asNumber }),
    ),
    fields: query(
      sql`SELECT kind, iif(kind = 'mapped', "key", NULL) AS "column", field, had, empty, unreadable, low, high, sample, is_odd FROM crawl_fields
        WHERE run_id = ${id} AND kind <> 'jobs' ORDER BY is_odd DESC, kind DESC, "key"`,
      readRows(FIELD_READERS),
    ),
  }));
  if (!results.run) throw new AppError('not_found', { what: recordNoun(crawlRuns, caller.lang) });
  return { jobs: results.run.jobs, data: results.fields };
}
