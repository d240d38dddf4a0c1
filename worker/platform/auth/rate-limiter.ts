import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { randomToken, sha256 } from '../crypto.ts';
import { type Plan, type Query, query, type ResultsOf } from '../db/query.ts';
import { asBoolean, asJson, readValue } from '../db/typed-rows.ts';
import { AppError } from '../errors.ts';

export const WINDOW_SECONDS = 900;
/** An attempt not finished by then was interrupted and counts as failed. */
const UNDER_WAY_SECONDS = 10;
const RETRY_SECONDS = 2;

export interface Limit {
  subject: string;
  limit: number;
}

/** One guess at a secret. It counts as failed from before the guess is looked at, so that guesses at the same time cannot outrun the limits. */
export interface Attempt {
  /** Since when limits are exceeded, of those that failures alone exceed. */
  state: Query<number[]>;
  /** Counts the attempt where every limit has room for it. */
  reserve: SQL;
  isReserved: Query<boolean>;
  confirmFailure: SQL;
  /** It was no failure. */
  release: SQL;
  /** Earlier failures of the first subject are forgotten. */
  reset: SQL;
}

/** An attempt under limits of 15 minutes. Subjects are kept as hashes: a password typed as a username is not to be found there. */
export async function prepareAttempt(clock: Clock, limits: readonly Limit[]): Promise<Attempt> {
  const now = Math.floor(clock.now() / 1000);
  const id = randomToken(12);
  const hashed = await Promise.all(limits.map(async ({ subject, limit }) => ({ subject: await sha256(subject), limit })));
  const counted = ({ subject }: Limit) => sql`FROM login_failures WHERE subject = ${subject} AND at > ${now - WINDOW_SECONDS}`;
  const over = sql`(settled = 1 OR at <= ${now - UNDER_WAY_SECONDS})`;
  const room = hashed.filter(({ limit }) => limit < Infinity).map((limit) => sql`(SELECT COUNT(*) ${counted(limit)}) < ${limit.limit}`);
  const states = hashed.map(
    (limit) => sql`(SELECT CASE WHEN COUNT(*) >= ${toFiniteLimit(limit)} THEN MIN(at) END ${counted(limit)} AND ${over})`,
  );
  return {
    state: query(query(sql`SELECT json_array(${sql.join(states, sql`, `)})`, readValue(asJson<(number | null)[]>())), (since) =>
      since.filter((at) => at !== null),
    ),
    reserve: sql`INSERT INTO login_failures (subject, at, attempt, settled)
      SELECT value, ${now}, ${id}, 0 FROM json_each(${JSON.stringify(hashed.map(({ subject }) => subject))})
      WHERE ${sql.join([sql`1`, ...room], sql` AND `)}`,
    isReserved: query(sql`SELECT EXISTS (SELECT 1 FROM login_failures WHERE attempt = ${id})`, readValue(asBoolean)),
    confirmFailure: sql`UPDATE login_failures SET settled = 1 WHERE attempt = ${id}`,
    release: sql`DELETE FROM login_failures WHERE attempt = ${id}`,
    reset: sql`DELETE FROM login_failures WHERE subject = ${hashed[0]!.subject} AND settled = 1`,
  };
}

/** A subject that is only counted has no limit. */
const toFiniteLimit = ({ limit }: Limit) => (limit < Infinity ? limit : Number.MAX_SAFE_INTEGER);

/** Failures of a subject in the window, as a column. */
export async function selectFailureCount(clock: Clock, subject: string): Promise<SQL> {
  return sql`(SELECT COUNT(*) FROM login_failures
    WHERE subject = ${await sha256(subject)} AND at > ${Math.floor(clock.now() / 1000) - WINDOW_SECONDS})`;
}

/** Throws 429 with the time to wait when the row of `attempt.state` says that a limit is exceeded. */
export function refuseExceeded(clock: Clock, exceededSince: readonly number[]): void {
  if (exceededSince.length > 0) throw tooManyRequests(clock, exceededSince);
}

/**
 * Counts the attempt in one write together with the other statements, and answers their results. 429 when a limit is exceeded, or
 * when attempts under way fill it. `refuseExceeded` comes before, so that a flood beyond the limit writes nothing.
 */
export async function reserveAttempt<P extends Plan = undefined>(
  clock: Clock,
  attempt: Attempt,
  write: Caller['write'],
  others?: P,
): Promise<ResultsOf<P>> {
  const { reserve, isReserved, state } = attempt;
  const written = await write({ reserve, isReserved, state, others: others as P });
  if (written.isReserved) return written.others;
  refuseExceeded(clock, written.state);
  throw tooManyRequests(clock, []);
}

function tooManyRequests(clock: Clock, since: readonly number[]): AppError {
  const now = Math.floor(clock.now() / 1000);
  const seconds = Math.max(since.length === 0 ? RETRY_SECONDS : 1, ...since.map((at) => at + WINDOW_SECONDS - now));
  return new AppError('too_many_requests', {}, { retryAfter: seconds });
}
