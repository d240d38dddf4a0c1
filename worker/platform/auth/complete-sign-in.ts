import { type SQL, sql } from 'drizzle-orm';
import type { SignInKind } from '../../contracts/calls/auth.ts';
import { users } from '../db/schema/organisation.ts';
import { asJson, asText, orNull, type RowOf } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import type { Device } from './device-cookie.ts';
import { codeLimits } from './guess-limits.ts';
import { type Attempt, prepareAttempt, reserveAttempt } from './rate-limiter.ts';
import { type Factor, SECOND_FACTOR_COLUMN, spendCode } from './second-factor.ts';
import { CLAIM_COLUMNS, CLAIM_READERS, lockColumns, openSession, type SignedIn } from './sessions.ts';
import { recordSignIn } from './sign-in-events.ts';

/** Columns of user `u` that entering needs. */
export const accountColumns = (deps: Pick<Deps, 'clock'>): SQL =>
  sql`${CLAIM_COLUMNS}, ${lockColumns(deps.clock)}, ${SECOND_FACTOR_COLUMN}, u.password, u.active, u.username_fold, u.email, u.name`;
const { password, active, username_fold, email, name } = users;
/** What `accountColumns` selects. */
export const ACCOUNT_READERS = {
  ...CLAIM_READERS,
  locked_until: orNull(asText),
  lock_reason: orNull(asText),
  second_factor: orNull(asJson<Factor>()),
  ...{ password, active, username_fold, email, name },
};
export type Account = RowOf<typeof ACCOUNT_READERS>;

interface SignInProof {
  attempt: Attempt;
  otp: string | null | undefined;
  knownDevice: Device | undefined;
  /** A condition on user `u` that the proof rests on: it must still hold when the session is opened. */
  condition: SQL;
}

/**
 * Opens a session for somebody who has proved who they are by password or provider: the account must be active, not locked, and its second
 * factor must be given.
 */
export async function completeSignIn(
  deps: Deps,
  client: ClientInfo,
  user: Account,
  { attempt, otp, knownDevice, condition }: SignInProof,
): Promise<SignedIn> {
  const refuse = (kind: SignInKind, error: AppError, others: SQL[] = []) =>
    refuseSignIn(deps, client, attempt, { kind, userId: user.id, error, others });
  if (!user.active) return refuse('inactive', new AppError('account_inactive'));
  if (user.locked_until) {
    return refuse('locked', new AppError('account_locked', { until: user.locked_until, reason: user.lock_reason ?? '-' }));
  }
  const factor = user.second_factor;
  if (!factor) return openSession(deps, client, user, condition, [attempt.release, attempt.reset]);
  if (!otp) {
    await deps.db.write([attempt.release], toAuthor(client));
    throw new AppError('second_factor_required');
  }
  // The code has limits of its own: who has taken over a password or a provider's account may ask from many addresses.
  const guess = await prepareAttempt(deps.clock, codeLimits(user.id, client.network, knownDevice));
  await reserveAttempt(deps.clock, guess, (plan) => deps.db.write(plan, toAuthor(client)), [attempt.release]);
  const used = await spendCode(deps, factor, user.id, otp);
  if (!used) return refuse('second_factor_failure', new AppError('second_factor_wrong'), [guess.confirmFailure]);
  const forgotten = [attempt, guess].flatMap(({ release, reset }) => [release, reset]);
  return openSession(deps, client, user, sql`${condition} AND ${used.condition}`, [...used.statements, ...forgotten]);
}

/** Records why nobody came in and throws that error. Only a wrong secret counts as a failed attempt. */
export async function refuseSignIn(
  { db, clock }: Deps,
  client: ClientInfo,
  attempt: Attempt,
  { kind, userId, error, others = [] }: { kind: SignInKind; userId: number | undefined; error: AppError; others?: SQL[] },
): Promise<never> {
  const wrong = kind === 'failure' || kind === 'second_factor_failure';
  const recorded = recordSignIn(clock, client, { kind, user_id: userId });
  await db.write([wrong ? attempt.confirmFailure : attempt.release, recorded, ...others], toAuthor(client));
  throw error;
}
