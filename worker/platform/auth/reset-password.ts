import { sql } from 'drizzle-orm';
import { EMAIL_RESET_FIELDS, PASSWORD_LINK_FIELDS, RESET_PASSWORD_FIELDS } from '../../contracts/calls/auth.ts';
import type { Values } from '../../contracts/fields.ts';
import { fill, type Lang, type Text } from '../../contracts/text.ts';
import { query } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asNumber, asText, hasRows, orNull, readFirst, readValue } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { parseCallBody } from '../parse-call.ts';
import { fold } from '../text/fold.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { endAccess } from './end-access.ts';
import { accountLimit, toAccountSubject } from './guess-limits.ts';
import { requireMailOrigin } from './mail-origin.ts';
import { validateNewPassword } from './new-password.ts';
import { createPasswordLink, hashLinkToken, selectLinkOwner } from './password-links.ts';
import { hashPassword, withHashTurn } from './passwords.ts';
import { type Attempt, prepareAttempt, refuseExceeded, reserveAttempt, selectFailureCount } from './rate-limiter.ts';
import { sendSecurityMail } from './security-mail.ts';
import { recordSignIn } from './sign-in-events.ts';

const PER_EMAIL = 3;
const PER_ADDRESS = 20;

/**
 * Checks and counts the request, and answers the work that is left: finding the account and mailing its link. The caller does that
 * after answering, so that neither text nor time tells whether the address is known. The mail goes to the address on record.
 */
export async function requestReset(deps: Deps, client: ClientInfo, origin: string | undefined, body: Values): Promise<() => Promise<void>> {
  const { db, clock } = deps;
  const { email } = parseCallBody(EMAIL_RESET_FIELDS, body, client.lang);
  const mailbox = `reset-email:${fold(email)}`;
  const attempt = await prepareAttempt(clock, [
    { subject: `${mailbox}:${client.network}`, limit: PER_EMAIL },
    { subject: `reset-address:${client.network}`, limit: PER_ADDRESS },
    { subject: mailbox, limit: Infinity },
  ]);
  refuseExceeded(clock, await db.read(attempt.state));
  const { user, asked } = await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)), {
    user: query(
      sql`SELECT id, name, email FROM users WHERE email_fold = ${fold(email)} AND active = 1`,
      readFirst({ id: users.id, name: users.name, email: asText }),
    ),
    asked: query(sql`SELECT ${await selectFailureCount(clock, mailbox)}`, readValue(asNumber)),
    failure: attempt.confirmFailure,
  });
  return async () => {
    // The last of the links that were mailed still works, whoever asked for it: strangers neither flood a mailbox nor keep its owner out.
    if (!user || asked > PER_EMAIL) return;
    const base = requireMailOrigin(origin);
    const link = await createPasswordLink(user.id, clock.now());
    await db.write(link.statements, toAuthor(client, user.id));
    await sendPasswordLink(deps, { to: user.email, name: user.name, link: base + link.path, lang: client.lang });
  };
}

/**
 * Whether a link can still be used, for the page that it opens: 422 `link_expired` for one that is over as for one that never was, and
 * nothing of its owner. A link that is none counts towards the limit of `resetPassword`, so that looking gives no further guesses.
 */
export async function checkPasswordLink(deps: Deps, client: ClientInfo, body: Values): Promise<void> {
  const { db, clock } = deps;
  const { token } = parseCallBody(PASSWORD_LINK_FIELDS, body, client.lang);
  const attempt = await prepareLinkAttempt(deps, client);
  const { exceededSince, isFound } = await db.read({
    exceededSince: attempt.state,
    isFound: query(selectLinkOwner(await hashLinkToken(token), clock.now()), hasRows),
  });
  refuseExceeded(clock, exceededSince);
  if (isFound) return;
  await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)), [attempt.confirmFailure]);
  throw new AppError('link_expired');
}

/** Sets the password that a link is for, and answers the mail that is left to send. All access to its owner's account ends and failed logins are forgotten; the link is used up. */
export async function resetPassword(deps: Deps, client: ClientInfo, body: Values): Promise<() => Promise<void>> {
  const { db, clock } = deps;
  const { password, password_confirm, token } = parseCallBody(RESET_PASSWORD_FIELDS, body, client.lang);
  const validate = (names: unknown[]) =>
    validateNewPassword(RESET_PASSWORD_FIELDS, { chosen: password, repeated: password_confirm, names }, client.lang);
  validate([]);
  const attempt = await prepareLinkAttempt(deps, client);
  const hash = await hashLinkToken(token);
  const owner = selectLinkOwner(hash, clock.now());
  refuseExceeded(clock, await db.read(attempt.state));
  const user = await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)), query(owner, readFirst(OWNER_READERS)));
  const author = toAuthor(client, user?.id ?? null);
  if (!user) {
    await db.write([attempt.confirmFailure], author);
    throw new AppError('link_expired');
  }
  try {
    validate([user.username, user.name, user.email, user.company]);
  } catch (refusal) {
    await db.write([attempt.release], author);
    throw refusal;
  }
  const ownerId = sql`(SELECT id FROM (${owner}))`;
  const fromHere = await prepareAttempt(clock, [accountLimit(String(user.username_fold), client.network, undefined)]);
  const fromAnywhere = await prepareAttempt(clock, [{ subject: toAccountSubject(String(user.username_fold)), limit: Infinity }]);
  const passwordHash = await withHashTurn({ knownAs: String(user.id) }, (turn) => hashPassword(password, turn));
  const { isChanged } = await db.write(
    {
      isChanged: query(
        sql`UPDATE users SET password = ${passwordHash}, updated_at = ${clock.time()}
        WHERE id = ${ownerId} RETURNING id`,
        hasRows,
      ),
      event: recordSignIn(clock, client, { kind: 'password_reset', user_id: ownerId, when: sql`EXISTS (${owner})` }),
      // Whoever knew the former password may have made a key or asked for another address.
      ended: endAccess(clock, { reason: 'password_reset', userId: ownerId, actorId: null }),
      limits: [attempt.release, fromHere.reset, fromAnywhere.reset],
    },
    author,
  );
  if (!isChanged) throw new AppError('link_expired');
  return () => sendSecurityMail(deps, client, { email: user.email, name: user.name }, 'password_reset');
}

/** Guesses at links are limited by where they come from. */
const { id, username, username_fold, name, email } = users;
const OWNER_READERS = { id, username, username_fold, name, email, company: orNull(asText) };

function prepareLinkAttempt({ clock }: Deps, client: ClientInfo): Promise<Attempt> {
  return prepareAttempt(clock, [{ subject: `reset-token:${client.network}`, limit: PER_ADDRESS }]);
}

interface PasswordMail {
  to: string;
  name: string;
  link: string;
  lang: Lang;
}

const SUBJECT: Text = { vi: 'Đặt lại mật khẩu Tensu', en: 'Reset your Tensu password' };

const BODY: Text = {
  vi: `Chào {name},

Có người (có thể là bạn) yêu cầu đặt lại mật khẩu Tensu của bạn. Mở liên kết dưới đây trong vòng 30 phút để chọn mật khẩu mới:

{link}

Liên kết chỉ dùng được một lần. Nếu bạn không yêu cầu, hãy bỏ qua thư này: mật khẩu của bạn không thay đổi.
`,
  en: `Hello {name},

Somebody (probably you) asked to reset your Tensu password. Open this link within 30 minutes to choose a new one:

{link}

The link works once. If you did not ask for it, ignore this mail: your password stays as it is.
`,
};

/** Mails the link as plain text. Throws when mail is not set up or the mail is refused. */
async function sendPasswordLink({ mail, settings }: Deps, { to, name, link, lang }: PasswordMail): Promise<void> {
  if (!mail) throw new Error('Mail is not set up: there is no MAIL binding');
  const from = settings.mailFrom ?? `no-reply@${new URL(link).hostname}`;
  await mail.send({ from: { email: from, name: 'Tensu' }, to, subject: SUBJECT[lang], text: fill(BODY[lang], { name, link }) });
}
