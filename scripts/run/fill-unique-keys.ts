import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase, type Database, LONG_WRITE_MS, SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import { query } from '../../worker/platform/db/query.ts';
import { asJson, asNumber, asText, readColumn, readRows, readValue } from '../../worker/platform/db/typed-rows.ts';
import { deriveTextKeys } from '../../worker/platform/text/text-keys.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';

const KEY = /_key$/;
/** Rows of a transaction. */
const BATCH_SIZE = 10_000;

/** A column of keys and the texts that they are made of. */
interface KeyPlace {
  table: string;
  columns: ReadonlySet<string>;
  key: string;
  field: string;
}

/**
 * Fills the keys by which records are told apart where a record has none: those of before the keys. Of records that are alike the first one
 * gets it. Answers a sentence for each of the others, which stay as they are.
 */
export async function fillUniqueKeys(client: Client): Promise<string[]> {
  const db = createDatabase(() => client, createClock().time);
  const twins: string[] = [];
  for (const place of await listKeyPlaces(db)) twins.push(...(await fillKeys(db, place)));
  return twins;
}

async function listKeyPlaces(db: Database): Promise<KeyPlace[]> {
  const there = await db.read(
    query(
      sql`SELECT t.name || '.' || c.name AS name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name GLOB '*_key'`,
      readColumn(asText),
    ),
  );
  const places = RESOURCES.flatMap(({ table, columns }) =>
    [...columns].filter((name) => KEY.test(name)).map((key): KeyPlace => ({ table, columns, key, field: key.replace(KEY, '') })),
  );
  const byName = new Map(places.map((place) => [`${place.table}.${place.key}`, place]));
  return there.flatMap((name) => byName.get(name) ?? []);
}

/** The conditions are those of the index of directs without a key: the others are not read. */
async function fillKeys(db: Database, place: KeyPlace): Promise<string[]> {
  const { table, columns, key, field } = place;
  const [text, stored] = [sql.identifier(field), sql.identifier(key)];
  const twins: string[] = [];
  for (let last = 0; ; ) {
    const unfilled = await db.read(
      query(
        sql`SELECT json_group_array(json_array(id, text)) AS page FROM (SELECT id, ${text} AS text FROM ${sql.identifier(table)}
          WHERE ifnull(${stored}, '') = '' AND ${text} > '' AND +id > ${last} ORDER BY +id LIMIT ${BATCH_SIZE})`,
        readValue(asJson<[id: number, text: string][]>()),
      ),
    );
    if (unfilled.length === 0) return twins;
    const filled = await writeKeys(
      db,
      place,
      unfilled.map(([id, text]) => [id, deriveTextKeys({ columns }, field, text)[key]]),
    );
    for (const [id, text] of unfilled)
      if (!filled.has(id)) twins.push(`${table} ${id}: the ${field} «${text.slice(0, 100)}» is also that of an earlier record.`);
    last = unfilled.at(-1)![0];
  }
}

/**
 * Writes keys, each unless another record has it, and answers whose. A key is no part of what the history keeps and no change of a record, also of a
 * locked month: the triggers that record and refuse updates are away within the transaction.
 */
async function writeKeys(db: Database, { table, key }: KeyPlace, keys: readonly (readonly unknown[])[]): Promise<ReadonlySet<number>> {
  const triggers = await db.read(
    query(
      sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (${`${table}_history_update`}, ${`${table}_guard_update`})`,
      readRows({ name: asText, sql: asText }),
    ),
  );
  const { filled } = await db.write(
    {
      away: triggers.map(({ name }) => sql`DROP TRIGGER ${sql.identifier(name)}`),
      filled: query(
        sql`UPDATE OR IGNORE ${sql.identifier(table)} AS t SET ${sql.identifier(key)} = j.value ->> 1 FROM json_each(${JSON.stringify(keys)}) j
          WHERE t.id = j.value ->> 0 RETURNING id`,
        readColumn(asNumber),
      ),
      back: triggers.map((trigger) => sql.raw(trigger.sql)),
    },
    SCRIPT_AUTHOR,
    LONG_WRITE_MS,
  );
  return new Set(filled);
}
