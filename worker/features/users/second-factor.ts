import { type SQL, sql } from 'drizzle-orm';
import type { SecondFactorSecret } from '../../contracts/calls/answers/auth.ts';
import { SECOND_FACTOR_CODE_FIELDS } from '../../contracts/calls/auth.ts';
import type { accountCalls } from '../../contracts/calls/declared/account.ts';
import { lowerFirstLetter } from '../../contracts/text.ts';
import { requireVisible } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowById } from '../../crud/row.ts';
import { ACCOUNT_READERS, accountColumns } from '../../platform/auth/complete-sign-in.ts';
import { endAccess } from '../../platform/auth/end-access.ts';
import { requireFreshProof } from '../../platform/auth/fresh-proof.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from '../../platform/auth/rate-limiter.ts';
import { hashRecoveryCode, openSecret, sealSecret } from '../../platform/auth/second-factor.ts';
import type { ChangedAccount } from '../../platform/auth/security-mail.ts';
import { recordSignIn } from '../../platform/auth/sign-in-events.ts';
import { createTotpSecret, findTotpStep, toOtpauthUrl } from '../../platform/auth/totp.ts';
import type { CallInput, GrantedCaller, GrantedRecord } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { base32Token } from '../../platform/crypto.ts';
import { query } from '../../platform/db/query.ts';
import { asText, hasRows, orNull, readOne } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';

const MAX_WRONG_CODES = 5;
const RECOVERY_CODE_COUNT = 10;

/** A new secret for the caller's authenticator app, with a fresh proof. It counts once a code of it was confirmed. */
export async function startSecondFactor(
  deps: Deps,
  { caller, grant, values: proof }: CallInput<typeof accountCalls.startSecondFactor>,
): Promise<SecondFactorSecret> {
  const { user, username } = await readOwnAccount(deps, { caller, grant });
  if (user.second_factor) throw new AppError('conflict', { detail: ALREADY[caller.lang] });
  await requireFreshProof(deps, caller, grant, proof);
  const secret = createTotpSecret();
  await caller.write([
    sql`INSERT INTO second_factors (user_id, secret, created_at)
      VALUES (${user.id}, ${await sealSecret(deps.settings.jwtSecrets, secret)}, ${caller.clock.time()})
      ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at WHERE confirmed_at IS NULL`,
  ]);
  return { secret, otpauth_url: toOtpauthUrl(secret, username) };
}

/**
 * Turns the second factor on by a first code, and answers the recovery codes: the only time that they are seen. The other sessions and the
 * access tokens end: they were made without it.
 */
export async function confirmSecondFactor(
  deps: Deps,
  { caller, grant, values: { code } }: CallInput<typeof accountCalls.confirmSecondFactor>,
): Promise<{ recovery_codes: string[]; account: ChangedAccount }> {
  const { user, pending } = await readOwnAccount(deps, { caller, grant });
  if (!pending) throw notFound(caller);
  const userId = user.id;
  const attempt = await prepareAttempt(caller.clock, [{ subject: `own-account:${userId}:${caller.sessionId}`, limit: MAX_WRONG_CODES }]);
  refuseExceeded(caller.clock, await caller.readMore(attempt.state));
  await reserveAttempt(caller.clock, attempt, caller.write);
  const secret = await openSecret(deps.settings.jwtSecrets, pending);
  const step = await findTotpStep(secret, code.replace(/\s/g, ''), caller.clock.now());
  if (step === undefined) {
    await caller.write([attempt.confirmFailure]);
    throw invalidField(SECOND_FACTOR_CODE_FIELDS, 'code', 'wrong_password', caller.lang);
  }
  const { codes, hashes } = await createRecoveryCodes(secret);
  const isPending = sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NULL AND secret = ${pending})`;
  const event = { kind: 'second_factor_on', user_id: userId, session_id: caller.sessionId, actor_id: userId, when: isPending } as const;
  const { isTurnedOn } = await caller.write({
    event: recordSignIn(caller.clock, caller.client, event),
    isTurnedOn: query(
      sql`UPDATE second_factors SET confirmed_at = ${caller.clock.time()}, last_step = ${step}, recovery_codes = ${hashes}
      WHERE user_id = ${userId} AND ${isPending} RETURNING user_id`,
      hasRows,
    ),
    limits: [attempt.release, attempt.reset],
    ended: endAccess(caller.clock, { reason: 'second_factor_on', userId, actorId: userId, except: caller.sessionId }),
  });
  // Another call has turned it on meanwhile: the codes that count are that call's.
  if (!isTurnedOn) throw notFound(caller);
  return { recovery_codes: codes, account: { email: user.email, name: user.name } };
}

/** New recovery codes in place of the old ones, with a fresh proof: as after turning the factor on, the only time that they are seen. */
export async function renewRecoveryCodes(
  deps: Deps,
  { caller, grant, values: proof }: CallInput<typeof accountCalls.renewRecoveryCodes>,
): Promise<{ recovery_codes: string[]; account: ChangedAccount }> {
  const { user } = await readOwnAccount(deps, { caller, grant });
  const factor = user.second_factor;
  if (!factor) throw notFound(caller);
  await requireFreshProof(deps, caller, grant, proof);
  const userId = user.id;
  const { codes, hashes } = await createRecoveryCodes(await openSecret(deps.settings.jwtSecrets, factor.secret));
  const { isRenewed } = await caller.write({
    // Of two at once one wins, so that nobody keeps a list that never counted.
    isRenewed: query(
      sql`UPDATE second_factors SET recovery_codes = ${hashes} WHERE user_id = ${userId} AND confirmed_at IS NOT NULL
      AND json(recovery_codes) = ${JSON.stringify(factor.recovery_codes)} RETURNING user_id`,
      hasRows,
    ),
    event: recordSignIn(caller.clock, caller.client, {
      kind: 'recovery_codes',
      user_id: userId,
      session_id: caller.sessionId,
      actor_id: userId,
      when: sql`changes() = 1`,
    }),
  });
  if (!isRenewed) throw new AppError('conflict', { detail: RENEWED_MEANWHILE[caller.lang] });
  return { recovery_codes: codes, account: { email: user.email, name: user.name } };
}

/** Codes as they are shown, `ABCDE-FGHIJ`, and as they are kept. */
async function createRecoveryCodes(secret: string): Promise<{ codes: string[]; hashes: string }> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => base32Token(10));
  const hashes = JSON.stringify(await Promise.all(codes.map((code) => hashRecoveryCode(code, secret))));
  return { codes: codes.map((text) => `${text.slice(0, 5)}-${text.slice(5)}`), hashes };
}

/** Turns the caller's second factor off, with a fresh proof: the password, a code, or both where both are sent. */
export async function endSecondFactor(
  deps: Deps,
  { caller, grant, values: { password, code } }: CallInput<typeof accountCalls.endSecondFactor>,
): Promise<ChangedAccount> {
  const { user } = await readOwnAccount(deps, { caller, grant });
  if (!user.second_factor) throw notFound(caller);
  if (password || !code) await requireFreshProof(deps, caller, grant, { password });
  if (code) await requireFreshProof(deps, caller, grant, { code });
  await caller.write(removeFactor(caller, user.id, user.id));
  return { email: user.email, name: user.name };
}

/** Takes a lost second factor off a user's account, with a fresh proof. */
export async function removeSecondFactor(deps: Deps, users: Resource, { caller, grant, id }: GrantedRecord): Promise<ChangedAccount> {
  const { actor, results: found } = await caller.read(grant, () => queryRowById(users, id));
  const { row } = requireVisible(users, found, caller.lang);
  await requireFreshProof(deps, caller, grant);
  await caller.write(removeFactor(caller, id, actor.id));
  return { email: row.email, name: row.name };
}

const RENEWED_MEANWHILE = {
  vi: 'Mã khôi phục vừa được dùng hoặc tạo lại ở nơi khác; hãy thử lại nếu bạn cần danh sách mới',
  en: 'The recovery codes were used or renewed elsewhere at this moment; try again if you need a new list',
};
const ALREADY = { vi: 'Mã xác thực đã được bật', en: 'Two-step sign-in is on already' };

function removeFactor(caller: Caller, userId: number, actorId: number): SQL[] {
  return [
    recordSignIn(caller.clock, caller.client, { kind: 'second_factor_off', user_id: userId, actor_id: actorId, when: isFactorOn(userId) }),
    sql`DELETE FROM second_factors WHERE user_id = ${userId}`,
  ];
}

const isFactorOn = (userId: number): SQL =>
  sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)`;

/** The caller's account with its second factor, also one that is not confirmed yet. */
async function readOwnAccount(deps: Deps, { caller, grant }: GrantedCaller) {
  const { actor, results: user } = await caller.read(grant, (actor) =>
    query(
      sql`SELECT ${accountColumns(deps)}, (SELECT secret FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NULL) AS pending
      FROM users u WHERE u.id = ${actor.id}`,
      readOne({ ...ACCOUNT_READERS, pending: orNull(asText) }),
    ),
  );
  return { user, username: actor.username, pending: user.pending };
}

const notFound = ({ lang }: Caller) => new AppError('not_found', { what: lowerFirstLetter(SECOND_FACTOR_CODE_FIELDS.code.label[lang]) });
