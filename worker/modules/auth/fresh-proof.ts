import { sql } from 'drizzle-orm';
import { CONFIRM_FIELDS } from '../../contracts/calls/auth.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { type CallValues, invalidField } from '../../crud/call-values.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { verifyPassword, withHashTurn } from '../../passwords.ts';
import { accountColumns } from './complete-sign-in.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from './rate-limiter.ts';
import { parseFactor, spendCode } from './second-factor.ts';
import type { SessionCall } from './session-call.ts';
import { recordSignIn } from './sign-in-events.ts';

const PROOF_SECONDS = 300;
const MAX_PER_SESSION = 5;

/** The password or the code of the second factor. */
export type Proof = Pick<CallValues<typeof CONFIRM_FIELDS>, 'password' | 'code'>;

/** Takes a proof that the account's owner calls, and keeps for five minutes that this session gave it. 422 for a wrong one, 429 after five. */
export async function confirmIdentity(deps: Deps, call: SessionCall, proof: Proof): Promise<void> {
  const { caller, client, sessionId } = call;
  const { actor, results } = await caller.read(EVERYONE, ({ id }) => [sql`SELECT ${accountColumns(deps)} FROM users u WHERE u.id = ${id}`]);
  const user = results[0]!.rows[0]!;
  const field = proof.password ? 'password' : 'code';
  if (!proof[field]) throw invalidField(CONFIRM_FIELDS, 'password', 'required', caller.lang);
  const attempt = await prepareAttempt(caller.clock, [{ subject: `confirm:${actor.id}:${sessionId}`, limit: MAX_PER_SESSION }]);
  refuseExceeded(caller.clock, (await caller.readMore([attempt.state]))[0]);
  const spent = await withHashTurn(client.address, async (turn) => {
    await reserveAttempt(caller.clock, attempt, (statements) => caller.write(statements));
    if (proof.password) return (await verifyPassword(proof.password, user.password as string | null, turn)) ? [] : undefined;
    const factor = parseFactor(user.second_factor);
    return factor && (await spendCode(deps, factor, actor.id, String(proof.code)))?.statements;
  });
  if (!spent) {
    await caller.write([
      attempt.confirmFailure,
      recordSignIn(caller.clock, client, { kind: 'confirm_failure', user_id: actor.id, session_id: sessionId }),
    ]);
    throw invalidField(CONFIRM_FIELDS, field, 'wrong_password', caller.lang);
  }
  const now = Math.floor(caller.clock.now() / 1000);
  await caller.write([...spent, attempt.release, attempt.reset, sql`UPDATE sessions SET confirmed_at = ${now} WHERE id = ${sessionId}`]);
}

/**
 * Lets go on who gives a proof with the call or gave one in this session in the last five minutes; 403 `confirm_needed` otherwise. A stolen
 * token alone must not become lasting control of an account.
 */
export async function requireFreshProof(deps: Deps, call: SessionCall, grant: Grant, proof: Proof = {}): Promise<void> {
  if (proof.password || proof.code) return confirmIdentity(deps, call, proof);
  const since = Math.floor(call.caller.clock.now() / 1000) - PROOF_SECONDS;
  const { results } = await call.caller.read(grant, () => [
    sql`SELECT 1 FROM sessions WHERE id = ${call.sessionId} AND confirmed_at > ${since}`,
  ]);
  if (results[0]!.rows.length === 0) throw new AppError('confirm_needed');
}
