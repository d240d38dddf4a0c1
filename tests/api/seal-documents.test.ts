import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEAL_ROW_KINDS } from '../../worker/contracts/calls/month-seals.ts';
import { canonicalJson, isIntact } from '../../worker/features/month-close/seals/canonical.ts';
import { hashRecords } from '../../worker/features/month-close/seals/record-hashes.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
let office: Awaited<ReturnType<typeof fillOffice>>;
beforeEach(async () => {
  api = await openApi();
  office = await fillOffice(api);
});
afterEach(() => api.close());

const { setLock, seals, documentOf, totals } = sealCalls(() => api);

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** RFC 8785 for what a seal holds: keys in order, no spaces. */
function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`).join(',')}}`;
}

describe('a seal', () => {
  it('is canonical, holds its own hash and that of the seal before it, of whatever month', async () => {
    await setLock(1, 9);
    await setLock(1, 10);
    const [october, september] = await seals('');
    const stored = await api.client.execute('SELECT document FROM month_seals ORDER BY id');
    for (const { document } of stored.rows) expect(await isIntact(String(document))).toBe(true);
    const document = await documentOf(october.id);
    expect(document).toMatchObject({
      month: '2026-10',
      version: 1,
      previous_sha256: september.sha256,
      sha256: october.sha256,
    });
    expect(document.records.directs.count).toBe(6);
    expect(document.totals.find(({ username }) => username === 'writer')).toMatchObject({
      department: { id: 1, name: 'Phòng 1' },
      rating: { pro_point_id: office.factor, rate_at: '2026-08-01', point: 1.1 },
    });
    const changed = String(stored.rows[0]!.document).replace(/"direct_point":\d/, '"direct_point":8');
    expect(await isIntact(changed)).toBe(false);
  });

  it('recomputed shows the totals that differ to who may see them: others than an Admin those of their department', async () => {
    await setLock(1);
    const [{ id: seal_id }] = await seals();
    const total = (user_id: number) => ({ user_id, name: '', field: 'direct_point', sealed: 1, replayed: 2 });
    const different = [api.people.writer.id, office.away, 999].map(total);
    const result = JSON.stringify({ checked: 6, different: [], differences: 0, totals_different: different, problems: [] });
    const at = '2026-11-20 10:00:00';
    const id = await api.insert('month_replays', {
      ...{ seal_id, status: 'done', requested_by: api.people.admin.id, created_at: at, progress_at: at, lease_until: 0, result },
    });
    for (const [as, people] of [
      [api.people.admin, different],
      [api.people.writer, [total(api.people.writer.id)]],
    ] as const) {
      const one = (await api.call('GET', `month_replays/${id}`, { as })).body;
      const list = (await api.call('GET', 'month_replays?year=2026&month=10', { as })).body.data;
      expect(one.totals_different).toEqual(people);
      expect(list[0].totals_different).toEqual(people);
    }
  });

  it('is checked as docs/operations.md says, from answers of the API and without this program', async () => {
    await setLock(1, 9);
    await setLock(1);
    const as = api.people.admin;
    for (const { id } of await seals('')) {
      const { sha256, ...rest } = await documentOf(id);
      expect(hashOf(writeJson(rest))).toBe(sha256);
      for (const [table, { columns, count, sha256: hash }] of Object.entries(rest.records)) {
        const days = `exc_start_time=${rest.month}-01&exc_end_time=${rest.month}-30`;
        const { data } = (await api.call('GET', `${table}?${days}&limit=1000&order_by=id`, { as })).body;
        const lines = data.map((row: Record<string, unknown>) => `${JSON.stringify(columns.map((column) => row[column]))}\n`);
        expect(lines.length, `${table} of ${rest.month}`).toEqual(count);
        expect(hashOf(lines.join('')), `${table} of ${rest.month}`).toEqual(hash);
      }
    }
  });

  it('proves the records by the same hash, in however many pieces they are read', async () => {
    await setLock(1);
    const { records } = await documentOf((await seals())[0].id);
    let pieces = 0;
    const read: typeof api.deps.db.read = (plan) => {
      pieces += 1;
      return api.deps.db.read(plan);
    };
    expect(records.directs.count).toBe(6);
    expect(await hashRecords(read, 'directs', '2026-10', { maxRows: 2 })).toEqual(records.directs);
    expect(pieces).toBe(3);
    // Texts so long that more than two records are too large for one answer.
    await setLock(0);
    await api.client.execute("UPDATE directs SET description = printf('%.*c', 1000000, 'x') WHERE henkyaku_hi LIKE '2026-10%'");
    const long = await hashRecords(read, 'directs', '2026-10', { maxRows: 1 });
    pieces = 0;
    expect(await hashRecords(read, 'directs', '2026-10')).toEqual(long);
    expect({ count: long.count, pieces }).toEqual({ count: 6, pieces: 3 });
  });

  it('is read row by row as the document says it', async () => {
    await setLock(1);
    const [seal] = await seals();
    const document = await documentOf(seal.id);
    for (const kind of SEAL_ROW_KINDS) {
      const { rows } = await api.client.execute({
        sql: 'SELECT row FROM month_seal_rows WHERE seal_id = ? AND kind = ? ORDER BY id',
        args: [seal.id, kind],
      });
      expect(rows.map(({ row }) => row)).toEqual(document[kind].map((row) => canonicalJson(row)));
    }
  });

  it('becomes a version when the month is unlocked: the next one differs in exactly the people it must', async () => {
    await setLock(1);
    const first = await totals('year=2026&month=10');
    await setLock(0);
    expect((await totals('year=2026&month=10')).sealed).toBeNull();
    const answer = await api.call('POST', 'directs_techousei/add-multiple', {
      as: api.people.admin,
      body: { directs: [{ id: office.direct, result_design_point: 9, result_check_point: 1 }] },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await setLock(1);
    const second = await totals('year=2026&month=10');
    expect(second.sealed.version).toBe(2);
    const differing = second.data.filter((row: object, index: number) => JSON.stringify(row) !== JSON.stringify(first.data[index]));
    expect(differing.map((row: { username: string }) => row.username).sort()).toEqual(['admin', 'writer']);
    expect((await totals('year=2026&month=10&seal=1')).data).toEqual(first.data);
    expect((await totals('year=2026&month=10&seal=1')).sealed.version).toBe(1);
    expect((await api.call('GET', 'totals?year=2026&month=10&seal=7', { as: api.people.admin })).status).toBe(404);
    expect((await api.call('GET', 'totals?year=2026&seal=1', { as: api.people.admin })).status).toBe(422);
    const [newest, oldest] = await seals();
    expect(newest).toMatchObject({ year: 2026, month: 10, version: 2, sealed_by: { id: api.people.admin.id }, unlocked_at: null });
    expect(oldest).toMatchObject({ version: 1, unlocked_by: { id: api.people.admin.id }, reason: 'sửa điểm' });
    expect(oldest.unlocked_at).not.toBeNull();
    const changesOf = async ({ id }: { id: number }, as = api.people.writer) =>
      (await api.call('GET', `month_seals/${id}/changes`, { as })).body.data as { field: string; user_id: number; after: number }[];
    const { admin, writer, checked } = api.people;
    const direct = (await changesOf(newest)).filter(({ field }) => field === 'direct_point');
    expect(direct.map(({ user_id }) => user_id).sort()).toEqual([admin.id, writer.id]);
    expect(direct.map(({ user_id, after }) => [user_id, after])).toEqual(
      direct.map(({ user_id }) => [user_id, second.data.find((row: { user_id: number }) => row.user_id === user_id).direct_point]),
    );
    expect(await changesOf(oldest), 'of a first version').toEqual([]);
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2 WHERE id = ?', args: [checked.id] });
    expect(await changesOf(newest, checked), 'of another department').toEqual([]);
  });

  it('cannot be changed or removed, and neither can its rows', async () => {
    await setLock(1);
    for (const statement of ["UPDATE month_seals SET document = ''", 'DELETE FROM month_seal_rows', 'DELETE FROM month_lock_events']) {
      await expect(api.client.execute(statement), statement).rejects.toThrow('append_only');
    }
  });

  it('shows others than an Admin the rows of their department only, and a Viewer none', async () => {
    await setLock(1);
    const [seal] = await seals();
    const own = await api.call('GET', `month_seals/${seal.id}`, { as: api.people.writer });
    expect(own.body.totals.length).toBeGreaterThan(0);
    expect(own.body.totals.every((row: { department: { id: number } }) => row.department.id === 1)).toBe(true);
    expect((await api.call('GET', `month_seals/${seal.id}`, { as: api.people.viewer })).status).toBe(403);
    expect((await api.call('GET', 'month_seals/999', { as: api.people.admin })).status).toBe(404);
  });
});
