import { sql } from 'drizzle-orm';
import { EMAIL_RESET_FIELDS, RESET_PASSWORD_FIELDS } from '../../contracts/calls/auth.ts';
import { wholeValues } from '../../crud/call-values.ts';
import type { Values } from '../../crud/resource.ts';
import { fold } from '../../db/text-keys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { hashPassword } from '../../passwords.ts';
import { checkNewPassword } from './new-password.ts';
import { linkHashOf, linkOwner, newPasswordLink } from './password-links.ts';
import { sendPasswordLink } from './password-mail.ts';
import { endSessions } from './sessions.ts';
import { recordSignIn } from './sign-in-events.ts';
import { accountSubject, attemptOf, booked } from './throttle.ts';
import { authorOf, type Visitor } from './visitor.ts';

const PER_EMAIL = 3;
const PER_ADDRESS = 20;

/**
 * Checks and counts the request, and answers the work that is left: finding the account and mailing its link. The caller does that
 * after answering, so that neither text nor time tells whether the address is known. The mail goes to the address on record.
 */
export async function requestReset(deps: Deps, visitor: Visitor, origin: string, body: Values): Promise<() => Promise<void>> {
  const { db, clock } = deps;
  const { email } = wholeValues(EMAIL_RESET_FIELDS, body, visitor.lang);
  const attempt = await attemptOf(clock, [
    { subject: `reset-email:${fold(email)}`, limit: PER_EMAIL },
    { subject: `reset-address:${visitor.address}`, limit: PER_ADDRESS },
  ]);
  const [found] = await booked(clock, attempt, (statements) => db.write(statements, authorOf(visitor)), [
    sql`SELECT id, name, email FROM users WHERE email_fold = ${fold(email)} AND active = 1`,
    attempt.failed,
  ]);
  const user = found!.rows[0];
  return async () => {
    if (!user) return;
    const link = await newPasswordLink(Number(user.id), clock.now());
    await db.write(link.statements, authorOf(visitor, Number(user.id)));
    await sendPasswordLink(deps, { to: String(user.email), name: String(user.name), link: origin + link.path, lang: visitor.lang });
  };
}

/** Sets the password that a link is for. All sessions of its owner end and failed logins are forgotten; the link is used up. */
export async function resetPassword({ db, clock }: Deps, visitor: Visitor, body: Values): Promise<void> {
  const { password, password_confirm, token } = wholeValues(RESET_PASSWORD_FIELDS, body, visitor.lang);
  checkNewPassword(RESET_PASSWORD_FIELDS, { chosen: password, repeated: password_confirm }, visitor.lang);
  const attempt = await attemptOf(clock, [{ subject: `reset-token:${visitor.address}`, limit: PER_ADDRESS }]);
  const hash = await linkHashOf(token);
  const owner = linkOwner(hash, clock.now());
  const [found] = await booked(clock, attempt, (statements) => db.write(statements, authorOf(visitor)), [owner]);
  const user = found!.rows[0];
  const author = authorOf(visitor, user ? Number(user.id) : null);
  if (!user) {
    await db.write([attempt.failed], author);
    throw new AppError('link_expired');
  }
  const ownerId = sql`(SELECT id FROM (${owner}))`;
  const account = await attemptOf(clock, [{ subject: accountSubject(String(user.username_fold)), limit: 1 }]);
  const [changed] = await db.write(
    [
      sql`UPDATE users SET password = ${await hashPassword(password)}, updated_at = ${clock.time()}
        WHERE id = ${ownerId} RETURNING id`,
      endSessions(clock, 'password_reset', sql`user_id = ${ownerId}`),
      recordSignIn(clock, visitor, { kind: 'password_reset', user_id: ownerId, when: sql`EXISTS (${owner})` }),
      sql`UPDATE password_resets SET used_at = ${Math.floor(clock.now() / 1000)} WHERE hash = ${hash} AND used_at IS NULL`,
      attempt.takenBack,
      account.cleared,
    ],
    author,
  );
  if (changed!.rows.length === 0) throw new AppError('link_expired');
}
