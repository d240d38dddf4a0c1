import type { Row } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import {
  SECOND_FACTOR_BEGIN_FIELDS,
  SECOND_FACTOR_CODE_FIELDS,
  SECOND_FACTOR_END_FIELDS,
  type SecondFactorSecret,
} from '../../contracts/calls/auth.ts';
import type { Fields } from '../../contracts/fields.ts';
import { ADMIN, EVERYONE } from '../../contracts/roles.ts';
import { inSentence } from '../../contracts/text.ts';
import { invalidField, wholeValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseId, visible } from '../../crud/read.ts';
import type { Resource, Values } from '../../crud/resource.ts';
import { foundRow, rowById } from '../../crud/row.ts';
import { base32Token } from '../../crypto.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { verifyPassword } from '../../passwords.ts';
import type { ClientInfo } from '../auth/client-info.ts';
import { accountColumns } from '../auth/complete-sign-in.ts';
import { type Attempt, prepareAttempt, reserveAttempt } from '../auth/rate-limiter.ts';
import { hashRecoveryCode, openSecret, parseFactor, sealSecret, spendCode } from '../auth/second-factor.ts';
import { recordSignIn } from '../auth/sign-in-events.ts';
import { createTotpSecret, findTotpStep, toOtpauthUrl } from '../auth/totp.ts';

const PER_ACCOUNT = 5;
const RECOVERY_CODES = 10;

type Body = () => Promise<Values>;

/** A new secret for the caller's authenticator app, whose password it takes. It counts once a code of it was confirmed. */
export async function startSecondFactor(deps: Deps, caller: Caller, readBody: Body): Promise<SecondFactorSecret> {
  const values = await authorizeThenValidate(caller, EVERYONE, async () =>
    wholeValues(SECOND_FACTOR_BEGIN_FIELDS, await readBody(), caller.lang),
  );
  const { user, username } = await ownAccount(deps, caller);
  if (parseFactor(user.second_factor)) throw new AppError('conflict', { detail: ALREADY[caller.lang] });
  const attempt = await bookAttempt(caller, user);
  await samePassword(caller, attempt, SECOND_FACTOR_BEGIN_FIELDS, values.password, user.password);
  const secret = createTotpSecret();
  await caller.write([
    attempt.release,
    sql`INSERT INTO second_factors (user_id, secret, created_at)
      VALUES (${Number(user.id)}, ${await sealSecret(deps.settings.jwtSecrets, secret)}, ${caller.clock.time()})
      ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at WHERE confirmed_at IS NULL`,
  ]);
  return { secret, otpauth_url: toOtpauthUrl(secret, username) };
}

/** Turns the second factor on by a first code, and answers the recovery codes: the only time that they are seen. */
export async function confirmSecondFactor(
  deps: Deps,
  client: ClientInfo,
  caller: Caller,
  readBody: Body,
): Promise<{ recovery_codes: string[] }> {
  const { code } = await authorizeThenValidate(caller, EVERYONE, async () =>
    wholeValues(SECOND_FACTOR_CODE_FIELDS, await readBody(), caller.lang),
  );
  const { user, pending } = await ownAccount(deps, caller);
  if (!pending) throw notFound(caller);
  const attempt = await bookAttempt(caller, user);
  const secret = await openSecret(deps.settings.jwtSecrets, pending);
  const step = await findTotpStep(secret, code.replace(/\s/g, ''), caller.clock.now());
  if (step === undefined) return wrong(caller, attempt, SECOND_FACTOR_CODE_FIELDS, 'code');
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32Token(10));
  const hashes = JSON.stringify(await Promise.all(codes.map(hashRecoveryCode)));
  await caller.write([
    attempt.release,
    attempt.reset,
    sql`UPDATE second_factors SET confirmed_at = ${caller.clock.time()}, last_step = ${step}, recovery_codes = ${hashes}
      WHERE user_id = ${Number(user.id)} AND confirmed_at IS NULL AND secret = ${pending}`,
    recordSignIn(caller.clock, client, { kind: 'second_factor_on', user_id: Number(user.id) }),
  ]);
  return { recovery_codes: codes.map((text) => `${text.slice(0, 5)}-${text.slice(5)}`) };
}

/** Turns the caller's second factor off, by password and a code. */
export async function endSecondFactor(deps: Deps, client: ClientInfo, caller: Caller, readBody: Body): Promise<void> {
  const values = await authorizeThenValidate(caller, EVERYONE, async () =>
    wholeValues(SECOND_FACTOR_END_FIELDS, await readBody(), caller.lang),
  );
  const { user } = await ownAccount(deps, caller);
  const factor = parseFactor(user.second_factor);
  if (!factor) throw notFound(caller);
  const attempt = await bookAttempt(caller, user);
  await samePassword(caller, attempt, SECOND_FACTOR_END_FIELDS, values.password, user.password);
  if (!(await spendCode(deps, factor, Number(user.id), values.code))) return wrong(caller, attempt, SECOND_FACTOR_END_FIELDS, 'code');
  await caller.write([attempt.release, attempt.reset, ...removal(caller, client, Number(user.id))]);
}

/** Takes a lost second factor off a user's account. */
export async function removeSecondFactor(users: Resource, client: ClientInfo, caller: Caller, idText: string): Promise<void> {
  const id = await authorizeThenValidate(caller, ADMIN, () => parseId(users, idText, caller.lang));
  const { results } = await caller.read(ADMIN, () => [rowById(users, id)]);
  visible(users, foundRow(users, results[0]), caller.lang);
  await caller.write(removal(caller, client, id));
}

const ALREADY = { vi: 'Mã xác thực đã được bật', en: 'The authentication code is set up already' };

function removal({ clock }: Caller, client: ClientInfo, userId: number): SQL[] {
  const confirmed = sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)`;
  return [
    recordSignIn(clock, client, { kind: 'second_factor_off', user_id: userId, when: confirmed }),
    sql`DELETE FROM second_factors WHERE user_id = ${userId}`,
  ];
}

/** The caller's account with its second factor, also one that is not confirmed yet. */
async function ownAccount(deps: Deps, caller: Caller) {
  const { actor, results } = await caller.read(EVERYONE, (actor) => [
    sql`SELECT ${accountColumns(deps)}, (SELECT secret FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NULL) AS pending
      FROM users u WHERE u.id = ${actor.id}`,
  ]);
  const user = results[0]!.rows[0]!;
  return { user, username: actor.username, pending: user.pending as string | null };
}

/** A guess at the caller's own password or code, under the limit of such guesses. */
async function bookAttempt(caller: Caller, user: Row): Promise<Attempt> {
  const attempt = await prepareAttempt(caller.clock, [{ subject: `own-account:${user.id}`, limit: PER_ACCOUNT }]);
  await reserveAttempt(caller.clock, attempt, (statements) => caller.write(statements));
  return attempt;
}

async function samePassword(caller: Caller, attempt: Attempt, fields: Fields, typed: string, stored: unknown): Promise<void> {
  if (!(await verifyPassword(typed, stored as string | null))) await wrong(caller, attempt, fields, 'password');
}

async function wrong(caller: Caller, attempt: Attempt, fields: Fields, field: string): Promise<never> {
  await caller.write([attempt.confirmFailure]);
  throw invalidField(fields, field, 'wrong_password', caller.lang);
}

const notFound = ({ lang }: Caller) => new AppError('not_found', { what: inSentence(SECOND_FACTOR_CODE_FIELDS.code.label[lang]) });
