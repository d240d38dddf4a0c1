import { monthBefore, yearMonthOf } from './contracts/months.ts';
import { startMonth } from './features/calculation/start.ts';
import { startScheduledCrawl } from './features/crawl/start.ts';
import { notifyDue } from './features/directs/due.ts';
import { closeShortUnlocks } from './features/month-close/lock/close-short-unlocks.ts';
import { requestSealMaintenance } from './features/month-close/seals/maintain-seals.ts';
import { collectNotices } from './features/notices/collect.ts';
import { retryDigests, sendDigests } from './features/notices/digest.ts';
import { noteSuccess } from './features/system/heartbeats.ts';
import { noteRowUse } from './features/system/row-use.ts';
import { watchSystem } from './features/system/watch.ts';
import type { Deps } from './platform/deps.ts';
import { AppError } from './platform/errors.ts';
import { recoverRuns } from './platform/queue/run.ts';
import { QUEUED_WORK } from './queued-work.ts';

/** Takes up work whose message died, and ends work that does not get on. */
const RECOVERY_CRON = '* * * * *';

/** The crons of wrangler.toml, in UTC; each only puts work on the queue. */
const CRONS: Readonly<Record<string, (deps: Deps) => Promise<void>>> = {
  // Every minute; locally every few seconds.
  [RECOVERY_CRON]: (deps) =>
    runAll([
      () => closeShortUnlocks(deps),
      () => recoverStalledRuns(deps),
      () => collectNotices(deps),
      () => watchSystem(deps),
      () => noteRowUse(deps),
    ]),
  // Every 15 minutes.
  '*/15 * * * *': runEveryQuarterHour,
  // 17:00 in Asia/Ho_Chi_Minh.
  '0 10 * * *': sendDigests,
  // 01:30 in Asia/Ho_Chi_Minh.
  '30 18 * * *': recalculate,
  // 03:00 in Asia/Ho_Chi_Minh.
  '0 20 * * *': (deps) =>
    deps.jobs.sendBatch([{ type: 'maintain_seals' }, { type: 'verify_seals' }, { type: 'cleanup' }, { type: 'backup' }]),
};

/** What wrangler.toml must name. */
export const CRON_EXPRESSIONS = Object.keys(CRONS);

export async function runSchedule(deps: Deps, cron: string): Promise<void> {
  const job = CRONS[cron];
  if (!job) throw new Error(`No job for the cron ${cron}`);
  await job(deps);
}

async function recoverStalledRuns(deps: Deps): Promise<void> {
  await recoverRuns(deps, QUEUED_WORK);
}

function runEveryQuarterHour(deps: Deps): Promise<void> {
  return runAll([
    () => recoverStalledRuns(deps),
    () => requestSealMaintenance(deps),
    () => startScheduledCrawl(deps),
    () => retryDigests(deps),
    () => notifyDue(deps),
    () => deps.jobs.sendBatch([{ type: 'notify_changed_statements' }, { type: 'queue_heartbeat' }]),
    () => noteSuccess(deps, 'schedule'),
  ]);
}

/** Runs every part, though one before it failed; then the cron fails with all that went wrong. */
async function runAll(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}

/** The month that is running and the one before it, each while it is not locked. */
async function recalculate(deps: Deps): Promise<void> {
  const running = deps.clock.today().slice(0, 7);
  for (const month of [running, monthBefore(running, 1)]) {
    try {
      await startMonth(deps, { ...yearMonthOf(month), preview: false, include_adjusted: false }, { source: 'cron', user_id: null });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'month_locked')) throw error;
    }
  }
  await noteSuccess(deps, 'nightly_run');
}
