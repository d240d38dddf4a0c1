import { sql } from 'drizzle-orm';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobMessage, jobMessage } from '../../platform/queue/messages.ts';
import { calculationWork } from '../calculation/work.ts';
import { reconcileWork } from '../crawl/reconcile/work.ts';
import { crawlWork } from '../crawl/work.ts';
import { importWork } from '../imports/work.ts';
import { replayWork } from '../month-close/seals/replays.ts';
import { operationWork } from '../operations/work.ts';
import { failureStatement, isWatchedJob } from '../system/heartbeats.ts';

type Failed = Pick<Message<unknown>, 'body' | 'attempts'>;

/** Keeps the error of an attempt, for the case that the queue gives the message up: by then the reason is not known any more. */
export async function recordFailedAttempt(deps: Deps, message: Failed, error: unknown): Promise<void> {
  await write(deps, message, error instanceof Error ? error.message : String(error), null);
}

/** Records a message that will not be tried again, and marks what it was working on as failed. */
export async function recordDeadLetter(deps: Deps, message: Failed, error?: Error): Promise<void> {
  await write(deps, message, error?.message ?? null, deps.clock.time());
  const parsed = jobMessage.safeParse(message.body);
  if (parsed.success) await markFailed(deps, parsed.data);
}

async function markFailed(deps: Deps, message: JobMessage): Promise<void> {
  switch (message.type) {
    case 'calculate':
      await calculationWork.fail(deps, message.run_id, 'broken');
      return;
    case 'crawl':
      await crawlWork.fail(deps, message.run_id, 'broken');
      return;
    case 'import':
      await importWork.fail(deps, message.import_id, 'broken');
      return;
    case 'replay':
      await replayWork.fail(deps, message.replay_id, 'broken');
      return;
    case 'reconcile':
      await reconcileWork.fail(deps, message.reconciliation_id, 'broken');
      return;
    case 'operation':
      await operationWork.fail(deps, message.run_id, 'broken');
      return;
    case 'apply_waiting':
    case 'cleanup':
    case 'backup':
    case 'maintain_seals':
    case 'notify_changed_statements':
    case 'queue_heartbeat':
  }
}

async function write({ db, clock }: Deps, { body, attempts }: Failed, error: string | null, deadAt: string | null): Promise<void> {
  const text = (JSON.stringify(body) ?? String(body)).slice(0, 10_000);
  const given = (body as { type?: unknown } | null)?.type;
  const type = typeof given === 'string' ? given.slice(0, 100) : null;
  const hash = await sha256(text);
  await db.write(
    [
      sql`INSERT INTO failed_jobs (body_hash, type, body, error, attempts, failed_at, dead_at)
        VALUES (${hash}, ${type}, ${text}, ${error?.slice(0, 2000) ?? null},
          ${attempts}, ${clock.time()}, ${deadAt})
        ON CONFLICT (body_hash) DO UPDATE SET settled_at = NULL, error = ifnull(excluded.error, error), failed_at = excluded.failed_at, dead_at = excluded.dead_at,
          attempts = CASE WHEN excluded.error IS NULL THEN attempts ELSE excluded.attempts END`,
      ...(deadAt && isWatchedJob(type) ? [failureStatement(type, sql`(SELECT error FROM failed_jobs WHERE body_hash = ${hash})`)] : []),
    ],
    { user_id: null, source: 'script' },
  );
}
