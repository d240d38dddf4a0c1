import { sql } from 'drizzle-orm';
import { sha256 } from '../../platform/crypto.ts';
import { query } from '../../platform/db/query.ts';
import { hasRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobMessage, jobMessage } from '../../platform/queue/messages.ts';
import { activeStatuses, tableOf } from '../../platform/queue/run.ts';
import type { QueuedWork } from '../../platform/queue/run-kind.ts';
import { failureStatement, isWatchedJob } from '../system/heartbeats.ts';

type Failed = Pick<Message<unknown>, 'body' | 'attempts'>;

/** Keeps the error of an attempt, for the case that the queue gives the message up: by then the reason is not known any more. */
export async function recordFailedAttempt(deps: Deps, message: Failed, error: unknown): Promise<void> {
  await write(deps, message, error instanceof Error ? error.message : String(error), null);
}

/**
 * Records a message that will not be tried again, and fails the run of one of `kinds` that it was working on. Throws while another message works on that
 * run, as after the database was away for minutes: what goes on well is not ended by one that died before.
 */
export async function recordDeadLetter(deps: Deps, kinds: readonly QueuedWork[], message: Failed, error?: Error): Promise<void> {
  const parsed = jobMessage.safeParse(message.body);
  const run = parsed.success ? findRunOf(kinds, parsed.data) : undefined;
  if (run && (await isAtWork(deps, run.work, run.id))) throw new Error('Another message works on this run');
  await write(deps, message, error?.message ?? null, deps.clock.time());
  await run?.work.fail(deps, run.id, 'broken');
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

/** The run that a message works on, if it is the message of one. */
function findRunOf(kinds: readonly QueuedWork[], message: JobMessage): { work: QueuedWork; id: number } | undefined {
  const work = kinds.find((kind) => kind.messageFor(0).type === message.type);
  const id = Object.values(message).find((value): value is number => typeof value === 'number');
  return work && id !== undefined ? { work, id } : undefined;
}

/** Whether a message works on a run at this moment. */
function isAtWork({ db, clock }: Deps, work: QueuedWork, id: number): Promise<boolean> {
  const isHeld = sql`status IN ${activeStatuses(work)} AND claim IS NOT NULL AND lease_until > ${clock.now()}`;
  return db.read(query(sql`SELECT 1 AS held FROM ${tableOf(work)} WHERE id = ${id} AND ${isHeld}`, hasRows));
}
