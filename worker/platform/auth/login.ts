import { sql } from 'drizzle-orm';
import { LOGIN_FIELDS } from '../../contracts/calls/auth.ts';
import type { Values } from '../../contracts/fields.ts';
import { query } from '../db/query.ts';
import { asBoolean, asNumber, readFirst, readOne } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { parseCallBody } from '../parse-call.ts';
import { fold } from '../text/fold.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { ACCOUNT_READERS, accountColumns, completeSignIn, refuseSignIn } from './complete-sign-in.ts';
import { type Device, hasSignedInOn } from './device-cookie.ts';
import { passwordLimits, slowDownMs, toAccountSubject } from './guess-limits.ts';
import { isCrowded, verifyPassword, withHashTurn } from './passwords.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt, selectFailureCount } from './rate-limiter.ts';
import type { SignedIn } from './sessions.ts';
import { needsRateLimitEvent, recordRateLimited } from './sign-in-events.ts';

const CROWDED_DELAY_MS = 12_000;

/**
 * Opens a session by password: one round trip to read the account and its limits, one to count the attempt, one to write its result.
 * An unknown user and a wrong password get the same answer after the same work; that an account is inactive or locked is told only to
 * who knows its password. Nothing is written beyond a limit, and nothing is hashed outside the turn.
 */
export async function login(deps: Deps, client: ClientInfo, device: Device | undefined, body: Values): Promise<SignedIn> {
  const { db, clock } = deps;
  const { username, password, otp } = parseCallBody(LOGIN_FIELDS, body, client.lang);
  const name = fold(username);
  const knownDevice = (await hasSignedInOn(device, name)) ? device : undefined;
  const attempt = await prepareAttempt(clock, passwordLimits(name, client.network, knownDevice));
  const { user, exceededSince, pressure } = await db.read({
    user: query(sql`SELECT ${accountColumns(deps)} FROM users u WHERE u.username_fold = ${name}`, readFirst(ACCOUNT_READERS)),
    exceededSince: attempt.state,
    pressure: query(
      sql`SELECT ${await selectFailureCount(clock, toAccountSubject(name))} AS failures, ${needsRateLimitEvent(clock, client)} AS is_news`,
      readOne({ failures: asNumber, is_news: asBoolean }),
    ),
  });
  const author = toAuthor(client);
  try {
    refuseExceeded(clock, exceededSince);
  } catch (error) {
    if (pressure.is_news) await db.write([recordRateLimited(clock, client, user?.id ?? null)], author);
    throw error;
  }
  if (!knownDevice) await pause(slowDownMs(pressure.failures));
  const verified = withHashTurn(knownDevice ? { knownAs: name } : client, async (turn) => {
    await reserveAttempt(clock, attempt, (plan) => db.write(plan, author));
    if (!(await verifyPassword(password, user?.password ?? undefined, turn)) || !user) {
      const userId = user?.id;
      return refuseSignIn(deps, client, attempt, { kind: 'failure', userId, error: new AppError('bad_credentials') });
    }
    return completeSignIn(deps, client, user, { attempt, otp, knownDevice, condition: sql`u.password = ${user.password}` });
  });
  return knownDevice ? verified : verified.catch(refuseLate);
}

/** While strangers crowd, each learns late that it failed: whoever guesses again and again waits here, and not in the queue before others. */
async function refuseLate(refusal: unknown): Promise<never> {
  await pause(isCrowded() ? CROWDED_DELAY_MS : 0);
  throw refusal;
}

const pause = async (ms: number) => ms > 0 && new Promise((resolve) => setTimeout(resolve, ms));
