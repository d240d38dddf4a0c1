import { type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { runAfterAnswer } from '../after-answer.ts';
import type { Actor } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { sha256 } from '../crypto.ts';
import { SCRIPT_AUTHOR } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { toOfficeTime } from '../text/office-time.ts';
import { isAccessToken } from './access-token.ts';
import { spendCall } from './call-budget.ts';
import { readClientInfo } from './client-info.ts';
import { PROOF_SECONDS } from './sessions.ts';
import { type Claims, verifyAccessToken } from './tokens.ts';

/** What a call carries to be let in; the database confirms it together with the call's own reads. */
export interface Credential {
  /** Whose calls share a budget and a lane: a person's, or those of one access token. */
  readonly owner: string;
  readonly callsPerMinute: number;
  /** The person as last seen; shapes only the first attempt. Unknown for an access token that this isolate has not met. */
  readonly known: Actor | undefined;
  /** The session; empty for an access token, which has none. */
  readonly sessionId: string;
  /** In SQL, of user `u`: the columns `is_open`, `hasFreshProof` and `token`, and the tables they come from with their conditions. */
  readonly columns: SQL;
  readonly from: SQL;
  /** An access token may do nothing but read. */
  readonly isReadOnly: boolean;
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
    owner: claims.sub,
    callsPerMinute: settings.callsPerMinute,
    known: {
      id: Number(claims.sub),
      username: '',
      name: '',
      roles: claims.roles,
      department_id: claims.dept,
      dept_grp_id: claims.grp,
      hasFreshProof: false,
    },
    sessionId: claims.sid,
    columns: sql`s.id IS NOT NULL AS is_open, ifnull(s.confirmed_at > ${seconds - PROOF_SECONDS}, 0) AS "hasFreshProof", NULL AS token`,
    from: sql`FROM users u LEFT JOIN sessions s ON s.id = ${claims.sid} AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ${seconds}
      WHERE u.id = ${Number(claims.sub)}`,
    isReadOnly: false,
  };
}

const TOKEN_CALLS_PER_MINUTE = 120;
const MAX_KNOWN_OWNERS = 1000;

/** The owners of tokens that this isolate has met, by the token's hash. */
const knownOwners = new Map<string, Actor>();

/** Keeps the owner of an access token for its next call, and for the log of refusals. */
export function rememberTokenOwner({ owner, isReadOnly }: Credential, actor: Actor): void {
  if (!isReadOnly) return;
  if (knownOwners.size >= MAX_KNOWN_OWNERS) knownOwners.clear();
  knownOwners.set(owner, actor);
}

/** Tokens that are not known here count against their network too, so that made-up ones are no flood of reads. */
function readToken(c: Context, deps: Deps, hash: string): Credential {
  const known = knownOwners.get(hash);
  if (!known) spendCall(`unknown token:${readClientInfo(c, deps).network}`, deps.clock.now(), TOKEN_CALLS_PER_MINUTE);
  return tokenCredential(hash, known, areaOf(c), deps.clock);
}

function tokenCredential(hash: string, known: Actor | undefined, area: SQL, clock: Clock): Credential {
  const covers = sql`k.entities IS NULL OR EXISTS (SELECT 1 FROM json_each(k.entities) WHERE value = ${area})`;
  return {
    owner: hash,
    callsPerMinute: TOKEN_CALLS_PER_MINUTE,
    known,
    sessionId: '',
    columns: sql`1 AS is_open, 0 AS "hasFreshProof",
      json_object('id', k.id, 'covers', ${covers}, 'last_used_at', k.last_used_at, 'last_address', k.last_address) AS token`,
    from: sql`FROM access_tokens k CROSS JOIN users u ON u.id = k.user_id
      WHERE k.hash = ${hash} AND k.ended_at IS NULL AND k.expires_at > ${clock.time()}`,
    isReadOnly: true,
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
