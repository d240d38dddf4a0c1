import type { Client, InValue } from '@libsql/client';

/**
 * Puts a row into every table that has none, so that whoever copies a database is seen to copy every table. Values suit the column's type, what
 * it refers to and the words that its CHECK allows. Answers the tables that still have none: those that triggers keep, and views' own.
 */
export async function fillEmptyTables(client: Client): Promise<string[]> {
  for (let filled = 1; filled > 0; ) {
    filled = 0;
    for (const table of await listEmptyTables(client)) if (await fillTable(client, table)) filled += 1;
  }
  return listEmptyTables(client);
}

/** The tables of the schema itself, without those that a search index keeps. */
async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.execute(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'write_probe' ORDER BY name",
  );
  return rows.map(({ name }) => String(name));
}

async function listEmptyTables(client: Client): Promise<string[]> {
  const tables = await listTables(client);
  const found = await client.batch(
    tables.map((table) => `SELECT EXISTS (SELECT 1 FROM "${table}") AS filled`),
    'read',
  );
  return tables.filter((_, index) => found[index]!.rows[0]!.filled === 0);
}

async function fillTable(client: Client, table: string): Promise<boolean> {
  const columns = await client.execute(`SELECT name, type FROM pragma_table_info('${table}')`);
  const references = await client.execute(`SELECT "from", "table" AS parent, "to" FROM pragma_foreign_key_list('${table}')`);
  const schema = await client.execute(`SELECT sql FROM sqlite_master WHERE name = '${table}'`);
  const row: Record<string, InValue> = {};
  for (const { name, type } of columns.rows) {
    const reference = references.rows.find(({ from }) => from === name);
    if (reference) {
      const { rows } = await client.execute(`SELECT MIN("${reference.to ?? 'id'}") AS value FROM "${reference.parent}"`);
      row[String(name)] = rows[0]!.value ?? null;
    } else row[String(name)] = sampleOf(String(name), String(type), String(schema.rows[0]!.sql));
  }
  const names = Object.keys(row);
  try {
    await client.execute({
      sql: `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      args: Object.values(row),
    });
    return true;
  } catch {
    return false;
  }
}

function sampleOf(name: string, type: string, schema: string): InValue {
  const allowed = new RegExp(`\\b"?${name}"? IN \\('?([^',)]+)`, 'i').exec(schema)?.[1];
  if (/INT/i.test(type)) return Number(allowed ?? 1);
  if (/REAL|NUM/i.test(type)) return 0.125;
  return allowed ?? `mẫu của ${name}`;
}
