import { sql } from 'drizzle-orm';
import { CONFIRM_FIELDS } from '../../contracts/calls/auth.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import type { Caller } from '../caller.ts';
import { query } from '../db/query.ts';
import { hasRows, readOne } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type CallValues, invalidField } from '../parse-call.ts';
import { ACCOUNT_READERS, accountColumns } from './complete-sign-in.ts';
import { verifyPassword, withHashTurn } from './passwords.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from './rate-limiter.ts';
import { type SpentCode, spendCode } from './second-factor.ts';
import { recordSignIn } from './sign-in-events.ts';

const MAX_PER_SESSION = 5;

/** The password or the code of the second factor. */
export type Proof = Pick<CallValues<typeof CONFIRM_FIELDS>, 'password' | 'code'>;

/** Takes a proof that the account's owner calls, and keeps for five minutes that this session gave it. 422 for a wrong one, 429 after five. */
export async function confirmIdentity(deps: Deps, caller: Caller, proof: Proof): Promise<void> {
  const { actor, results: user } = await caller.read(EVERYONE, ({ id }) =>
    query(sql`SELECT ${accountColumns(deps)} FROM users u WHERE u.id = ${id}`, readOne(ACCOUNT_READERS)),
  );
  const field = proof.password ? 'password' : 'code';
  if (!proof[field]) throw invalidField(CONFIRM_FIELDS, 'password', 'required', caller.lang);
  const attempt = await prepareAttempt(caller.clock, [{ subject: `confirm:${actor.id}:${caller.sessionId}`, limit: MAX_PER_SESSION }]);
  refuseExceeded(caller.clock, await caller.readMore(attempt.state));
  const spent = await withHashTurn({ knownAs: String(actor.id) }, async (turn): Promise<SpentCode | undefined> => {
    await reserveAttempt(caller.clock, attempt, caller.write);
    if (proof.password) {
      const isRight = await verifyPassword(proof.password, user.password, turn);
      return isRight ? { condition: sql`u.password = ${user.password}`, statements: [] } : undefined;
    }
    const factor = user.second_factor ?? undefined;
    return factor && spendCode(deps, factor, actor.id, String(proof.code));
  });
  if (!spent) {
    await caller.write([
      attempt.confirmFailure,
      recordSignIn(caller.clock, caller.client, { kind: 'confirm_failure', user_id: actor.id, session_id: caller.sessionId }),
    ]);
    throw invalidField(CONFIRM_FIELDS, field, 'wrong_password', caller.lang);
  }
  const now = Math.floor(caller.clock.now() / 1000);
  const { isConfirmed } = await caller.write({
    isConfirmed: query(
      sql`UPDATE sessions SET confirmed_at = ${now}
      WHERE id = ${caller.sessionId} AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${actor.id} AND ${spent.condition}) RETURNING id`,
      hasRows,
    ),
    code: spent.statements,
    limits: [attempt.release, attempt.reset],
  });
  // Another call has used the same code meanwhile.
  if (!isConfirmed) throw invalidField(CONFIRM_FIELDS, field, 'wrong_password', caller.lang);
}

/**
 * Lets go on who gives a proof with the call or gave one in this session in the last five minutes; 403 `confirm_needed` otherwise. A stolen
 * token alone must not become lasting control of an account.
 */
export async function requireFreshProof(deps: Deps, caller: Caller, grant: Grant, proof: Proof = {}): Promise<void> {
  if (proof.password || proof.code) return confirmIdentity(deps, caller, proof);
  if (!(await caller.require(grant)).hasFreshProof) throw new AppError('confirm_needed');
}
