import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { dumpToFile, restoreFromFile } from '../../scripts/run/dump.ts';
import { exactNameKey } from '../../worker/platform/text/match-name.ts';
import { startTestSqld, type TestSqld } from '../support/sqld.ts';
import { TEST_BACKUP_KEY } from '../support/stack.ts';

let folder: string;
let former: TestSqld;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tensu-twins-'));
  former = await startTestSqld();
});
afterAll(async () => {
  await former?.close();
  await rm(folder, { recursive: true, force: true });
});

const job = fc.record({
  external_id: fc.option(fc.constantFrom('A-1', 'a-1', 'Ａ-1', 'á-1', 'Á-1', 'B 2', 'b2', 'B2', '900')),
  month: fc.constantFrom('2026-09', '2026-10'),
  is_checked: fc.constantFrom(0, 1),
});
const jobs = fc
  .array(job, { minLength: 6, maxLength: 14 })
  .map((list) =>
    list.filter(({ external_id }, at) => external_id === null || list.findIndex((one) => one.external_id === external_id) === at),
  );
type Jobs = typeof jobs extends fc.Arbitrary<infer J> ? J : never;

async function fill({ client }: TestSqld, list: Jobs): Promise<void> {
  await client.batch(
    [
      'DELETE FROM month_locks',
      'UPDATE directs SET is_checked = 0',
      'DELETE FROM directs',
      {
        sql: `INSERT INTO directs (external_id, name, henkyaku_hi, is_checked, updated_at)
          SELECT value ->> 'external_id', 'J', value ->> 'month' || '-05', value ->> 'is_checked', 'before' FROM json_each(?)`,
        args: [JSON.stringify(list)],
      },
      "INSERT INTO month_locks (month, status, at) VALUES ('2026-09', 1, '2026-10-01 00:00:00')",
    ],
    'write',
  );
}

/** A server with what another one's backup holds, brought up to date. */
async function restore(from: TestSqld, name: string): Promise<TestSqld> {
  const file = join(folder, name);
  await dumpToFile(from.url, undefined, file, TEST_BACKUP_KEY);
  const restored = await startTestSqld({ empty: true });
  await restoreFromFile(restored.client, file, TEST_BACKUP_KEY);
  await migrate(restored.client);
  return restored;
}

const rowsOf = async (client: Client, sql: string) => (await client.execute(sql)).rows.map((row) => ({ ...row }));
const FACTS = 'SELECT id, external_id, version, updated_at, is_checked FROM directs ORDER BY id';
const HISTORY = "SELECT id, before, after FROM history WHERE entity = 'directs' ORDER BY id";

/** Of the jobs whose ids are alike the first one has the key. */
function requireKeys(rows: readonly Record<string, unknown>[]): void {
  const taken = new Set<string>();
  for (const { external_id, external_id_key } of rows) {
    const key = external_id === null ? null : exactNameKey(String(external_id));
    expect(external_id_key, String(external_id)).toBe(key === null || taken.has(key) ? null : key);
    if (key !== null) taken.add(key);
  }
}

test('a backup with source ids that are alike and have no keys restores with every job, and a backup of that restores the same', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, async (list) => {
      await fill(former, list);
      const [facts, history] = [await rowsOf(former.client, FACTS), await rowsOf(former.client, HISTORY)];
      const once = await restore(former, 'former.gz.enc');
      const twice = await restore(once, 'present.gz.enc').finally(() => once.close());
      try {
        requireKeys(await rowsOf(twice.client, 'SELECT external_id, external_id_key FROM directs ORDER BY id'));
        expect(await rowsOf(twice.client, FACTS)).toEqual(facts);
        expect(await rowsOf(twice.client, HISTORY)).toEqual(history);
        const twin = twice.client.execute("INSERT INTO directs (name, external_id_key) VALUES ('x', 'a-1'), ('y', 'a-1')");
        await expect(twin, 'the index is there').rejects.toThrow('directs.external_id_key');
        const locked = twice.client.execute("UPDATE directs SET name = 'z' WHERE henkyaku_hi LIKE '2026-09%' AND is_checked = 0");
        if (list.some(({ month, is_checked }) => month === '2026-09' && is_checked === 0))
          await expect(locked, 'the guards are there').rejects.toThrow('month_locked');
        else await locked;
      } finally {
        await twice.close();
      }
    }),
    { numRuns: 3 },
  );
});
