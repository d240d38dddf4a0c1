import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Client } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { dumpToFile, restoreFromFile } from '../../scripts/run/dump.ts';
import { verify } from '../../scripts/verify.ts';
import { decryptBackup } from '../../worker/backup/encryption.ts';
import { startTestSqld, type TestSqld } from '../support/sqld.ts';
import { type Stack, startStack, TEST_BACKUP_KEY } from '../support/stack.ts';
import { ended, insert, insertDirect, insertDirects, insertRules, signIn } from './calculation-month.ts';

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
});
afterAll(async () => {
  await empty?.close();
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

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
  await insert(client, 'month_locks', { month: '2025-12', status: 1, at: '2026-01-05 08:00:00' });
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
  await stack.deliver([{ type: 'maintain_seals' }]);
  const { rows } = await client.execute('SELECT month, status, seal_id IS NULL AS unsealed FROM month_locks ORDER BY month');
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['2025-12', 1, 0],
    ['2026-01', 1, 0],
    ['2026-02', 0, 1],
  ]);
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
  const whole = await readFile(join(folder, 'nightly.sql.gz.enc'));
  const decrypted = new Blob([whole]).stream().pipeThrough(decryptBackup(TEST_BACKUP_KEY));
  const script = gunzipSync(await new Response(decrypted).arrayBuffer()).toString('utf8');
  const file = join(folder, 'cut.sql.gz');
  await writeFile(file, gzipSync(script.slice(0, script.lastIndexOf('COMMIT'))));
  const target = await startTestSqld({ empty: true });
  await expect(restoreFromFile(target.client, file, TEST_BACKUP_KEY)).rejects.toThrow('cut off');
  await expect(restoreFromFile(target.client, file, TEST_BACKUP_KEY)).rejects.toThrow('The database is incomplete');
  await expect(migrate(target.client)).rejects.toThrow('a restore into it broke off');
  await target.close();

  const files = await stack.files();
  for (let n = 10; n < 45; n += 1) await files.put(`backups/2020-01-01T00-00-${n}.sql.gz`, 'old');
  await stack.deliver([{ type: 'backup' }]);
  const { objects } = await files.list({ prefix: 'backups/' });
  expect(objects).toHaveLength(30);
  expect(objects[0]!.key).toBe('backups/2020-01-01T00-00-17.sql.gz');
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
