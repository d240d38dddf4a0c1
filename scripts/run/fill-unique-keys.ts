import type { Client } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase, SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import { query } from '../../worker/platform/db/query.ts';
import { asNumber, asText, readColumn, readRows } from '../../worker/platform/db/typed-rows.ts';
import { deriveTextKeys } from '../../worker/platform/text/text-keys.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';

const KEY = /_key$/;
const BATCH_SIZE = 500;

/**
 * Fills the keys by which records are told apart where a record has none: those of before the keys. Of records that are alike the first one
 * gets it. Answers a sentence for each of the others, which stay as they are. Runs while the migration's triggers of the history are away: a key is no
 * part of what the history keeps.
 */
export async function fillUniqueKeys(client: Client): Promise<string[]> {
  const db = createDatabase(() => client, createClock().time);
  const there = await db.read(
    query(
      sql`SELECT t.name || '.' || c.name AS name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name GLOB '*_key'`,
      readColumn(asText),
    ),
  );
  const keys = RESOURCES.flatMap(({ table, columns }) =>
    [...columns]
      .filter((name) => KEY.test(name) && there.includes(`${table}.${name}`))
      .map((key) => ({ table, columns, key, field: key.replace(KEY, '') })),
  );
  const selectUnfilled = keys.map((place) => {
    const { table, key, field } = place;
    const [text, stored] = [sql.identifier(field), sql.identifier(key)];
    return query(
      sql`SELECT id, ${text} AS text FROM ${sql.identifier(table)} WHERE ${stored} IS NULL AND ${text} IS NOT NULL AND ${text} <> '' ORDER BY id`,
      readRows({ id: asNumber, text: asText }, (row) => ({ ...place, ...row })),
    );
  });
  const unfilled = (await db.read(selectUnfilled)).flat();
  const updates = unfilled.map(
    ({ table, columns, key, field, id, text }): SQL =>
      sql`UPDATE OR IGNORE ${sql.identifier(table)} SET ${sql.identifier(key)} = ${deriveTextKeys({ columns }, field, text)[key]} WHERE id = ${id}`,
  );
  if (updates.length === 0) return [];
  for (let start = 0; start < updates.length; start += BATCH_SIZE) await db.write(updates.slice(start, start + BATCH_SIZE), SCRIPT_AUTHOR);
  const twins = (await db.read(selectUnfilled)).flat();
  return twins.map(
    ({ table, field, id, text }) => `${table} ${id}: the ${field} «${text.slice(0, 100)}» is also that of an earlier record.`,
  );
}
