import { type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { runAfterAnswer } from '../after-answer.ts';
import type { Actor } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { sha256 } from '../crypto.ts';
import { SCRIPT_AUTHOR } from '../db/client.ts';
import { query } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asJson, readFirst } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { toOfficeTime } from '../text/office-time.ts';
import { isAccessToken } from './access-token.ts';
import { spendCall } from './call-budget.ts';
import { readClientInfo } from './client-info.ts';
import { COUNTING_ROLES, PROOF_SECONDS } from './sessions.ts';
import { type Claims, verifyAccessToken } from './tokens.ts';

/** What a call carries to be let in; the database confirms it together with the call's own reads. */
export interface Credential {
  /** Whose calls share a budget: those of a person's sessions, or of all their access tokens. */
  readonly budget: number | string;
  readonly callsPerMinute: number;
  /** The person as last seen; shapes only the first attempt. */
  readonly known: Actor;
  /** The session; empty for an access token, which has none. */
  readonly sessionId: string;
  /** In SQL, of user `u`: the columns `is_open`, `hasFreshProof` and `token`, and the tables they come from with their conditions. */
  readonly columns: SQL;
  readonly from: SQL;
  /** Of an access token, which may do nothing but read. */
  readonly tokenHash: string | undefined;
}

/** What is told of an access token with each call. */
export interface TokenUse {
  id: number;
  /** The token may read here. */
  covers: 0 | 1;
  last_used_at: string | null;
  last_address: string | null;
}

/** The credential of a request; undefined where it has none that could be valid. */
export async function readCredential(c: Context, deps: Deps): Promise<Credential | undefined> {
  const text = readSecret(c.req.header('authorization') ?? '');
  if (!text) return undefined;
  if (isAccessToken(text)) return readToken(c, deps, await sha256(text));
  const claims = await verifyAccessToken(text, deps.settings.jwtSecrets, deps.clock.now());
  return claims && sessionCredential(claims, deps);
}

/** The token of `Bearer`, or the password of `Basic`, whatever its user name. */
function readSecret(authorization: string): string {
  const [, scheme = '', text = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return text;
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(text, 'base64').toString()) ?? [];
  return isAccessToken(password) ? password : '';
}

function sessionCredential(claims: Claims, { clock, settings }: Deps): Credential {
  const seconds = Math.floor(clock.now() / 1000);
  return {
    budget: Number(claims.sub),
    callsPerMinute: settings.callsPerMinute,
    known: { ...UNNAMED, id: Number(claims.sub), roles: claims.roles, department_id: claims.dept, dept_grp_id: claims.grp },
    sessionId: claims.sid,
    columns: sql`s.id IS NOT NULL AS is_open, ifnull(s.confirmed_at > ${seconds - PROOF_SECONDS}, 0) AS "hasFreshProof", NULL AS token`,
    from: sql`FROM users u LEFT JOIN sessions s ON s.id = ${claims.sid} AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ${seconds}
      WHERE u.id = ${Number(claims.sub)}`,
    tokenHash: undefined,
  };
}

const TOKEN_CALLS_PER_MINUTE = 120;
const MAX_KNOWN_OWNERS = 1000;

/** The owners of tokens that this isolate has met, by the token's hash. */
const knownOwners = new Map<string, Actor>();

/** Keeps the owner of an access token for its next call; none of one that has ended. */
export function rememberTokenOwner({ tokenHash }: Credential, actor: Actor | undefined): void {
  if (tokenHash === undefined) return;
  if (!actor) {
    knownOwners.delete(tokenHash);
    return;
  }
  if (knownOwners.size >= MAX_KNOWN_OWNERS) knownOwners.clear();
  knownOwners.set(tokenHash, actor);
}

/** A token is looked up before its network's failures count, so that made-up ones refuse nobody else's; they wait in a lane of their network. */
async function readToken(c: Context, deps: Deps, hash: string): Promise<Credential | undefined> {
  const { network } = readClientInfo(c, deps);
  const known =
    knownOwners.get(hash) ?? (await deps.db.read(selectOwner(hash, deps.clock), undefined, { lane: `unknown token:${network}` }));
  if (known) return tokenCredential(hash, { ...UNNAMED, ...known }, areaOf(c), deps.clock);
  spendCall(`unknown token:${network}`, deps.clock.now(), TOKEN_CALLS_PER_MINUTE);
  return undefined;
}

const UNNAMED = { username: '', name: '', hasFreshProof: false };
const { id, department_id, dept_grp_id } = users;

const isOpen = (hash: string, clock: Clock) => sql`k.hash = ${hash} AND k.ended_at IS NULL AND k.expires_at > ${clock.time()}`;

const selectOwner = (hash: string, clock: Clock) =>
  query(
    sql`SELECT u.id, u.department_id, u.dept_grp_id, ${COUNTING_ROLES} AS roles FROM access_tokens k CROSS JOIN users u ON u.id = k.user_id
      WHERE ${isOpen(hash, clock)}`,
    readFirst({ id, department_id, dept_grp_id, roles: asJson<string[]>() }),
  );

function tokenCredential(hash: string, known: Actor, area: SQL, clock: Clock): Credential {
  const covers = sql`k.entities IS NULL OR EXISTS (SELECT 1 FROM json_each(k.entities) WHERE value = ${area})`;
  return {
    budget: `tokens of ${known.id}`,
    callsPerMinute: TOKEN_CALLS_PER_MINUTE,
    known,
    sessionId: '',
    columns: sql`1 AS is_open, 0 AS "hasFreshProof",
      json_object('id', k.id, 'covers', ${covers}, 'last_used_at', k.last_used_at, 'last_address', k.last_address) AS token`,
    from: sql`FROM access_tokens k CROSS JOIN users u ON u.id = k.user_id
      WHERE ${isOpen(hash, clock)}`,
    tokenHash: hash,
  };
}

/** What a call reads, as tokens are limited to it: the first part of the path, what `export/excel` is asked for, or the list of a saved view. */
function areaOf(c: Context): SQL {
  const [area = '', id = ''] = c.req.path.replace(/^\/api\/v1\//, '').split('/');
  if (area === 'views' && /^\d{1,15}$/.test(id)) return sql`(SELECT entity FROM views WHERE id = ${Number(id)})`;
  return sql`${area === 'export' || area === 'views' ? (c.req.query('entity') ?? '') : area}`;
}

const USE_RECORDED_MS = 60_000;

/** Keeps when and from where a token was used last, at most once a minute while the address stays the same. */
export async function recordTokenUse(c: Context, deps: Deps, { id, last_used_at, last_address }: TokenUse): Promise<void> {
  const { address } = readClientInfo(c, deps);
  if (address === last_address && (last_used_at ?? '') > toOfficeTime(deps.clock.now() - USE_RECORDED_MS)) return;
  const recording = sql`UPDATE access_tokens SET last_used_at = ${deps.clock.time()}, last_address = ${address} WHERE id = ${id}`;
  await runAfterAnswer(c, () => deps.db.write([recording], SCRIPT_AUTHOR).then(() => undefined));
}
