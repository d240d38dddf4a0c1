import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, SQUASHED } from '../../scripts/migrate.ts';
import { DATED_TABLES, RECORDED_TABLES } from '../../worker/resources/recorded.ts';
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

it('replaces a guard that differs from what the contracts say, and removes one that they no longer ask for', async () => {
  await migrate(sqld.client);
  const before = await guards();
  await sqld.client.batch(
    [
      'DROP TRIGGER mistakes_guard_insert',
      'DROP TRIGGER pro_guard_delete',
      'CREATE TRIGGER pro_guard_delete BEFORE DELETE ON pro BEGIN SELECT 1; END',
      'CREATE TRIGGER roles_guard_insert BEFORE INSERT ON roles BEGIN SELECT 1; END',
    ],
    'write',
  );
  await migrate(sqld.client);
  expect(await guards()).toEqual(before);
});

it('guards every table of a dated contract against locked months, and every checkable one', async () => {
  await migrate(sqld.client);
  const names = (await guards()).map(({ name }) => String(name));
  expect(DATED_TABLES.length).toBeGreaterThan(3);
  const wanted = RECORDED_TABLES.flatMap(({ name, dated, checkable, heldWhileLocking }) => [
    ...(dated || heldWhileLocking ? [`${name}_guard_insert`] : []),
    ...(dated || checkable || heldWhileLocking ? [`${name}_guard_update`, `${name}_guard_delete`] : []),
  ]);
  expect(names).toEqual(wanted.sort());
});

it('keeps the rows of the history and of the lock events for good, except for maintenance', async () => {
  await migrate(sqld.client);
  await sqld.client.batch(
    [
      "INSERT INTO roles (name) VALUES ('Guest')",
      "INSERT INTO month_lock_events (month, status, at, history_id) VALUES ('2026-09', 1, '2026-10-01 09:00:00', 1)",
    ],
    'write',
  );
  for (const table of ['history', 'month_lock_events']) {
    await expect(sqld.client.execute(`UPDATE ${table} SET at = ''`), table).rejects.toThrow('append_only');
    await expect(sqld.client.execute(`DELETE FROM ${table}`), table).rejects.toThrow('append_only');
    await sqld.client.batch(
      [
        "INSERT INTO write_context (id, source, at) VALUES (1, 'maintenance', '2026-11-01 03:00:00')",
        `DELETE FROM ${table}`,
        'DELETE FROM write_context',
      ],
      'write',
    );
    expect((await sqld.client.execute(`SELECT COUNT(*) AS n FROM ${table}`)).rows[0]?.n, table).toBe(0);
  }
});

it('refuses a row that a seal has', async () => {
  await migrate(sqld.client);
  const row = (kind: string, user: string, department: string) =>
    `INSERT INTO month_seal_rows (seal_id, kind, user_id, dept_id, dept_grp_id, row) VALUES (1, '${kind}', ${user}, ${department}, 1, '{}')`;
  const rows = [row('totals', '7', '1'), row('totals', '8', '1'), row('user_charts', '7', '1'), row('department_charts', 'NULL', '1')];
  await sqld.client.batch(
    [
      "INSERT INTO month_seals (id, month, version, sealed_at, history_id, total_point_1, total_point_2, sha256, document) VALUES (1, '2026-09', 3, '', 0, '', '', 'a', '{}')",
      ...rows,
    ],
    'write',
  );
  for (const again of rows) await expect(sqld.client.execute(again), again).rejects.toThrow('UNIQUE');
});

describe('a database of the files that the baseline stands for', () => {
  const record = (name: string, hash: string) => `INSERT INTO schema_migrations VALUES ('${name}', '${hash}', '2026-11-01T00:00:00Z')`;
  const contents = async () => {
    const objects = await sqld.client.execute('SELECT type, name, sql FROM sqlite_master ORDER BY name');
    const customers = await sqld.client.execute('SELECT * FROM customers');
    return JSON.stringify([objects.rows, customers.rows]);
  };
  const open = async (...files: string[]) => {
    await migrate(sqld.client);
    const known = (await records()).map(({ name, hash }) => ({ name, hash }));
    const baseline = "DELETE FROM schema_migrations WHERE name = '0052_baseline.sql'";
    const customer = "INSERT INTO customers (name, name_sort, address_sort) VALUES ('K', 'k', 'k')";
    await sqld.client.batch([baseline, ...files, customer], 'write');
    return { known, before: await contents() };
  };
  const first = record('0001_baseline.sql', SQUASHED.first);

  it('goes on with its rows, without a word, when it has all of them', async () => {
    const { known, before } = await open(first, record('0051_x.sql', 'x'), record('0052_reopened_scenarios.sql', SQUASHED.last));
    expect(await migrate(sqld.client)).toEqual([]);
    expect((await records()).map(({ name, hash }) => ({ name, hash }))).toEqual(known);
    expect(await contents()).toBe(before);
  });

  it('is refused as it is when it has only some, with the commit that brings it up', async () => {
    const { before } = await open(first);
    await expect(migrate(sqld.client)).rejects.toThrow('git checkout 5e8a9c1c');
    expect(await contents()).toBe(before);
  });
});

it('refuses a database of another version, with what to do', async () => {
  await migrate(sqld.client, folder);
  const told = migrate(sqld.client);
  await expect(told).rejects.toThrow(
    /made by another version of Tensu \(it has 0001_first\.sql, .*start with an empty DATA_DIR .* restore a backup/,
  );
  expect(await tables()).toEqual(['notes', 'schema_migrations']);
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

it('leaves the database of a later version alone where that is asked for, unless something of its own is missing', async () => {
  await writeFile(join(folder, '0002_later.sql'), 'CREATE TABLE later (id INTEGER);');
  await migrate(sqld.client, folder);
  await rm(join(folder, '0002_later.sql'));
  expect(await migrate(sqld.client, folder, { acceptLater: true })).toEqual([]);
  await expect(migrate(sqld.client, folder)).rejects.toThrow('go on with that version');
  await writeFile(join(folder, '0002_other.sql'), 'CREATE TABLE other (id INTEGER);');
  await expect(migrate(sqld.client, folder, { acceptLater: true })).rejects.toThrow('0002_later.sql');
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

it('gives the totals expressions the ids that the history names them by, and goes on taking the writes of the Worker before', async () => {
  const project = resolve(import.meta.dirname, '../../migrations');
  await rm(join(folder, '0001_first.sql'));
  // The guards that are generated today read columns of a later file.
  for (const name of (await readdir(project)).filter((each) => each < '0085' || each.startsWith('0100')))
    await copyFile(join(project, name), join(folder, name));
  await migrate(sqld.client, folder);
  const write = (key: string, valid_from: string, expression: string) => ({
    sql: `INSERT INTO totals_expressions ("key", valid_from, expression, updated_at) VALUES (?, ?, ?, '2026-10-01 09:00:00')
      ON CONFLICT ("key", valid_from) DO UPDATE SET expression = excluded.expression, version = version + 1 RETURNING rowid AS id`,
    args: [key, valid_from, expression],
  });
  await sqld.client.execute(write('total_point_2', '', '2'));
  await sqld.client.execute(write('total_point_1', '2026-11', '3'));
  const deleted = (await sqld.client.execute(write('total_point_2', '2026-12', '4'))).rows[0]!.id as number;
  await sqld.client.execute({ sql: 'DELETE FROM totals_expressions WHERE rowid = ?', args: [deleted] });
  const read = async () =>
    (await sqld.client.execute('SELECT rowid AS id, "key", valid_from, expression, version, updated_at FROM totals_expressions')).rows;
  const before = await read();
  const counted = async () => (await sqld.client.execute('SELECT "rows" FROM row_counts WHERE entity = \'totals_expressions\'')).rows;
  const count = await counted();

  await migrate(sqld.client);
  expect(await read()).toEqual(before);
  expect(await counted()).toEqual(count);
  expect((await sqld.client.execute(write('total_point_2', '', '5'))).rows).toEqual([{ id: 2 }]);
  expect(Number((await sqld.client.execute(write('total_point_1', '2027-01', '6'))).rows[0]!.id)).toBeGreaterThan(deleted);
  const { rows } = await sqld.client.execute(
    "SELECT after FROM history WHERE entity = 'totals_expressions' AND record_id = 2 ORDER BY id DESC",
  );
  expect(JSON.parse(String(rows[0]!.after))).toMatchObject({ id: 2, key: 'total_point_2', expression: '5', version: 3 });
});

it('recognises applied files under other numbers, and applies what comes after them', async () => {
  await migrate(sqld.client);
  const before = (await records()).map(({ name, hash, applied_at }) => ({ name: String(name), hash, applied_at }));
  const last = before.at(-1)!;
  await sqld.client.batch(
    before.map(
      ({ name }, index) =>
        `UPDATE schema_migrations SET name = '9${String(index * 3).padStart(3, '0')}${name.slice(4)}' WHERE name = '${name}'`,
    ),
    'write',
  );
  expect((await records()).map(({ name }) => name)).not.toContain(last.name);
  expect(await migrate(sqld.client)).toEqual([]);
  expect(await records()).toEqual(before);
});

it('refuses a file that was changed and renumbered after it had been applied', async () => {
  await migrate(sqld.client, folder);
  await rm(join(folder, '0001_first.sql'));
  await writeFile(join(folder, '0002_first.sql'), 'CREATE TABLE notes (id INTEGER PRIMARY KEY);\n');
  await expect(migrate(sqld.client, folder)).rejects.toThrow('migrations/0002_first.sql was changed after it had been applied');
  expect((await records()).map(({ name }) => name)).toEqual(['0001_first.sql']);
});

it('loses nothing that was acknowledged when the server is killed', async () => {
  await migrate(sqld.client, folder);
  await sqld.client.execute("INSERT INTO notes (text) VALUES ('written')");
  await sqld.kill9();
  await sqld.start();
  expect((await sqld.client.execute('SELECT text FROM notes')).rows).toEqual([{ text: 'written' }]);
});

async function guards() {
  const { rows } = await sqld.client.execute(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_guard\\_%' ESCAPE '\\' ORDER BY name",
  );
  return rows;
}

async function records() {
  return (await sqld.client.execute('SELECT name, hash, applied_at FROM schema_migrations ORDER BY name')).rows;
}

async function tables(): Promise<unknown[]> {
  const { rows } = await sqld.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'libsql_%' ORDER BY name",
  );
  return rows.map((row) => row.name);
}
