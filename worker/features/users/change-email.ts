import { sql } from 'drizzle-orm';
import type { accountCalls } from '../../contracts/calls/declared/account.ts';
import { CHANGE_EMAIL_FIELDS, CONFIRM_EMAIL_FIELDS } from '../../contracts/calls/users.ts';
import type { Values } from '../../contracts/fields.ts';
import { fill, type Lang, type Text } from '../../contracts/text.ts';
import { type ClientInfo, toAuthor } from '../../platform/auth/client-info.ts';
import { requireFreshProof } from '../../platform/auth/fresh-proof.ts';
import { revokeLinks } from '../../platform/auth/password-links.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from '../../platform/auth/rate-limiter.ts';
import { sendSecurityMail } from '../../platform/auth/security-mail.ts';
import { recordSignIn } from '../../platform/auth/sign-in-events.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asBoolean, asText, hasRows, readFirst, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { parseCallBody } from '../../platform/parse-call.ts';
import { fold } from '../../platform/text/fold.ts';

const LINK_SECONDS = 86_400;
const MAX_MAILS = 5;
const MAX_PER_ADDRESS = 20;
const EMAIL_FREE = (email: string, userId: number) =>
  sql`NOT EXISTS (SELECT 1 FROM users WHERE email_fold = ${fold(email)} AND id <> ${userId})`;

const SUBJECT: Text = { vi: 'Xác nhận email mới của tài khoản Tensu', en: 'Confirm the new email address of your Tensu account' };
const BODY: Text = {
  vi: 'Chào {name},\n\nMở liên kết dưới đây trong vòng 24 giờ để dùng địa chỉ này cho tài khoản Tensu của bạn:\n\n{link}\n\nNếu bạn không yêu cầu, hãy bỏ qua thư này.\n',
  en: 'Hello {name},\n\nOpen this link within 24 hours to use this address for your Tensu account:\n\n{link}\n\nIf you did not ask for it, ignore this mail.\n',
};

const hashEmailToken = (token: string) => sha256(`email-link:${token}`);

/** Mails a link to the new address; the account keeps its address until the link is opened. Takes the password or a fresh proof. */
export async function requestEmailChange(
  deps: Deps,
  { caller, grant, values: { email, password } }: CallInput<typeof accountCalls.requestEmail>,
  origin: string | undefined,
): Promise<void> {
  await requireFreshProof(deps, caller, grant, { password });
  const { actor, results: isFree } = await caller.read(grant, ({ id }) =>
    query(sql`SELECT ${EMAIL_FREE(email, id)} AS is_free`, readValue(asBoolean)),
  );
  if (!isFree) throw duplicate(caller.lang);
  if (!deps.mail || !deps.settings.mailFrom || origin === undefined)
    throw new AppError('mail_unavailable', {}, { cause: new Error('No mail: MAIL, MAIL_FROM or APP_ORIGIN is missing') });
  const attempt = await prepareAttempt(caller.clock, [{ subject: `email-change:${actor.id}`, limit: MAX_MAILS }]);
  refuseExceeded(caller.clock, await caller.readMore(attempt.state));
  const now = Math.floor(caller.clock.now() / 1000);
  const token = randomToken();
  await reserveAttempt(caller.clock, attempt, caller.write, [
    attempt.confirmFailure,
    sql`DELETE FROM email_changes WHERE user_id = ${actor.id} OR expires_at <= ${now}`,
    sql`INSERT INTO email_changes (hash, user_id, email, created_at, expires_at)
      VALUES (${await hashEmailToken(token)}, ${actor.id}, ${email}, ${now}, ${now + LINK_SECONDS})`,
  ]);
  const link = `${origin}/confirm-email?token=${token}`;
  const text = fill(BODY[caller.lang], { name: actor.name, link });
  await deps.mail.send({ from: { email: deps.settings.mailFrom, name: 'Tensu' }, to: email, subject: SUBJECT[caller.lang], text });
}

/** Takes the address that a link is for, once; the former address is told. 422 for a link that is over, 409 when somebody has the address. */
export async function confirmEmail(deps: Deps, client: ClientInfo, body: Values): Promise<() => Promise<void>> {
  const { db, clock } = deps;
  const { token } = parseCallBody(CONFIRM_EMAIL_FIELDS, body, client.lang);
  const now = Math.floor(clock.now() / 1000);
  const hash = await hashEmailToken(token);
  const attempt = await prepareAttempt(clock, [{ subject: `email-token:${client.network}`, limit: MAX_PER_ADDRESS }]);
  const { exceededSince, change } = await db.read({
    exceededSince: attempt.state,
    change: query(
      sql`SELECT c.user_id, c.email AS new_email, u.email, u.name FROM email_changes c JOIN users u ON u.id = c.user_id
      WHERE c.hash = ${hash} AND c.expires_at > ${now} AND u.active = 1`,
      readFirst({ user_id: users.id, new_email: asText, email: users.email, name: users.name }),
    ),
  });
  refuseExceeded(clock, exceededSince);
  if (!change) {
    await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)), [attempt.confirmFailure]);
    throw new AppError('link_expired');
  }
  const { user_id: userId, new_email: email } = change;
  const waiting = sql`EXISTS (SELECT 1 FROM email_changes WHERE hash = ${hash}) AND ${EMAIL_FREE(email, userId)}`;
  const { isChanged } = await db.write(
    {
      isChanged: query(
        sql`UPDATE users SET email = ${email}, email_fold = ${fold(email)}, updated_at = ${clock.time()}, version = version + 1
        WHERE id = ${userId} AND ${waiting} RETURNING id`,
        hasRows,
      ),
      event: recordSignIn(clock, client, { kind: 'email_change', user_id: userId, actor_id: userId, when: waiting }),
      links: revokeLinks(userId, waiting),
    },
    toAuthor(client, userId),
  );
  if (!isChanged) throw duplicate(client.lang);
  return () => sendSecurityMail(deps, client, { email: change.email, name: change.name }, 'email_change');
}

function duplicate(lang: Lang): AppError {
  const params = { field: CHANGE_EMAIL_FIELDS.email.label[lang] };
  const { message } = new AppError('duplicate', params).body(lang, '');
  return new AppError('duplicate', params, { messages: { email: message } });
}
