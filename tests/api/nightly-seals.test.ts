import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { maintainSeals } from '../../worker/features/month-close/seals/maintain-seals.ts';
import { proveSeals } from '../../worker/features/month-close/seals/prove-seals.ts';
import { watchSystem } from '../../worker/features/system/watch.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const { setLock } = sealCalls(() => api);
const rows = async (sql: string) => (await api.client.execute(sql)).rows.map((row) => ({ ...row }));
const lock = async (month: number, status: 0 | 1 = 1) => {
  expect((await setLock(status, month)).status).toBe(200);
  await maintainSeals(api.deps);
};
/** Writes past everything that keeps the application from it. */
async function tamper(...statements: string[]): Promise<void> {
  const triggers = await rows(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND (name LIKE 'month%append_only%' OR (tbl_name = 'directs' AND sql LIKE '%month_locked%'))",
  );
  for (const { name } of triggers) await api.client.execute(`DROP TRIGGER ${name}`);
  await api.client.executeMultiple(['PRAGMA foreign_keys = OFF', ...statements, 'PRAGMA foreign_keys = ON'].join(';'));
  for (const { sql } of triggers) await api.client.execute(String(sql));
}
/** The night's work, as the cron sends it. */
async function passNight() {
  await runSchedule(api.deps, '0 20 * * *');
  const sent = api.sent.splice(0).filter(({ type }) => type === 'verify_seals');
  expect(sent).toHaveLength(1);
  const unexpected = () => expect.unreachable('the message failed');
  const message = { id: '1', timestamp: new Date(), attempts: 1, body: sent[0], ack: () => undefined, retry: unexpected };
  await consume(api.deps, { queue: 'tensu-jobs', messages: [message] });
  await watchSystem(api.deps);
}
const check = async () => {
  const { body } = await api.call('GET', 'system', { as: api.people.admin });
  return body.checks.find(({ name }: { name: string }) => name === 'seals');
};
const unread = async () =>
  (await api.call('GET', 'notices?unread=1', { as: api.people.admin })).body.data.map(({ kind }: { kind: string }) => kind);
const points =
  "UPDATE directs SET result_design_point = result_design_point + 1 WHERE henkyaku_hi LIKE '2026-10%' AND result_design_point IS NOT NULL";

describe('the nightly comparison of seals', () => {
  it('finds sealed records that somebody changed past the program, tells Admins once, and once when it is mended', async () => {
    await fillOffice(api);
    await lock(10);
    await passNight();
    expect(await check()).toMatchObject({ state: 'ok', message: null });

    const stored = await rows(
      "SELECT id, result_design_point FROM directs WHERE henkyaku_hi LIKE '2026-10%' AND result_design_point IS NOT NULL",
    );
    expect(stored.length).toBeGreaterThan(0);
    await tamper(points);
    await passNight();
    expect(await check()).toMatchObject({
      state: 'alert',
      message: expect.stringContaining('của 2026/10 đã bị sửa'),
    });
    await passNight();
    expect((await unread()).filter((kind: string) => kind === 'seal_differs')).toHaveLength(1);

    await tamper(
      ...stored.map(({ id, result_design_point }) => `UPDATE directs SET result_design_point = ${result_design_point} WHERE id = ${id}`),
    );
    await passNight();
    expect(await check()).toMatchObject({ state: 'ok' });
    expect(await unread()).toContain('system_mended');
    expect(await unread()).not.toContain('seal_differs');
  });

  it('finds changed rows of a seal, and a seal that is gone', async () => {
    await fillOffice(api);
    await lock(9);
    await lock(10);
    await tamper("UPDATE month_seal_rows SET row = replace(row, '1', '2') WHERE kind = 'totals' AND seal_id = 1");
    await passNight();
    expect((await check()).message).toContain('của 2026/09 đã bị sửa');
    await tamper('DELETE FROM month_seal_rows WHERE seal_id = 2', 'DELETE FROM month_seals WHERE id = 2');
    await passNight();
    expect(await rows('SELECT problem FROM month_seal_proofs ORDER BY seal_id LIMIT 1')).toMatchObject([
      { problem: expect.stringContaining('names seal 2') },
    ]);
  });

  it('compares a part a night: the newest first, then what was compared longest ago, in turns with what differed', async () => {
    await fillOffice(api);
    for (const month of [8, 9, 10]) await lock(month);
    const proved = async () => {
      api.clock.set(new Date(api.clock.now() + 60_000).toISOString());
      const at = api.clock.time();
      await proveSeals(api.deps, { seals: 1, records: 1_000 });
      return (await rows(`SELECT seal_id FROM month_seal_proofs WHERE proved_at = '${at}' AND seal_id > 0`)).map(({ seal_id }) => seal_id);
    };
    expect(await proved()).toEqual([3]);
    expect(await proved()).toEqual([2]);
    expect(await proved()).toEqual([1]);
    expect(await proved()).toEqual([3]);
    await tamper("UPDATE month_seal_rows SET row = replace(row, '1', '2') WHERE kind = 'totals' AND seal_id = 2");
    expect(await proved()).toEqual([2]);
    expect(await proved()).toEqual([1]);
    expect(await proved()).toEqual([2]);
    expect(await proved()).toEqual([3]);
    expect(await proved()).toEqual([2]);
  });

  it('compares others too where more differ than a night has room for', async () => {
    await fillOffice(api);
    for (const month of [6, 7, 8, 9, 10]) await lock(month);
    const night = async () => {
      api.clock.set(new Date(api.clock.now() + 60_000).toISOString());
      const at = api.clock.time();
      await proveSeals(api.deps, { seals: 2, records: 100_000 });
      return (await rows(`SELECT seal_id FROM month_seal_proofs WHERE proved_at = '${at}' AND seal_id > 0 ORDER BY 1`)).map(
        ({ seal_id }) => seal_id,
      );
    };
    await tamper("UPDATE month_seal_rows SET row = replace(row, '1', '2') WHERE kind = 'totals' AND seal_id > 2");
    for (let n = 0; n < 3; n += 1) await night();
    const nights = [await night(), await night(), await night()];
    // Three differ and two do not: one of each a night.
    expect(nights.map((ids) => ids.filter((id) => (id as number) <= 2).length)).toEqual([1, 1, 1]);
    expect(new Set(nights.flat())).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('begins no further seal once it has read so many records', async () => {
    await fillOffice(api);
    for (const month of [9, 10]) await lock(month);
    await proveSeals(api.deps, { seals: 12, records: 1 });
    expect(await rows('SELECT seal_id FROM month_seal_proofs WHERE seal_id > 0')).toEqual([{ seal_id: 2 }]);
  });

  it('takes what was written after an unlock for no difference', async () => {
    await fillOffice(api);
    await lock(10);
    const { read } = api.deps.db;
    let reads = 0;
    api.deps.db.read = async (...given) => {
      // After the seal was read, and before its records are.
      if (++reads === 4) {
        await setLock(0, 10);
        await api.client.execute(points);
      }
      return read(...given);
    };
    await proveSeals(api.deps);
    api.deps.db.read = read;
    expect(reads).toBeGreaterThan(4);
    expect(await rows('SELECT seal_id, problem FROM month_seal_proofs WHERE seal_id > 0')).toEqual([]);
  });

  it('costs one round trip where no month was ever locked', async () => {
    const { trips } = await api.countRoundTrips(() => proveSeals(api.deps));
    expect(trips).toBe(1);
    expect(await rows('SELECT * FROM month_seal_proofs')).toEqual([]);
    expect(await check()).toMatchObject({ state: 'none' });
  });
});
