import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Client, InStatement } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { drillRestore } from '../../scripts/run/drill.ts';
import { dumpToFile, restoreFromFile } from '../../scripts/run/dump.ts';
import { verify } from '../../scripts/verify.ts';
import { decryptBackup } from '../../worker/features/backup/encryption.ts';
import { hashPassword } from '../../worker/platform/auth/passwords.ts';
import { fold } from '../../worker/platform/text/fold.ts';
import { fillEmptyTables } from '../support/fill-tables.ts';
import { startTestSqld, type TestSqld } from '../support/sqld.ts';
import { type Stack, startStack, TEST_BACKUP_KEY } from '../support/stack.ts';
import { ended, insert, insertDirect, insertDirects, insertRules, signIn } from './calculation-month.ts';

const PASSWORD = 'mot-mat-khau-du-dai-2026';
let stack: Stack;
let empty: TestSqld;
let folder: string;

beforeAll(async () => {
  stack = await startStack({ prepare: insertRules });
  folder = await mkdtemp(join(tmpdir(), 'tensu-backup-'));
  await insertDirects(stack.client, '2026-01', 3000);
  const odd = 'O\'Neil; "住宅"\n-- không phải chú thích /* */ \\n';
  await insertDirect(stack.client, '2026-01', {
    name: odd,
    name_fold: 'oneil',
    description: 'a\r\nb',
    external_id: 'x-1',
    complex_point: 0.1,
  });
  await closeMonths();
  await setUpOffice();
  expect(await fillEmptyTables(stack.client)).toEqual([]);
  const roles = await insert(stack.client, 'roles', { name: 'Admin', name_fold: 'admin' });
  await insert(stack.client, 'users', {
    ...{ username: 'quan-tri', username_fold: fold('quan-tri'), name: 'Quản trị', role_ids: `[${roles}]`, active: 1 },
    password: await hashPassword(PASSWORD),
  });
});
afterAll(async () => {
  await empty?.close();
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

async function readScript(file: string): Promise<string> {
  const decrypted = new Blob([await readFile(file)]).stream().pipeThrough(decryptBackup(TEST_BACKUP_KEY));
  return gunzipSync(await new Response(decrypted).arrayBuffer()).toString('utf8');
}

/** Months in every state that a lock leaves behind, with what people and runs have left about them. */
async function closeMonths(): Promise<void> {
  const { client } = stack;
  const admin = await signIn(stack, 'Admin');
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await admin.call(method, path, body);
    expect(status, `${method} ${path}: ${JSON.stringify(answer)}`).toBeLessThan(300);
    return answer;
  };
  const lock = (month: number, status: 0 | 1) => call('POST', 'lock_and_unlock', { year: 2026, month, status, reason: 'kiểm tra' });
  await ended(admin, (await call('POST', 'calculations', { year: 2026, month: 1 })).id);
  await call('POST', 'month_reviews', { year: 2026, month: 1, deadline: '2099-01-31' });
  await call('POST', 'questions', { year: 2026, month: 1, kind: 'total', text: 'Vì sao ít hơn?' });
  const { sha256 } = await call('GET', 'statements/me?year=2026&month=1');
  await call('POST', 'statements/me/confirm', { year: 2026, month: 1, sha256 });
  await lock(1, 1);
  await lock(1, 0);
  await lock(1, 1);
  await lock(2, 1);
  await lock(2, 0);
  await lock(4, 1);
  await call('POST', 'lock_and_unlock', { year: 2026, month: 4, status: 0, until: 15, reason: 'sửa nhanh' });
  await stack.deliver([{ type: 'maintain_seals' }]);
  const { rows } = await client.execute('SELECT month, status, seal_id IS NULL AS unsealed FROM month_locks ORDER BY month');
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['2026-01', 1, 0],
    ['2026-02', 0, 1],
    ['2026-04', 0, 1],
  ]);
}

/** What people set up for themselves and the office: a view, a setting, a worked example, rules that are tried. */
async function setUpOffice(): Promise<void> {
  const admin = await signIn(stack, 'Admin');
  const example = {
    ...{ name: 'Nhà 20 tsubo', month: '2026-03', customer_id: 1, work_category_id: 1 },
    ...{ values: { tsubosuu: 20, complex_factor: 1, complex_point: 0 }, result_design_point: 2, result_check_point: 0.5 },
  };
  for (const [method, path, body, status] of [
    ['POST', 'views', { entity: 'directs', name: 'Việc của tôi', state: { filters: { name: 'J' } } }, 201],
    ['PUT', 'adjust-settings', { reason_required: 1 }, 200],
    ['POST', 'rule_cases', example, 201],
    ['POST', 'rule_scenarios', { name: 'Tăng điểm', valid_from: '2026-12' }, 201],
  ] as const) {
    const answer = await admin.call(method, path, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(status);
  }
}

/** Rows and SHA-256 of every table, of the index of the search too, and the definitions of everything. */
async function contents(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.execute(
    "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'write_probe' ORDER BY name",
  );
  const found: Record<string, string> = {};
  for (const { type, name, sql } of rows) {
    found[`${type} ${name}`] = String(sql);
    if (type !== 'table' || name === 'directs_search') continue;
    const { rows: cells } = await client.execute(`SELECT * FROM "${name}"`);
    const hash = createHash('sha256');
    for (const row of cells)
      hash.update(
        JSON.stringify(Object.values(row).map((cell) => (cell instanceof ArrayBuffer ? Buffer.from(cell).toString('hex') : cell))),
      );
    found[`rows of ${name}`] = `${cells.length} ${hash.digest('hex')}`;
  }
  return found;
}

test('the nightly backup restores into an empty server with equal rows everywhere, search and triggers included', async () => {
  const before = await contents(stack.client);
  const outcome = await stack.deliver([{ type: 'backup' }]);
  expect(outcome.explicitAcks).toHaveLength(1);
  const files = await stack.files();
  const { objects } = await files.list({ prefix: 'backups/' });
  expect(objects).toHaveLength(1);
  expect(objects[0]!.key).toMatch(/^backups\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sql\.gz\.enc$/);
  const file = join(folder, 'nightly.sql.gz.enc');
  await writeFile(file, new Uint8Array(await (await files.get(objects[0]!.key))!.arrayBuffer()));

  empty = await startTestSqld({ empty: true });
  await restoreFromFile(empty.client, file, TEST_BACKUP_KEY);
  expect(await contents(empty.client)).toEqual(before);
  // The files of the bucket are as they were: the restored database agrees with every copy, and its months with their rules.
  expect((await verify(empty.client, files)).differences).toEqual([]);
  expect((await verify(empty.client, files, '2026-01')).differences).toEqual([]);
  const found = await empty.client.execute("SELECT rowid FROM directs_search WHERE directs_search MATCH 'oneil'");
  expect(found.rows).toHaveLength(1);
  const id = await insertDirect(empty.client, '2026-03', { name: 'after', name_fold: 'after' });
  expect((await empty.client.execute(`SELECT 1 FROM history WHERE entity = 'directs' AND record_id = ${id}`)).rows).toHaveLength(1);
  await expect(restoreFromFile(empty.client, file, TEST_BACKUP_KEY)).rejects.toThrow('has tables already');
});

test('a site on the restored database starts, signs people in, and calculates', async () => {
  const prepare = async (client: Client) => {
    await restoreFromFile(client, join(folder, 'nightly.sql.gz.enc'), TEST_BACKUP_KEY);
    expect(await migrate(client)).toEqual([]);
  };
  const restored = await startStack({ empty: true, prepare });
  try {
    const login = await restored.fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'quan-tri', password: PASSWORD }),
    });
    expect(login.status).toBe(200);
    const admin = await signIn(restored, 'Admin');
    expect((await admin.call('POST', 'calculations', { year: 2026, month: 1 })).status).toBe(423);
    expect((await admin.call('GET', 'totals?year=2026&month=1')).body.sealed).toMatchObject({ version: 2 });
    expect((await admin.call('GET', 'adjust-settings')).body).toMatchObject({ reason_required: 1 });
    expect((await admin.call('GET', 'rule_scenarios')).body.data).toMatchObject([{ name: 'Tăng điểm', status: 'draft' }]);
    expect((await admin.call('GET', 'rule_cases/results')).body.data).toMatchObject([{ name: 'Nhà 20 tsubo', passed: true }]);
    const { rows } = await restored.client.execute('SELECT name, entity FROM views');
    expect(rows).toMatchObject([{ name: 'Việc của tôi', entity: 'directs' }]);
    await insertDirect(restored.client, '2026-02');
    const run = await ended(admin, (await admin.call('POST', 'calculations', { year: 2026, month: 2 })).body.id);
    expect(run).toMatchObject({ status: 'done', total: 1, changed: 1 });
    // A short unlock whose minutes are over by then ends there as it would have ended here.
    await restored.client.execute("UPDATE month_locks SET open_until = '2026-05-01 08:00:00' WHERE month = '2026-04'");
    expect(await restored.dispatchCron('* * * * *')).toBe('ok');
    const locks = await restored.client.execute(
      "SELECT status, seal_id = (SELECT MAX(id) FROM month_seals WHERE month = '2026-04') AS own FROM month_locks WHERE month = '2026-04'",
    );
    expect(locks.rows).toMatchObject([{ status: 1, own: 1 }]);
  } finally {
    await restored.close();
  }
});

test('a drill restores into a server of its own, compares every table, and names what a backup got wrong', async () => {
  const file = join(folder, 'nightly.sql.gz.enc');
  const result = await drillRestore(file, TEST_BACKUP_KEY, await stack.files());
  expect(result).toMatchObject({ differences: [], tables: expect.any(Number), rows: expect.any(Number) });
  expect(result.tables).toBeGreaterThan(25);
  expect(result.rows).toBeGreaterThan(6000);

  // A seal that was made after the backup has its copy among the files.
  const copies = await stack.files();
  await copies.put('seals/2026-03/v1-later.json', '{}');
  expect((await drillRestore(file, TEST_BACKUP_KEY, copies)).differences).toEqual([]);
  await copies.delete('seals/2026-03/v1-later.json');

  const script = await readScript(file);
  const broken = join(folder, 'broken.sql.gz');
  const end = script.lastIndexOf('COMMIT');
  await writeFile(broken, gzipSync(`${script.slice(0, end)}DELETE FROM work_categories WHERE id = 2;\n${script.slice(end)}`));
  const { differences } = await drillRestore(broken, TEST_BACKUP_KEY, undefined);
  expect(differences).toContain('work_categories: 2 rows in the backup, 1 restored');
});

test('a backup of an older version restores and is brought up to date, with its locked months', async () => {
  const older = join(folder, 'older');
  await mkdir(older);
  const names = (await readdir('migrations')).sort();
  for (const name of names.slice(0, 1)) await cp(join('migrations', name), join(older, name));
  const source = await startTestSqld({ empty: true });
  await migrate(source.client, older);
  // The guards of that version read no column that came later.
  const guards = await source.client.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%open_until%'");
  for (const { name } of guards.rows) await source.client.execute(`DROP TRIGGER ${String(name)}`);
  await source.client.batch(
    [
      "INSERT INTO month_seals (id, month, version, sealed_at, history_id, total_point_1, total_point_2, sha256, document) VALUES (1, '2026-09', 1, '', 0, '', '', 'a', '{}')",
      "INSERT INTO month_seal_rows (seal_id, kind, user_id, row) VALUES (1, 'totals', 7, '{}')",
      "INSERT INTO month_locks (month, status, at, seal_id) VALUES ('2026-09', 1, '2026-10-05 08:00:00', 1)",
    ],
    'write',
  );
  const file = join(folder, 'older.sql.gz.enc');
  await dumpToFile(source.url, undefined, file, TEST_BACKUP_KEY);
  await source.close();
  const target = await startTestSqld({ empty: true });
  await restoreFromFile(target.client, file, TEST_BACKUP_KEY);
  expect(await migrate(target.client)).toEqual(names.slice(1));
  expect(await migrate(target.client)).toEqual([]);
  const { rows } = await target.client.execute(
    'SELECT (SELECT COUNT(*) FROM month_seal_rows) AS n, (SELECT seal_id FROM month_locks) AS seal_id',
  );
  expect(rows).toMatchObject([{ n: 1, seal_id: 1 }]);
  await expect(insertDirect(target.client, '2026-09')).rejects.toThrow('month_locked');
  await target.close();
});

test('a backup during writes holds whole transactions only', async () => {
  let writing = true;
  let pairs = 0;
  const writer = (async () => {
    for (; writing; pairs += 1) {
      await stack.client.batch(
        [
          { sql: 'INSERT INTO positions (name) VALUES (?)', args: [`p${pairs}`] },
          { sql: 'INSERT INTO companies (name) VALUES (?)', args: [`p${pairs}`] },
        ],
        'write',
      );
    }
  })();
  const file = join(folder, 'busy.sql.gz.enc');
  await dumpToFile(stack.sqld.url, undefined, file, TEST_BACKUP_KEY);
  writing = false;
  await writer;
  const restored = await startTestSqld({ empty: true });
  await restoreFromFile(restored.client, file, TEST_BACKUP_KEY);
  const { rows } = await restored.client.execute(
    "SELECT (SELECT COUNT(*) FROM positions) AS positions, (SELECT COUNT(*) FROM companies) AS companies, (SELECT COUNT(*) FROM history WHERE entity IN ('positions', 'companies')) AS histories",
  );
  const { positions, companies, histories } = rows[0]!;
  expect(companies).toBe(positions);
  expect(histories).toBe(2 * Number(positions));
  await restored.close();
});

test('a truncated backup is recognised, its database is refused as incomplete, and only the last 30 backups stay', async () => {
  const script = await readScript(join(folder, 'nightly.sql.gz.enc'));
  const file = join(folder, 'cut.sql.gz');
  await writeFile(file, gzipSync(script.slice(0, script.lastIndexOf('COMMIT'))));
  const target = await startTestSqld({ empty: true });
  await expect(restoreFromFile(target.client, file, TEST_BACKUP_KEY)).rejects.toThrow('cut off');
  await expect(restoreFromFile(target.client, file, TEST_BACKUP_KEY)).rejects.toThrow('The database is incomplete');
  await expect(migrate(target.client)).rejects.toThrow('a restore into it is under way or broke off');
  await target.close();

  const files = await stack.files();
  for (let n = 10; n < 45; n += 1) await files.put(`backups/2020-01-01T00-00-${n}.sql.gz`, 'old');
  await stack.deliver([{ type: 'backup' }]);
  const { objects } = await files.list({ prefix: 'backups/' });
  expect(objects).toHaveLength(30);
  expect(objects[0]!.key).toBe('backups/2020-01-01T00-00-17.sql.gz');
});

test('a backup that breaks off leaves the file of the one before as it was, and nothing beside it', async () => {
  const kept = await mkdtemp(join(folder, 'kept-'));
  const file = join(kept, 'tensu.sql.gz.enc');
  await writeFile(file, 'the one before');
  const away = createServer((_, answer) => answer.end('CREATE TABLE cut_off'));
  await once(away.listen(0, '127.0.0.1'), 'listening');
  const { port } = away.address() as AddressInfo;
  await expect(dumpToFile(`http://127.0.0.1:${port}`, undefined, file, TEST_BACKUP_KEY)).rejects.toThrow('cut off');
  away.close();
  expect(await readdir(kept)).toEqual(['tensu.sql.gz.enc']);
  expect(await readFile(file, 'utf8')).toBe('the one before');
  await dumpToFile(stack.sqld.url, undefined, file, TEST_BACKUP_KEY);
  expect(await readdir(kept)).toEqual(['tensu.sql.gz.enc']);
  expect((await readFile(file)).subarray(0, 8).toString()).toBe('TENSUBK1');
});

test('of two restores into one database at once one fills it and the other is refused, whenever it looked', async () => {
  const file = join(folder, 'nightly.sql.gz.enc');
  const target = await startTestSqld({ empty: true });
  const outcomes = await Promise.allSettled([1, 2].map(() => restoreFromFile(target.client, file, TEST_BACKUP_KEY)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { reason } = outcomes.find((outcome) => outcome.status === 'rejected')!;
  expect(reason.message).toContain('a restore into it is under way or broke off');
  const filled = await contents(target.client);
  expect(filled['rows of directs']).toMatch(/^3\d{3} /);
  // The other one ended between this one's first look and its mark.
  const looks = Object.assign(Object.create(target.client), {
    execute: async (statement: InStatement) => (isFirstLook(statement) ? { rows: [] } : target.client.execute(statement)),
  });
  let looked = 0;
  const isFirstLook = (statement: InStatement) => JSON.stringify(statement).includes("type = 'table'") && looked++ === 0;
  await expect(restoreFromFile(looks, file, TEST_BACKUP_KEY)).rejects.toThrow('has tables already');
  expect(await contents(target.client)).toEqual(filled);
  await target.close();
});

test('an encrypted backup opens with its own key only, and shows when it was cut or changed', async () => {
  const whole = await readFile(join(folder, 'nightly.sql.gz.enc'));
  expect(whole.includes('INSERT INTO')).toBe(false);
  const decrypt = (bytes: Uint8Array<ArrayBuffer>, key = TEST_BACKUP_KEY) =>
    new Response(new Blob([bytes]).stream().pipeThrough(decryptBackup(key))).arrayBuffer();
  await expect(decrypt(new Uint8Array(whole), 'another-key-0123456789-0123456789-0123')).rejects.toThrow('another key');
  await expect(decrypt(new Uint8Array(whole.subarray(0, -5)))).rejects.toThrow('cut off or changed');
  const changed = new Uint8Array(whole);
  changed[whole.length - 40]! ^= 1;
  await expect(decrypt(changed)).rejects.toThrow('cut off or changed');
  const target = await startTestSqld({ empty: true });
  const file = join(folder, 'other-key.sql.gz.enc');
  await writeFile(file, whole);
  await expect(restoreFromFile(target.client, file, 'another-key-0123456789-0123456789-0123')).rejects.toThrow('another key');
  await expect(restoreFromFile(target.client, file, TEST_BACKUP_KEY)).resolves.toBeUndefined();
  await target.close();
});

test('a backup of a database that is away is tried again later', async () => {
  await insert(stack.client, 'positions', { name: 'x' });
  stack.proxy.fail(503);
  await stack.sqld.kill9();
  expect((await stack.deliver([{ type: 'backup' }])).retryMessages).toHaveLength(1);
  await stack.sqld.start();
  stack.proxy.heal();
});
