import { cleanUp } from './cleanup.ts';
import { backUp } from './features/backup/backup.ts';
import { handleCalculate } from './features/calculation/run.ts';
import { readPushed } from './features/crawl/push.ts';
import { handleReconcile } from './features/crawl/reconcile/run.ts';
import { handleCrawl } from './features/crawl/run.ts';
import { applyWaiting } from './features/crawl/write/waiting.ts';
import { recordDeadLetter, recordFailedAttempt } from './features/failed-jobs/failed-jobs.ts';
import { handleImport } from './features/imports/handle-import.ts';
import { maintainSeals } from './features/month-close/seals/maintain-seals.ts';
import { proveSeals } from './features/month-close/seals/prove-seals.ts';
import { handleReplay } from './features/month-close/seals/replays.ts';
import { notifyChangedStatements } from './features/notices/collect.ts';
import { handleOperation } from './features/operations/handle-operation.ts';
import { handleTryScenario } from './features/scenarios/run.ts';
import { isWatchedJob, noteSuccess } from './features/system/heartbeats.ts';
import { noteRowUse } from './features/system/row-use.ts';
import type { Deps } from './platform/deps.ts';
import { type JobMessage, jobMessage } from './platform/queue/messages.ts';
import { QUEUED_WORK } from './queued-work.ts';
import { IMPORT_MODULES, undoTablesOf } from './update-effects.ts';

/** Messages that the job queue gave up land here; in another environment than production its name goes on with that of the environment. */
const DEAD_QUEUE = /^tensu-jobs-dead(-|$)/;

/** Seconds before a failed message comes again, by how often it came; after the last the queue gives it up. */
const BACKOFF = [2, 15, 60];

/** Takes a batch, each message on its own: one that fails is repeated later and never holds up the others. */
export async function consume(deps: Deps, { queue, messages }: Pick<MessageBatch, 'queue' | 'messages'>): Promise<void> {
  for (const message of messages) await (DEAD_QUEUE.test(queue) ? deadLetter(deps, message) : work(deps, message));
  await noteRowUse(deps).catch(() => undefined);
}

async function work(deps: Deps, message: Message<unknown>): Promise<void> {
  const parsed = jobMessage.safeParse(message.body);
  if (!parsed.success) return deadLetter(deps, message, new Error(`Not a job: ${parsed.error.message}`));
  try {
    await handle(deps, parsed.data);
    if (isWatchedJob(parsed.data.type)) await noteSuccess(deps, parsed.data.type);
    message.ack();
  } catch (error) {
    const { type } = parsed.data;
    console.error(JSON.stringify({ job: type, attempts: message.attempts, error: error instanceof Error ? error.stack : String(error) }));
    await recordFailedAttempt(deps, message, error).catch(() => undefined);
    message.retry({ delaySeconds: BACKOFF[message.attempts - 1] ?? BACKOFF.at(-1)! });
  }
}

function handle(deps: Deps, message: JobMessage): Promise<void> {
  switch (message.type) {
    case 'calculate':
      return handleCalculate(deps, message);
    case 'crawl':
      return handleCrawl(deps, message);
    case 'crawl_pushed':
      return readPushed(deps);
    case 'apply_waiting':
      return applyWaiting(deps);
    case 'import':
      return handleImport(deps, message, IMPORT_MODULES);
    case 'cleanup':
      return cleanUp(deps);
    case 'backup':
      return backUp(deps);
    case 'reconcile':
      return handleReconcile(deps, message);
    case 'operation':
      return handleOperation(deps, undoTablesOf(deps), message);
    case 'try_scenario':
      return handleTryScenario(deps, message);
    case 'replay':
      return handleReplay(deps, message);
    case 'maintain_seals':
      return maintainSeals(deps);
    case 'verify_seals':
      return proveSeals(deps);
    case 'notify_changed_statements':
      return notifyChangedStatements(deps);
    case 'queue_heartbeat':
      // That it was handled is what it says.
      return Promise.resolve();
  }
}

/** Records a message that will not be tried again; the record is what must not get lost. */
async function deadLetter(deps: Deps, message: Message<unknown>, error?: Error): Promise<void> {
  try {
    await recordDeadLetter(deps, QUEUED_WORK, message, error);
    message.ack();
  } catch (failure) {
    console.error(JSON.stringify({ job: 'dead', attempts: message.attempts, error: String(failure) }));
    message.retry({ delaySeconds: 60 });
  }
}
