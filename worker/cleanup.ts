import { type SQL, sql } from 'drizzle-orm';
import { ACTIVE } from './features/calculation/work.ts';
import { reconcileWork } from './features/crawl/reconcile/work.ts';
import { ACTIVE as ACTIVE_CRAWLS } from './features/crawl/work.ts';
import { deleteOldImportFiles } from './features/imports/work.ts';
import { resealSecondFactors } from './platform/auth/second-factor.ts';
import { SCRIPT_AUTHOR } from './platform/db/client.ts';
import type { Deps } from './platform/deps.ts';
import { removeInPieces } from './platform/queue/piece-size.ts';
import { activeStatuses } from './platform/queue/run.ts';
import { toOfficeTime } from './platform/text/office-time.ts';
import { removeUnusedImages } from './platform/uploads/unused-images.ts';
import { IMAGE_SOURCES } from './resources/image-sources.ts';

const DAY = 86_400;
/** Runs of a month whose results and issues stay to be looked at. */
const KEPT_RUNS = 5;
/** Rows a transaction removes at most, so that nobody waits long for the database's one writer. */
const BATCH_SIZE = 20_000;

/** The message `{type: 'cleanup'}`: removes what nobody will ask for again, in pieces, and seals second factors with the newest secret. */
export async function cleanUp(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await db.write(expirePreviews(clock.time()), SCRIPT_AUTHOR);
  for (const { table, where } of listLeftovers(Math.floor(clock.now() / 1000))) {
    const name = sql.identifier(table.name);
    const key = sql.raw(table.key);
    const remove = (rows: number) => sql`DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM ${name} WHERE ${where} LIMIT ${rows})`;
    await removeInPieces(deps, BATCH_SIZE, SCRIPT_AUTHOR, remove);
  }
  await resealSecondFactors(deps);
  await deleteOldImportFiles(deps);
  await removeUnusedImages(deps, [...IMAGE_SOURCES.values()]);
}

/** Previews that lose their results can't be published any more. */
function expirePreviews(time: string): SQL {
  return sql`UPDATE calculation_runs SET status = 'cancelled', message = 'expired', finished_at = ${time}
    WHERE status = 'preview' AND id NOT IN (${selectRunsToKeep()})`;
}

interface Leftover {
  table: { name: string; key: string };
  where: SQL;
}

function listLeftovers(now: number): Leftover[] {
  const ofOldRuns = sql`run_id NOT IN (${selectRunsToKeep()})`;
  const ofOldTrials = sql`run_id NOT IN (${selectTrialsToKeep()})`;
  return [
    { table: { name: 'calculation_results', key: 'run_id, direct_id' }, where: ofOldRuns },
    { table: { name: 'calculation_issues', key: 'run_id, direct_id' }, where: ofOldRuns },
    { table: { name: 'rule_scenario_results', key: 'run_id, direct_id' }, where: ofOldTrials },
    { table: { name: 'rule_scenario_people', key: 'run_id, user_id, month' }, where: ofOldTrials },
    { table: { name: 'idempotency_keys', key: 'user_id, key' }, where: sql`at < ${now - DAY}` },
    { table: { name: 'login_failures', key: 'id' }, where: sql`at < ${now - DAY}` },
    { table: { name: 'password_resets', key: 'hash' }, where: sql`expires_at < ${now - DAY}` },
    { table: { name: 'refresh_tokens', key: 'hash' }, where: sql`expires_at < ${now - DAY}` },
    { table: { name: 'sessions', key: 'id' }, where: sql`expires_at < ${now - DAY} OR ended_at < ${now - 30 * DAY}` },
    { table: { name: 'access_tokens', key: 'id' }, where: isEndedTokenBefore(now) },
    { table: { name: 'sign_in_events', key: 'id' }, where: sql`at < ${toOfficeTime((now - 365 * DAY) * 1000)}` },
    { table: { name: 'refusal_minutes', key: 'user_id, minute' }, where: sql`minute < ${toOfficeTime((now - DAY) * 1000)}` },
    { table: { name: 'security_refusals', key: 'id' }, where: sql`last_at < ${toOfficeTime((now - 365 * DAY) * 1000)}` },
    { table: { name: 'call_figures', key: 'hour, kind, name' }, where: sql`hour < ${toOfficeTime((now - 2 * DAY) * 1000)}` },
    { table: { name: 'system_alerts', key: 'id' }, where: sql`mended_at < ${toOfficeTime((now - 365 * DAY) * 1000)}` },
    { table: { name: 'failed_jobs', key: 'id' }, where: isFailedJobBefore(now) },
    { table: { name: 'crawl_seen', key: 'run_id, workflow, external_id' }, where: isOfEndedCrawl() },
    { table: { name: 'crawl_reconciled', key: 'reconciliation_id, workflow, external_id' }, where: isOfEndedReconciliation() },
    { table: { name: 'crawl_skipped', key: 'id' }, where: isOfCrawlBefore(now) },
    { table: { name: 'crawl_fields', key: 'run_id, kind, "key"' }, where: isOfCrawlBefore(now) },
    { table: { name: 'import_rows', key: 'import_id, "row"' }, where: isOfImportBefore(now, 1) },
    { table: { name: 'import_chunks', key: 'import_id, done' }, where: isOfImportBefore(now, 1) },
    { table: { name: 'import_errors', key: 'id' }, where: isOfImportBefore(now, 30) },
  ];
}

/** Access tokens are listed for a while after their end, so that their owner sees why a program reads no more. */
function isEndedTokenBefore(now: number): SQL {
  const time = toOfficeTime((now - 90 * DAY) * 1000);
  return sql`ended_at < ${time} OR expires_at < ${time}`;
}

/** Failed attempts are deleted after a day when the job succeeded in the end; dead-lettered jobs after 90 days. */
function isFailedJobBefore(now: number): SQL {
  const time = (days: number) => toOfficeTime((now - days * DAY) * 1000);
  return sql`dead_at < ${time(90)} OR (dead_at IS NULL AND failed_at < ${time(1)})`;
}

/** The ids a crawl has seen are needed only while it runs. */
function isOfEndedCrawl(): SQL {
  return sql`run_id NOT IN (SELECT id FROM crawl_runs WHERE status IN ${ACTIVE_CRAWLS})`;
}

/** The ids a comparison has read are needed only while it runs. */
function isOfEndedReconciliation(): SQL {
  return sql`reconciliation_id NOT IN (SELECT id FROM crawl_reconciliations WHERE status IN ${activeStatuses(reconcileWork)})`;
}

/** Crawls themselves stay; what they left out is told again by later ones, as long as it is so. */
function isOfCrawlBefore(now: number): SQL {
  return sql`run_id IN (SELECT id FROM crawl_runs WHERE finished_at < ${toOfficeTime((now - 30 * DAY) * 1000)})`;
}

/** Imports themselves stay; their errors are of use while the file is being corrected. */
function isOfImportBefore(now: number, days: number): SQL {
  return sql`import_id IN (SELECT id FROM imports WHERE finished_at < ${toOfficeTime((now - days * DAY) * 1000)})`;
}

/** The last runs of each month, and all active ones. */
function selectRunsToKeep(): SQL {
  return sql`SELECT id FROM (SELECT id, status, ROW_NUMBER() OVER (PARTITION BY year, month ORDER BY id DESC) AS place FROM calculation_runs)
    WHERE place <= ${KEPT_RUNS} OR status IN ${ACTIVE}`;
}

/** The last runs of each scenario that is there. */
function selectTrialsToKeep(): SQL {
  return sql`SELECT id FROM (SELECT r.id, r.status, ROW_NUMBER() OVER (PARTITION BY r.scenario_id ORDER BY r.id DESC) AS place
    FROM rule_scenario_runs r JOIN rule_scenarios s ON s.id = r.scenario_id) WHERE place <= ${KEPT_RUNS}`;
}
