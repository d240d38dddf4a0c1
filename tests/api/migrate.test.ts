import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { startTestSqld, type TestSqld } from '../support/sqld.ts';

let sqld: TestSqld;
let folder: string;

beforeEach(async () => {
  sqld = await startTestSqld({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'tensu-migrations-'));
  await writeFile(
    join(folder, '0001_first.sql'),
    'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);\nCREATE INDEX by_text ON notes (text);\n',
  );
});

afterEach(async () => {
  await sqld.close();
  await rm(folder, { recursive: true, force: true });
});

it("applies the project's migrations to an empty database, and nothing the second time", async () => {
  const applied = await migrate(sqld.client);
  expect(applied.length).toBeGreaterThan(0);
  expect(applied).toEqual([...applied].sort());
  expect(await tables()).toEqual(expect.arrayContaining(['directs', 'users', 'schema_migrations']));
  expect(await migrate(sqld.client)).toEqual([]);
});

it('keeps the history triggers in line with the columns of their tables', async () => {
  await migrate(sqld.client);
  await sqld.client.batch(['DROP TRIGGER roles_history_insert', 'ALTER TABLE roles ADD COLUMN nickname TEXT'], 'write');
  await migrate(sqld.client);
  await sqld.client.execute("INSERT INTO roles (name, nickname) VALUES ('Guest', 'visitor')");
  const { rows } = await sqld.client.execute(
    "SELECT after FROM history WHERE entity = 'roles' AND action = 'insert' ORDER BY id DESC LIMIT 1",
  );
  expect(JSON.parse(String(rows[0]?.after))).toMatchObject({ name: 'Guest', nickname: 'visitor' });
});

it('applies only what is new', async () => {
  expect(await migrate(sqld.client, folder)).toEqual(['0001_first.sql']);
  await writeFile(
    join(folder, '0002_guard.sql'),
    "CREATE TRIGGER no_x BEFORE INSERT ON notes WHEN NEW.text = 'x' BEGIN SELECT RAISE(ABORT, 'no x; please'); END;",
  );
  expect(await migrate(sqld.client, folder)).toEqual(['0002_guard.sql']);
  await expect(sqld.client.execute("INSERT INTO notes (text) VALUES ('x')")).rejects.toThrow('no x; please');
});

it('undoes a file that fails in the middle, and leaves no record of it', async () => {
  await writeFile(
    join(folder, '0002_broken.sql'),
    "CREATE TABLE half (id INTEGER);\nINSERT INTO notes (text) VALUES ('kept?');\nINSERT INTO nowhere VALUES (1);\n",
  );
  await expect(migrate(sqld.client, folder)).rejects.toThrow(/0002_broken\.sql failed and was undone: .*nowhere/);
  expect(await tables()).toEqual(['notes', 'schema_migrations']);
  expect((await sqld.client.execute('SELECT name FROM schema_migrations')).rows.map((row) => row.name)).toEqual(['0001_first.sql']);
  expect((await sqld.client.execute('SELECT count(*) AS n FROM notes')).rows[0]?.n).toBe(0);
});

it('refuses a file that was changed after it had been applied', async () => {
  await migrate(sqld.client, folder);
  await writeFile(join(folder, '0001_first.sql'), 'CREATE TABLE notes (id INTEGER PRIMARY KEY);\n');
  await expect(migrate(sqld.client, folder)).rejects.toThrow('migrations/0001_first.sql was changed after it had been applied');
});

it('loses nothing that was acknowledged when the server is killed', async () => {
  await migrate(sqld.client, folder);
  await sqld.client.execute("INSERT INTO notes (text) VALUES ('written')");
  await sqld.kill9();
  await sqld.start();
  expect((await sqld.client.execute('SELECT text FROM notes')).rows).toEqual([{ text: 'written' }]);
});

async function tables(): Promise<unknown[]> {
  const { rows } = await sqld.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'libsql_%' ORDER BY name",
  );
  return rows.map((row) => row.name);
}
