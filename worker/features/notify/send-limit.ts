import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asNumber, hasRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';

/** What one person may tell others in an hour: questions, answers, reviews. Nobody floods the notices of others. */
const MAX_PER_HOUR = 30;
const HOUR_SECONDS = 3600;

/** One telling of others, as part of the write that does it. */
interface SendLimit {
  /** Comes first in the write and counts the telling where there is room; answers the 429 with the time to wait where there is none. */
  refusal: Query<AppError | undefined>;
  /** The condition of the statement right after it. */
  hasRoom: SQL;
}

export async function prepareSend(clock: Clock, person: number): Promise<SendLimit> {
  const now = Math.floor(clock.now() / 1000);
  const subject = await sha256(`send:${person}`);
  const sent = sql`FROM login_failures WHERE subject = ${subject} AND at > ${now - HOUR_SECONDS}`;
  const counting = sql`INSERT INTO login_failures (subject, at, settled) SELECT ${subject}, ${now}, 1
    WHERE (SELECT COUNT(*) ${sent}) < ${MAX_PER_HOUR} RETURNING id`;
  const parts = { isCounted: query(counting, hasRows), oldest: query(sql`SELECT MIN(at) AS at ${sent}`, readValue(asNumber)) };
  return {
    refusal: query(parts, ({ isCounted, oldest }) => {
      if (isCounted) return undefined;
      const seconds = Math.max(1, oldest + HOUR_SECONDS - now);
      return new AppError('too_many_requests', {}, { retryAfter: seconds });
    }),
    hasRoom: sql`changes() = 1`,
  };
}
