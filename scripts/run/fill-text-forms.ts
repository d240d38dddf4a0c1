import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase, type Database, LONG_WRITE_MS, SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import { query } from '../../worker/platform/db/query.ts';
import { asJson, asNumber, asText, readColumn, readRows, readValue } from '../../worker/platform/db/typed-rows.ts';
import { exactNameKey, similarNameKey } from '../../worker/platform/text/match-name.ts';
import { readFormColumn } from '../../worker/platform/text/text-forms.ts';
import { deriveTextKeys } from '../../worker/platform/text/text-keys.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';

/** Rows of a transaction. */
const BATCH_SIZE = 10_000;

/** A column of forms and the texts that they are made of. */
interface FormPlace {
  table: string;
  column: string;
  field: string;
  /** Filled where a record has none. */
  isFilled: boolean;
  /** Tells records apart: of those that are alike the first one has it. */
  isKey: boolean;
  toForm(text: string): unknown;
}

/**
 * Fills the forms by which records are told apart and sorted where a record has none: those of before the forms. Where a migration asks for it the others
 * that `toForm` makes otherwise by now are made again. Of records that are alike only the first one gets the key that tells them apart. Answers a
 * sentence for each of the others, which stay as they are.
 */
export async function fillTextForms(client: Client): Promise<string[]> {
  const db = createDatabase(() => client, createClock().time);
  const places = await listPlaces(db);
  const { rows } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = 'text_forms_to_make'");
  if (rows.length > 0) for (const place of places) await remakeForms(db, place);
  const twins: string[] = [];
  for (const place of places) if (place.isFilled) twins.push(...(await fillForms(db, place)));
  await client.execute('DROP TABLE IF EXISTS text_forms_to_make');
  return twins;
}

/** The columns that the database has by now. Long tables, which no index helps to look through, have been sorted by forms from the first. */
async function listPlaces(db: Database): Promise<FormPlace[]> {
  const there = await db.read(
    query(
      sql`SELECT t.name || '.' || c.name AS name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
      readColumn(asText),
    ),
  );
  const places = RESOURCES.flatMap(({ table, columns, searchTable }) =>
    [...columns].flatMap((column): FormPlace[] => {
      const { field, form } = readFormColumn(column) ?? {};
      if (field === undefined) return [];
      const isFilled = form === 'key' || (form === 'sort' && searchTable === undefined);
      const toForm = (text: string) => deriveTextKeys({ columns }, field, text)[column];
      return [{ table, column, field, isFilled, isKey: form === 'key', toForm }];
    }),
  );
  const ofCrawl = { field: 'text', isFilled: false, isKey: false };
  const crawled = ['crawl_aliases', 'crawl_unmatched'].flatMap((table): FormPlace[] => [
    { ...ofCrawl, table, column: 'text_key', toForm: exactNameKey },
    { ...ofCrawl, table, column: 'text_fold', toForm: similarNameKey },
  ]);
  const byName = new Map([...places, ...crawled].map((place) => [`${place.table}.${place.column}`, place]));
  return there.flatMap((name) => byName.get(name) ?? []);
}

/** Makes the forms of a column again that are made otherwise by now; a key is taken away, to be filled in the order of the records. */
async function remakeForms(db: Database, place: FormPlace): Promise<void> {
  const { table, column, field, isKey, toForm } = place;
  const [text, stored] = [sql.identifier(field), sql.identifier(column)];
  for (let last = 0; ; ) {
    const page = await db.read(
      query(
        sql`SELECT json_group_array(json_array(id, text, stored)) AS page FROM (SELECT rowid AS id, ${text} AS text, ${stored} AS stored FROM ${sql.identifier(table)}
          WHERE rowid > ${last} AND ${stored} > '' AND ${text} GLOB '*[^ -~]*' ORDER BY rowid LIMIT ${BATCH_SIZE})`,
        readValue(asJson<[id: number, text: string, stored: string][]>()),
      ),
    );
    if (page.length === 0) return;
    const changed = page.flatMap(([id, text, stored]) => (toForm(text) === stored ? [] : [[id, isKey ? null : toForm(text)]]));
    if (changed.length > 0) await writeForms(db, place, changed);
    last = page.at(-1)![0];
  }
}

/** The conditions are those of the index of directs without a key: the others are not read. */
async function fillForms(db: Database, place: FormPlace): Promise<string[]> {
  const { table, column, field, toForm } = place;
  const [text, stored] = [sql.identifier(field), sql.identifier(column)];
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
    const forms = unfilled.map(([id, text]) => [id, toForm(text)]);
    const filled = await writeForms(db, place, forms);
    for (const [id, text] of unfilled)
      if (!filled.has(id)) twins.push(`${table} ${id}: the ${field} «${text.slice(0, 100)}» is also that of an earlier record.`);
    last = unfilled.at(-1)![0];
  }
}

/**
 * Writes forms, each unless it is a key that another record has, and answers whose. A form is no part of what the history keeps and no change of a
 * record, also of a locked month: the triggers that record and refuse updates are away within the transaction.
 */
async function writeForms(
  db: Database,
  { table, column }: FormPlace,
  forms: readonly (readonly unknown[])[],
): Promise<ReadonlySet<number>> {
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
        sql`UPDATE OR IGNORE ${sql.identifier(table)} AS t SET ${sql.identifier(column)} = j.value ->> 1 FROM json_each(${JSON.stringify(forms)}) j
          WHERE t.rowid = j.value ->> 0 RETURNING rowid AS id`,
        readColumn(asNumber),
      ),
      back: triggers.map((trigger) => sql.raw(trigger.sql)),
    },
    SCRIPT_AUTHOR,
    LONG_WRITE_MS,
  );
  return new Set(filled);
}
