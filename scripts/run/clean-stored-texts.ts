import type { Client } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { cleanFieldText } from '../../worker/contracts/field-schemas.ts';
import { type Field, text } from '../../worker/contracts/fields.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase, type Database, SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import { isMonthLocked } from '../../worker/platform/db/month-lock.ts';
import { query } from '../../worker/platform/db/query.ts';
import { asJson, asNumber, asText, readColumn, readRows } from '../../worker/platform/db/typed-rows.ts';
import { deriveTextKeys } from '../../worker/platform/text/text-keys.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';

const BATCH_SIZE = 1000;

interface TextTable {
  name: string;
  columns: ReadonlySet<string>;
  fields: [column: string, field: Field][];
  /** Which rows may be written. */
  where: SQL;
}

/**
 * Cleans the texts that were stored before `cleanText` stood at every door or took out what it does now, once: `texts_to_clean` says how far it is, and goes when it is done.
 * Rows of locked months and checked rows stay as they are, since nobody may write them; comparing cleans both sides. A row that would take
 * another's unique key stays, too.
 */
export async function cleanStoredTexts(client: Client): Promise<void> {
  const { rows } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = 'texts_to_clean'");
  if (rows.length === 0) return;
  const db = createDatabase(() => client, createClock().time);
  const started = await db.read(query(sql`SELECT name, last_id FROM texts_to_clean`, readRows({ name: asText, last_id: asNumber })));
  const ends = new Map(started.map(({ name, last_id }) => [name, last_id]));
  for (const table of listTextTables()) await cleanTable(db, table, ends.get(table.name) ?? 0);
  await client.execute('DROP TABLE texts_to_clean');
}

async function cleanTable(db: Database, table: TextTable, start: number): Promise<void> {
  const name = sql.identifier(table.name);
  const cells = sql.join(
    table.fields.map(([column]) => sql`t.${sql.identifier(column)}`),
    sql`, `,
  );
  for (let last = start; ; ) {
    const page = await db.read(
      query(
        sql`SELECT json_array(t.id, ${cells}) FROM ${name} t WHERE t.id > ${last} AND ${table.where} ORDER BY t.id LIMIT ${BATCH_SIZE}`,
        readColumn(asJson<[number, ...(string | null)[]]>()),
      ),
    );
    if (page.length === 0) return;
    last = page.at(-1)![0];
    const updates = page.flatMap(([id, ...texts]) => updateOf(table, id, texts) ?? []);
    const progress = sql`INSERT OR REPLACE INTO texts_to_clean (name, last_id) VALUES (${table.name}, ${last})`;
    await db.write([...updates, progress], SCRIPT_AUTHOR);
  }
}

function updateOf({ name, columns, fields }: TextTable, id: number, texts: readonly (string | null)[]): SQL | undefined {
  const changed = fields.flatMap(([column, field], index) => {
    const stored = texts[index];
    if (typeof stored !== 'string') return [];
    const clean = cleanFieldText(field, stored).trim();
    return clean === stored ? [] : Object.entries({ [column]: clean, ...deriveTextKeys({ columns }, column, clean) });
  });
  if (changed.length === 0) return undefined;
  const version = columns.has('version') ? [sql`version = version + 1`] : [];
  const sets = [...version, ...changed.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)];
  return sql`UPDATE OR IGNORE ${sql.identifier(name)} SET ${sql.join(sets, sql`, `)} WHERE id = ${id}`;
}

function listTextTables(): TextTable[] {
  const tables = new Map<string, TextTable>();
  for (const { table: name, columns, contract } of RESOURCES) {
    const fields = Object.entries(contract.fields).filter(([, field]) => field.kind === 'text' && !field.secret && !field.verbatim);
    const conditions = [
      ...(contract.dated ? [sql`NOT ${isMonthLocked(sql`t.${sql.identifier(contract.dated)}`)}`] : []),
      ...(columns.has('is_checked') ? [sql`t.is_checked = 0`] : []),
    ];
    tables.set(name, { name, columns, fields, where: conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1` });
  }
  // Names that the source uses for customers and people.
  const alias = text({ vi: 'Tên ở nguồn', en: 'Name at the source' });
  const columns = new Set(['text', 'text_fold']);
  return [...tables.values(), { name: 'crawl_aliases', columns, fields: [['text', alias]], where: sql`1` }];
}
