import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../platform/errors.ts';
import type { Actor } from './caller.ts';

/** An Idempotency-Key with the SHA-256 of the body it came with. */
export interface ReplayKey {
  key: string;
  bodyHash: string;
}

const RETENTION_SECONDS = 86_400;

/** Looks up the actor's key; an empty result without one. Keys are separate per person. */
export function replayStatement(key: ReplayKey | undefined, actor: Actor): SQL {
  return sql`SELECT entity, body_hash, record_id FROM idempotency_keys
    WHERE user_id = ${actor.id} AND key = ${key?.key ?? null} AND at > unixepoch() - ${RETENTION_SECONDS}`;
}

/** Id of the record that the first call with this key made; 409 when the key came with another body or entity. */
export function isReplay(result: ResultSet, key: ReplayKey | undefined, entity: string): number | undefined {
  const first = result.rows[0];
  if (!key || !first) return undefined;
  if (first.entity === entity && first.body_hash === key.bodyHash) return Number(first.record_id);
  throw new AppError('reused_key');
}

/** Forgets the key where it was used so long ago that it counts as new. */
export function forgetReplay({ key }: ReplayKey, actor: Actor): SQL {
  return sql`DELETE FROM idempotency_keys WHERE user_id = ${actor.id} AND key = ${key} AND at <= unixepoch() - ${RETENTION_SECONDS}`;
}

/** Keeps the key with the record that the statement before this one made; two creates with one key at once: the second is undone. */
export function rememberReplay(key: ReplayKey, entity: string, actor: Actor, recordId: SQL): SQL {
  return sql`INSERT INTO idempotency_keys (key, user_id, entity, body_hash, record_id, at)
    SELECT ${key.key}, ${actor.id}, ${entity}, ${key.bodyHash}, ${recordId}, unixepoch() WHERE changes() > 0`;
}
