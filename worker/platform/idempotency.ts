import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from './caller.ts';
import { type Query, query } from './db/query.ts';
import { asNumber, asText, readFirst } from './db/typed-rows.ts';
import { AppError } from './errors.ts';

/** An Idempotency-Key with the SHA-256 of the body it came with. */
export interface ReplayKey {
  key: string;
  bodyHash: string;
}

const RETENTION_SECONDS = 86_400;

/** The first call with a key. */
interface FirstCall {
  entity: string;
  body_hash: string;
  record_id: number;
}

/** The first call with the actor's key; undefined where this is the first, or comes without one. Keys are separate per person. */
export function queryReplay(key: ReplayKey | undefined, actor: Actor): Query<FirstCall | undefined> {
  return query(
    sql`SELECT entity, body_hash, record_id FROM idempotency_keys
      WHERE user_id = ${actor.id} AND key = ${key?.key ?? null} AND at > unixepoch() - ${RETENTION_SECONDS}`,
    readFirst({ entity: asText, body_hash: asText, record_id: asNumber }),
  );
}

/** Id of the record that the first call made; 409 when it came with another body or for another entity. */
export function toReplayedId(first: FirstCall | undefined, key: ReplayKey, entity: string): number | undefined {
  if (!first || (first.entity === entity && first.body_hash === key.bodyHash)) return first?.record_id;
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
