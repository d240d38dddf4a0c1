import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptLostSeals } from '../../scripts/verify.ts';
import { maintainSeals } from '../../worker/features/month-close/seals/maintain-seals.ts';
import type { FileReader } from '../../worker/features/month-close/seals/replay-sources.ts';
import { verifyChain } from '../../worker/features/month-close/seals/verify-chain.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillOffice(api);
});
afterEach(() => api.close());

const { setLock } = sealCalls(() => api);
const verify = async () => (await verifyChain({ read: api.deps.db.read, files: api.deps.files })).differences;

/** Writes past everything that keeps the application from it. */
async function tamper(...statements: string[]): Promise<void> {
  const { rows } = await api.client.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%append_only%'");
  for (const { name } of rows) await api.client.execute(`DROP TRIGGER ${name}`);
  await api.client.executeMultiple(['PRAGMA foreign_keys = OFF', ...statements, 'PRAGMA foreign_keys = ON'].join(';'));
}

/** September sealed; October sealed twice and locked. */
async function sealMonths(): Promise<void> {
  for (const [status, month] of [
    [1, 9],
    [1, 10],
    [0, 10],
    [1, 10],
  ] as const)
    expect((await setLock(status, month)).status).toBe(200);
  await maintainSeals(api.deps);
  expect(await verify()).toEqual([]);
}

it('the newest seal that is gone is missed by its lock, its event and its copy', async () => {
  await sealMonths();
  const [{ file }] = (await api.client.execute('SELECT file FROM month_seal_copies ORDER BY seal_id DESC')).rows as unknown as [
    { file: string },
  ];
  await tamper(
    'DELETE FROM month_seal_rows WHERE seal_id = 3',
    'DELETE FROM month_seal_copies WHERE seal_id = 3',
    'DELETE FROM month_seals WHERE id = 3',
  );
  expect(await verify()).toEqual([
    '2026-10: its lock names seal 3, which is not there',
    expect.stringMatching(/^2026-10: a lock of .* names seal 3, which is not there$/),
    expect.stringContaining(`the copy ${file} has no seal in the database`),
  ]);
  // With every trace in the database gone too, the file is what remains.
  await tamper('UPDATE month_locks SET seal_id = 2 WHERE seal_id = 3', 'UPDATE month_lock_events SET seal_id = NULL WHERE seal_id = 3');
  expect(await verify()).toEqual([expect.stringContaining(`the copy ${file} has no seal in the database`)]);
});

it('a seal between others that is gone is missed by the one behind it', async () => {
  await sealMonths();
  await tamper(
    'DELETE FROM month_seal_rows WHERE seal_id = 2',
    'DELETE FROM month_seal_copies WHERE seal_id = 2',
    'DELETE FROM month_seals WHERE id = 2',
  );
  expect(await verify()).toContain('seal 2026-10 version 2: the chain is broken, the seal before it is another one');
});

it('a copy whose seal a restore lost is named until somebody accepts that, with a reason that stays', async () => {
  await sealMonths();
  const [{ file }] = (await api.client.execute('SELECT file FROM month_seal_copies WHERE seal_id = 3')).rows as unknown as [
    { file: string },
  ];
  await tamper(
    ...['month_seal_rows', 'month_seal_copies', 'month_lock_events'].map((table) => `DELETE FROM ${table} WHERE seal_id = 3`),
    'DELETE FROM month_seals WHERE id = 3',
    "UPDATE month_locks SET status = 0, seal_id = NULL WHERE month = '2026-10'",
  );
  const lost = expect.stringContaining(`the copy ${file} has no seal in the database`);
  expect(await verify()).toEqual([lost]);
  expect(await acceptLostSeals(api.client, api.deps.files, 'khôi phục ngày 20')).toEqual([file]);
  expect(await verify()).toEqual([]);
  expect(await acceptLostSeals(api.client, api.deps.files, 'lần nữa')).toEqual([]);
  const { rows } = await api.client.execute('SELECT file, reason FROM month_seal_losses');
  expect(rows).toMatchObject([{ file, reason: 'khôi phục ngày 20' }]);
  // Another one that goes missing later is named again.
  await tamper(
    "UPDATE month_locks SET status = 0, seal_id = NULL WHERE month = '2026-09'",
    ...['month_seal_rows', 'month_seal_copies', 'month_lock_events'].map((table) => `DELETE FROM ${table} WHERE seal_id = 1`),
    'DELETE FROM month_seals WHERE id = 1',
  );
  expect(await verify()).toContainEqual(expect.stringMatching(/^the copy seals\/2026-09\/v1-.* has no seal in the database/));
});

it('a file for payroll that a restore lost is named, as the next one would have the whole month again', async () => {
  await tamper("UPDATE users SET employee_code = 'NV' || id");
  await sealMonths();
  const month = { year: 2026, month: 10 };
  const made = await api.call('POST', 'payroll_exports', { as: api.people.admin, body: month });
  expect(made.body).toMatchObject({ kind: 'full' });
  expect(await verify()).toEqual([]);
  await tamper('DELETE FROM payroll_exports');
  expect(await verify()).toEqual([expect.stringMatching(`^payroll may have payroll/2026-10/${made.body.sha256}.xlsx, of which`)]);
});

it('a lock that is gone, names no seal or an older one, and a version or a copy that lacks its seal are named', async () => {
  await sealMonths();
  const lock = (await api.client.execute("SELECT * FROM month_locks WHERE month = '2026-09'")).rows[0]!;
  await tamper("DELETE FROM month_locks WHERE month = '2026-09'");
  expect(await verify()).toEqual([
    expect.stringMatching(/^2026-09 is open, though it was locked at /),
    '2026-09 is open and has a seal that no unlock ended',
  ]);
  await tamper(`INSERT INTO month_locks (month, status, at, seal_id) VALUES ('2026-09', 1, '${lock.at}', NULL)`);
  expect(await verify()).toEqual(['2026-09 is locked without a seal']);
  await tamper("UPDATE month_locks SET seal_id = 1 WHERE month = '2026-09'", "UPDATE month_locks SET seal_id = 2 WHERE month = '2026-10'");
  expect(await verify()).toContain('2026-10: its lock names seal 2, which is not its newest');
  await tamper(
    "UPDATE month_locks SET seal_id = 3 WHERE month = '2026-10'",
    'DELETE FROM month_seal_rows WHERE seal_id = 2',
    'DELETE FROM month_seals WHERE id = 2',
  );
  expect(await verify()).toEqual(
    expect.arrayContaining([
      '2026-10: 2 versions, of which 1 are there',
      expect.stringMatching(/^the copy seals\/2026-10\/v1-.* belongs to seal 2, which is not there$/),
    ]),
  );
});

it('a month that is sealed while the seals are verified is no difference', async () => {
  await sealMonths();
  const { files } = api.deps;
  let isSealed = false;
  const list: FileReader['list'] = async (options) => {
    if (!isSealed) {
      isSealed = true;
      expect((await setLock(1, 11)).status).toBe(200);
      await maintainSeals(api.deps);
    }
    const { objects } = await files.list(options);
    return { objects, truncated: false };
  };
  const { differences } = await verifyChain({ read: api.deps.db.read, files: { get: (key) => files.get(key), list } });
  expect(differences).toEqual([]);
});

it('copies that did not come along with a restored database are told apart from what differs', async () => {
  await sealMonths();
  const sources = { read: api.deps.db.read, files: api.deps.files };
  expect((await verifyChain(sources)).isFileMissing).toBe(false);
  const { rows } = await api.client.execute('SELECT file FROM month_seal_copies ORDER BY seal_id');
  await api.deps.files.delete(String(rows[0]!.file));
  expect(await verifyChain(sources)).toMatchObject({
    differences: [`seal 2026-09 version 1: copy ${rows[0]!.file} missing`],
    isFileMissing: true,
  });
  expect(await verifyChain({ ...sources, files: undefined }), 'files out of reach').toMatchObject({
    differences: [],
    isFileMissing: false,
  });
});
