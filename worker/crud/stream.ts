import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../platform/caller.ts';
import { query } from '../platform/db/query.ts';
import { asJson, readValue } from '../platform/db/typed-rows.ts';
import type { Resource } from './resource.ts';

const BATCH_SIZE = 1000;

/**
 * Rows of these ids, in their order, as arrays of packed cells; a row deleted meanwhile is left out. While one piece is worked on,
 * the next is being read.
 */
export async function* streamRows(resource: Resource, caller: Caller, ids: readonly number[], packed: SQL): AsyncGenerator<unknown[][]> {
  const read = (start: number) => {
    const piece = JSON.stringify(ids.slice(start, start + BATCH_SIZE));
    const statement = sql`SELECT json_group_array(json(packed)) AS rows FROM (SELECT ${packed} AS packed
      FROM json_each(${piece}) j CROSS JOIN ${sql.identifier(resource.table)} t ON t.id = j.value ORDER BY j.key)`;
    const reading = caller.readMore(query(statement, readValue(asJson<unknown[][]>())));
    // Not an unhandled rejection when the reader has cancelled meanwhile.
    reading.catch(() => {});
    return reading;
  };
  let next = ids.length > 0 ? read(0) : undefined;
  for (let start = BATCH_SIZE; next; start += BATCH_SIZE) {
    const rows = await next;
    next = start < ids.length ? read(start) : undefined;
    yield rows;
  }
}
