import { sql } from 'drizzle-orm';
import { CHANGE_PASSWORD_FIELDS } from '../../contracts/calls/auth.ts';
import type { accountCalls } from '../../contracts/calls/declared/account.ts';
import type { CallInput } from '../call-routes.ts';
import { query } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asText, hasRows, orNull, readOne } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../parse-call.ts';
import { endAccess } from './end-access.ts';
import { validateNewPassword } from './new-password.ts';
import { hashPassword, verifyPassword, withHashTurn } from './passwords.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from './rate-limiter.ts';
import type { ChangedAccount } from './security-mail.ts';
import { recordSignIn } from './sign-in-events.ts';

const MAX_PER_ACCOUNT = 5;
const { password, username, name, email } = users;

/**
 * Sets the caller's own password, who must know the old one; their other sessions and their access tokens end. Answers their name. The row's version stays: no form
 * carries the password, so no form that is open gets stale by it.
 */
export async function changePassword(
  { clock }: Deps,
  { caller, grant, values }: CallInput<typeof accountCalls.changePassword>,
): Promise<{ name: string; account: ChangedAccount }> {
  const { actor, results } = await caller.read(grant, (actor) =>
    query(
      sql`SELECT u.password, u.username, u.name, u.email, c.name AS company FROM users u LEFT JOIN companies c ON c.id = u.company_id
      WHERE u.id = ${actor.id}`,
      readOne({ password, username, name, email, company: orNull(asText) }),
    ),
  );
  const { password: stored, ...names } = results;
  const chosen = { chosen: values.password, repeated: values.password_confirm, names: Object.values(names) };
  validateNewPassword(CHANGE_PASSWORD_FIELDS, chosen, caller.lang);
  const attempt = await prepareAttempt(clock, [{ subject: `change-password:${actor.id}`, limit: MAX_PER_ACCOUNT }]);
  refuseExceeded(clock, await caller.readMore(attempt.state));
  const hash = await withHashTurn({ knownAs: String(actor.id) }, async (turn) => {
    await reserveAttempt(clock, attempt, caller.write);
    if (await verifyPassword(values.old_password, stored ?? undefined, turn)) return hashPassword(values.password, turn);
    await caller.write([attempt.confirmFailure]);
    throw invalidField(CHANGE_PASSWORD_FIELDS, 'old_password', 'wrong_password', caller.lang);
  });
  const { isChanged } = await caller.write({
    isChanged: query(
      sql`UPDATE users SET password = ${hash}, updated_at = ${clock.time()} WHERE id = ${actor.id} AND password = ${stored} RETURNING id`,
      hasRows,
    ),
    ended: endAccess(clock, { reason: 'password_change', userId: actor.id, actorId: actor.id, except: caller.sessionId }),
    event: recordSignIn(clock, caller.client, {
      kind: 'password_change',
      user_id: actor.id,
      actor_id: actor.id,
      session_id: caller.sessionId,
    }),
    limits: [attempt.release, attempt.reset],
  });
  if (!isChanged) throw invalidField(CHANGE_PASSWORD_FIELDS, 'old_password', 'wrong_password', caller.lang);
  return { name: actor.name, account: { name: actor.name, email: names.email } };
}
