import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../clock.ts';
import { randomToken, sha256 } from '../../crypto.ts';
import { AppError } from '../../errors.ts';

const WINDOW_SECONDS = 900;
/** An attempt that has not come to its end by then was broken off and counts as failed. */
const UNDER_WAY_SECONDS = 10;

/** One guess at a secret. It counts as failed from before the guess is looked at, so that guesses at the same time cannot outrun the limits. */
export interface Attempt {
  id: string;
  limits: { subject: string; limit: number }[];
  /** Books the attempt where every limit has room for it. */
  reserve: SQL;
  /** One row: whether it was booked, and how full the limits are. */
  state: SQL;
  /** True in SQL while it is booked. */
  isReserved: SQL;
  /** True in SQL while failures alone fill a limit. */
  isExceeded: SQL;
  confirmFailure: SQL;
  /** It was no failure. */
  release: SQL;
  /** The account's earlier failures are forgotten. */
  reset: SQL;
}

/** Subject of the limit on guesses at this account's password, by its folded username. */
export const toAccountSubject = (usernameFold: string) => `account:${usernameFold}`;

/** An attempt under limits of 15 minutes. Subjects are kept as hashes: a password typed as a username is not to be found there. */
export async function prepareAttempt(clock: Clock, limits: { subject: string; limit: number }[]): Promise<Attempt> {
  const now = Math.floor(clock.now() / 1000);
  const id = randomToken(12);
  const hashed = await Promise.all(limits.map(async ({ subject, limit }) => ({ subject: await sha256(subject), limit })));
  const counted = ({ subject }: { subject: string }) =>
    sql`FROM login_failures WHERE subject = ${subject} AND at > ${now - WINDOW_SECONDS}`;
  const over = sql`(settled = 1 OR at <= ${now - UNDER_WAY_SECONDS})`;
  const room = hashed.map((limit) => sql`(SELECT COUNT(*) ${counted(limit)}) < ${limit.limit}`);
  const subjects = JSON.stringify(hashed.map(({ subject }) => subject));
  const isReserved = sql`EXISTS (SELECT 1 FROM login_failures WHERE attempt = ${id})`;
  return {
    id,
    limits: hashed,
    isReserved,
    isExceeded: sql`(${sql.join(
      hashed.map((limit) => sql`(SELECT COUNT(*) ${counted(limit)} AND ${over}) >= ${limit.limit}`),
      sql` OR `,
    )})`,
    reserve: sql`INSERT INTO login_failures (subject, at, attempt, settled)
      SELECT value, ${now}, ${id}, 0 FROM json_each(${subjects}) WHERE ${sql.join(room, sql` AND `)}`,
    state: sql`SELECT ${isReserved} AS is_reserved, ${sql.join(
      hashed.map(
        (limit, n) => sql`(SELECT CASE WHEN COUNT(*) >= ${limit.limit} THEN MIN(at) END ${counted(limit)} AND ${over})
          AS ${sql.identifier(`full_since_${n}`)}`,
      ),
      sql`, `,
    )}`,
    confirmFailure: sql`UPDATE login_failures SET settled = 1 WHERE attempt = ${id}`,
    release: sql`DELETE FROM login_failures WHERE attempt = ${id}`,
    reset: sql`DELETE FROM login_failures WHERE subject = ${hashed[0]!.subject} AND settled = 1`,
  };
}

const TRIES = 24;

/**
 * Sends the statements with the booking of the attempt. While other attempts under way fill a limit it waits for their end;
 * 429 with the time to wait once enough of them have failed.
 */
export async function reserveAttempt(
  clock: Clock,
  attempt: Attempt,
  send: (statements: SQL[]) => Promise<ResultSet[]>,
  statements: SQL[],
): Promise<ResultSet[]> {
  for (let tries = 1; ; tries++) {
    const [, state, ...results] = await send([attempt.reserve, attempt.state, ...statements]);
    const row = state!.rows[0]!;
    if (row.is_reserved) return results;
    const since = attempt.limits.map((_, n) => row[`full_since_${n}`]).filter((at) => at !== null);
    if (since.length > 0 || tries === TRIES) throw tooMany(clock, since.map(Number));
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * Math.random()));
  }
}

function tooMany(clock: Clock, since: number[]): AppError {
  const now = Math.floor(clock.now() / 1000);
  const seconds = Math.max(1, ...since.map((at) => at + WINDOW_SECONDS - now));
  return new AppError('too_many_requests', { seconds }, { retryAfter: seconds });
}
