import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../platform/caller.ts';
import { readPieces } from '../platform/db/pieces.ts';
import { query } from '../platform/db/query.ts';
import { asJson, readValue } from '../platform/db/typed-rows.ts';
import type { Resource } from './resource.ts';

const BATCH_SIZE = 1000;

/** Rows of these ids, in their order, as arrays of packed cells; a row deleted meanwhile is left out. */
export function streamRows(resource: Resource, caller: Caller, ids: readonly number[], packed: SQL): AsyncGenerator<unknown[][]> {
  return readPieces(ids, BATCH_SIZE, (piece) => {
    const statement = sql`SELECT json_group_array(json(packed)) AS rows FROM (SELECT ${packed} AS packed
      FROM json_each(${JSON.stringify(piece)}) j CROSS JOIN ${sql.identifier(resource.table)} t ON t.id = j.value ORDER BY j.key)`;
    return caller.readMore(query(statement, readValue(asJson<unknown[][]>())));
  });
}
