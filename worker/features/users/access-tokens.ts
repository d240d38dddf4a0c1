import { type SQL, sql } from 'drizzle-orm';
import { ACCESS_TOKEN_LABELS } from '../../contracts/calls/access-tokens.ts';
import type { AccessToken, CreatedAccessToken, OwnedAccessToken } from '../../contracts/calls/answers/access-tokens.ts';
import type { DeletedAnswer } from '../../contracts/calls/answers/envelope.ts';
import type { accessTokenCalls } from '../../contracts/calls/declared/access-tokens.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { fill, type Text } from '../../contracts/text.ts';
import { createAccessToken, endAccessTokens } from '../../platform/auth/access-token.ts';
import { UNKNOWN_ADDRESS } from '../../platform/auth/client-info.ts';
import type { ChangedAccount } from '../../platform/auth/security-mail.ts';
import { recordSignIn } from '../../platform/auth/sign-in-events.ts';
import type { CallInput, GrantedCaller, GrantedRecord } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { sha256 } from '../../platform/crypto.ts';
import { query } from '../../platform/db/query.ts';
import { accessTokens } from '../../platform/db/schema/accounts.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asNumber, orNull, readColumn, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';

const MAX_TOKENS = 20;

const { id, name, entities, created_at, expires_at, last_used_at, last_address } = accessTokens;
const READERS = { id, name, entities, created_at, expires_at, last_used_at, last_address };
const COLUMNS = sql`k.id, k.name, k.entities, k.created_at, k.expires_at, k.last_used_at, NULLIF(k.last_address, ${UNKNOWN_ADDRESS}) AS last_address`;

/** The caller's access tokens, the newest first; expired ones are among them for a while. */
export async function listMyTokens({ caller, grant }: GrantedCaller): Promise<AccessToken[]> {
  const { results } = await caller.read(grant, (actor) =>
    query(
      sql`SELECT ${COLUMNS} FROM access_tokens k WHERE k.user_id = ${actor.id} AND k.ended_at IS NULL ORDER BY k.id DESC`,
      readRows(READERS),
    ),
  );
  return results;
}

/** Everybody's. */
export async function listTokens({ caller, grant }: GrantedCaller): Promise<OwnedAccessToken[]> {
  const { results } = await caller.read(grant, () =>
    query(
      sql`SELECT ${COLUMNS}, k.user_id, u.name AS user_name, u.username FROM access_tokens k JOIN users u ON u.id = k.user_id
        WHERE k.ended_at IS NULL ORDER BY k.id DESC`,
      readRows({ ...READERS, user_id: accessTokens.user_id, user_name: orNull(users.name), username: users.username }),
    ),
  );
  return results;
}

/** Makes a token of the caller's, with a fresh proof. It is kept as a hash and told this once. 422 for an end that is past or too far away. */
export async function createMyToken({
  caller,
  grant,
  values,
}: CallInput<typeof accessTokenCalls.create>): Promise<{ created: CreatedAccessToken; account: ChangedAccount }> {
  const end = readEnd(caller, values.expires_at);
  const { id: userId, hasFreshProof } = await caller.require(grant);
  if (!hasFreshProof) throw new AppError('confirm_needed');
  const token = createAccessToken();
  const hash = await sha256(token);
  const list = values.entities ? JSON.stringify([...new Set(values.entities)]) : null;
  const { created, account } = await caller.write({
    created: query(
      sql`INSERT INTO access_tokens (user_id, name, hash, entities, created_at, expires_at)
        SELECT ${userId}, ${values.name}, ${hash}, ${list}, ${caller.clock.time()}, ${end}
        WHERE (SELECT COUNT(*) FROM access_tokens WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${caller.clock.time()}) < ${MAX_TOKENS}
        RETURNING id`,
      readColumn(asNumber),
    ),
    event: recordSignIn(caller.clock, caller.client, {
      kind: 'access_token',
      user_id: userId,
      session_id: caller.sessionId,
      actor_id: userId,
      when: sql`EXISTS (SELECT 1 FROM access_tokens WHERE hash = ${hash})`,
    }),
    account: query(sql`SELECT email, name FROM users WHERE id = ${userId}`, readFirst({ email: users.email, name: users.name })),
  });
  if (created[0] === undefined) throw new AppError('conflict', { detail: fill(TOO_MANY[caller.lang], { n: MAX_TOKENS }) });
  return { created: { id: created[0], token }, account: account! };
}

/** A day counts to its end. The last one is the day of the same date a year from now. */
function readEnd({ clock, lang }: Caller, text: string): string {
  const end = text.length === 10 ? `${text} 23:59:59` : text;
  const today = clock.today();
  const latest = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace('-02-29', '-02-28');
  if (end > clock.time() && end.slice(0, 10) <= latest) return end;
  const bounds = { min: today, max: latest };
  const message = ruleMessage(ruleToken('range', bounds), ACCESS_TOKEN_LABELS.expires_at[lang], lang);
  throw new AppError('invalid', {}, { messages: { expires_at: message } });
}

export async function endMyToken({ caller, grant, id: tokenId }: GrantedRecord): Promise<DeletedAnswer> {
  const actor = await caller.require(grant);
  return (await endTokenWhere(caller, actor.id, tokenId, sql`user_id = ${actor.id}`)).ended;
}

/** Ends anybody's token. */
export async function endToken({ caller, grant, id: tokenId }: GrantedRecord): Promise<{ ended: DeletedAnswer; account: ChangedAccount }> {
  const actor = await caller.require(grant);
  return endTokenWhere(caller, actor.id, tokenId, sql`1`);
}

async function endTokenWhere(caller: Caller, actorId: number, tokenId: number, condition: SQL) {
  const isMeant = sql`id = ${tokenId} AND ${condition}`;
  const owner = sql`(SELECT user_id FROM access_tokens WHERE ${isMeant})`;
  const when = sql`EXISTS (SELECT 1 FROM access_tokens WHERE ${isMeant} AND ended_at IS NULL)`;
  const { ids, account } = await caller.write({
    event: recordSignIn(caller.clock, caller.client, { kind: 'access_token_ended', user_id: owner, actor_id: actorId, when }),
    ids: query(sql`${endAccessTokens(caller.clock, actorId, isMeant)} RETURNING id`, readColumn(asNumber)),
    account: query(sql`SELECT email, name FROM users WHERE id = ${owner}`, readFirst({ email: users.email, name: users.name })),
  });
  if (ids.length === 0) throw new AppError('not_found', { what: `${TOKEN[caller.lang]} ${tokenId}` });
  return { ended: { message: ENDED[caller.lang], ids }, account: account! };
}

const TOKEN: Text = { vi: 'mã truy cập', en: 'access key' };
const ENDED: Text = { vi: 'Đã thu hồi mã truy cập', en: 'The access key was revoked' };
const TOO_MANY: Text = {
  vi: 'Bạn đã có {n} mã truy cập. Hãy thu hồi một mã không dùng nữa',
  en: 'You have {n} access keys already. Revoke one that is no longer used',
};
