import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEAL_ROW_KINDS, type SealDocument } from '../../worker/contracts/calls/month-seals.ts';
import { canonicalJson, isIntact } from '../../worker/modules/month-seals/canonical.ts';
import { sealLateMonths } from '../../worker/modules/month-seals/maintain-seals.ts';
import { hashRecords } from '../../worker/modules/month-seals/record-hashes.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, readOctober } from '../support/sealed-office.ts';

let api: TestApi;
let office: Awaited<ReturnType<typeof fillOffice>>;
beforeEach(async () => {
  api = await openApi();
  office = await fillOffice(api);
});
afterEach(() => api.close());

const setLock = (status: 0 | 1, month = 10) =>
  api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month, status, reason: 'sửa điểm' } });
const seals = async (query = 'year=2026&month=10') => (await api.call('GET', `month_seals?${query}`, { as: api.people.viewer })).body.data;
const documentOf = async (id: number) => (await api.call('GET', `month_seals/${id}`, { as: api.people.admin })).body as SealDocument;
const put = async (path: string, body: object) => {
  const answer = await api.call('PUT', path, { as: api.people.admin, body });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const totals = async (query: string, as = api.people.admin) => (await api.call('GET', `totals?limit=100&${query}`, { as })).body;

describe('locking a month', () => {
  it('publishes what the month shows at that moment: locked it reads as it did open, but for the mark of its seal', async () => {
    for (const person of ['admin', 'writer', 'viewer'] as const) {
      await setLock(0);
      const open = await readOctober(api, api.people[person]);
      await setLock(1);
      const [seal] = await seals();
      const { version, sealed_at, sha256 } = seal;
      const locked = await readOctober(api, api.people[person]);
      const marked = Object.fromEntries(
        Object.entries(locked).map(([path, text]) => [path, text.replace(JSON.stringify({ version, sealed_at, sha256 }), 'null')]),
      );
      expect(marked).toEqual(open);
      expect(locked['totals?year=2026&month=10&limit=100&order_by=name ASC']).toContain(`"sealed":{"version":${version}`);
    }
  });

  it('keeps every answer byte for byte whatever people, factors, expressions, names and rules become', async () => {
    await setLock(1);
    const before = await Promise.all((['admin', 'viewer', 'writer'] as const).map((person) => readOctober(api, api.people[person])));
    const { writer } = api.people;
    await put(`pro_point/${office.factor}`, { point: 1.5 });
    await put('totals-expressions', { total_point_1: 'direct_point * 10', total_point_2: 'total_point_1 + 100' });
    await put(`users/${office.away}`, {
      name: 'Tên mới',
      username: 'moi',
      code: 'M9',
      area: 'Huế',
      employee_code: 'X1',
      active: 0,
      department_id: 1,
      dept_grp_id: 1,
    });
    await put(`users/${writer.id}`, { name: 'Đổi tên' });
    await api.insert('positions', { name: 'Trưởng nhóm' });
    await put(`users/${api.people.checked.id}`, { position_id: 2 });
    await put('positions/1', { name: 'Chức vụ khác' });
    await put('departments/1', { name: 'Phòng đổi tên' });
    await put('department_groups/1', { group_name: 'Nhóm đổi tên' });
    await put('customers/1', { name: '新しい名' });
    expect((await api.call('DELETE', `tsubos/${office.unusedRule}`, { as: api.people.admin })).status).toBe(200);
    await api.call('POST', 'pro', { as: writer, body: { user_id: writer.id, pro_point_id: office.factor, rate_at: '2026-09-15' } });
    await api.insert('users', { username: 'them', name: 'Người thêm', code: 'them', department_id: 1, dept_grp_id: 1 });
    const after = await Promise.all((['admin', 'viewer', 'writer'] as const).map((person) => readOctober(api, api.people[person])));
    expect(after).toEqual(before);
  });

  it('keeps a month that is only a part of a range, and computes the open ones', async () => {
    const range = 'exc_start_time=2026-09-01&exc_end_time=2026-11-30&user_id=2';
    const before = await totals(range);
    await setLock(1);
    await put(`pro_point/${office.factor}`, { point: 2 });
    const after = await totals(range);
    const indexes = after.data.map((row: { month: string; pro_index: number }) => [row.month, row.pro_index]);
    expect(indexes).toEqual([
      ['2026-09', 2],
      ['2026-10', 1.1],
      ['2026-11', 2],
    ]);
    expect(after.data[1]).toEqual(before.data[1]);
    expect(after.sealed).toEqual([expect.objectContaining({ month: '2026-10', version: 1 })]);
  });

  it('shows a person under the department they had then, to whoever may see that department now', async () => {
    await setLock(1);
    await put(`users/${office.away}`, { department_id: 1, dept_grp_id: 1 });
    const names = async (query: string) => (await totals(query)).data.map((row: { username: string }) => row.username);
    expect(await names('year=2026&month=10&dept_id=2')).toContain('away');
    expect(await names('year=2026&month=10&dept_id=1')).not.toContain('away');
    expect(await names('year=2026&month=11&dept_id=1')).toContain('away');
    const { body } = await api.call('GET', 'totals?year=2026&month=10&limit=100', { as: api.people.viewer });
    expect(body.data.map((row: { username: string }) => row.username)).not.toContain('away');
  });

  it('takes one round trip to read, and two to lock', async () => {
    const { db } = api.deps;
    let trips = 0;
    const counted =
      <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
      (...args: Args) => {
        trips += 1;
        return call(...args);
      };
    api.deps.db = { read: counted(db.read), write: counted(db.write) };
    await setLock(1);
    expect(trips).toBe(2);
    for (const path of [
      'totals?year=2026&month=10',
      'totals?year=2026',
      'charts?year=2026&month=10',
      'home/get-all-group-by-dev?year=2026&month=10',
      'home/trend?year=2026&month=10',
      'month_seals',
    ]) {
      trips = 0;
      expect((await api.call('GET', path, { as: api.people.admin })).status).toBe(200);
      expect(trips, path).toBe(1);
    }
  });
});

describe('the dashboard', () => {
  it('has the same sums by person and by department, with a row for what belongs to none', async () => {
    const month = 'year=2026&month=10';
    for (const status of [0, 1] as const) {
      await setLock(status);
      const { sum } = (await api.call('GET', `charts?${month}`, { as: api.people.admin })).body;
      const { body: rows } = await api.call('GET', `home/get-all-group-by-dev?${month}`, {
        as: api.people.admin,
        headers: { 'accept-language': 'en' },
      });
      const total = (key: string) => Number(rows.reduce((all: number, row: Record<string, number>) => all + row[key]!, 0).toFixed(3));
      expect([total('total_tsubo'), total('total_worktime'), total('total_unit'), total('total_point')]).toEqual([
        sum.total_tsubo,
        sum.total_worktime,
        sum.total_unit,
        sum.total_point,
      ]);
      // A direct without a designer: only its check counts, for its checker.
      expect(rows.at(-1)).toMatchObject({
        id: null,
        name: 'No department',
        total_unit: 0,
        total_worktime: 20,
        point_design: 0,
        point_check: 0.666,
      });
    }
  });

  it('follows its sums over twelve months, of people and of departments, open and locked', async () => {
    const asked = ['', '&dept_id=1', '&dept_id=2', '&dept_grp_id=2'];
    for (const status of [0, 1] as const) {
      await setLock(status);
      for (const scope of asked) {
        const month = `year=2026&month=10${scope}`;
        const read = async (path: string) => (await api.call('GET', path, { as: api.people.admin })).body;
        const months = (await read(`home/trend?${month}&is_department=0`)).data;
        expect(months.map((row: { month: string }) => row.month)).toEqual([
          ...['2025-11', '2025-12'],
          ...Array.from({ length: 10 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
        ]);
        const { sum } = await read(`charts?${month}&limit=1`);
        expect(sum, scope).toMatchObject(withoutMonth(months.at(-1)));
        const rows: Record<string, number>[] = await read(`home/get-all-group-by-dev?${month}`);
        const total = (key: string) => Number(rows.reduce((all, row) => all + row[key]!, 0).toFixed(3));
        expect((await read(`home/trend?${month}&is_department=1`)).data.at(-1), scope).toEqual({
          month: '2026-10',
          total_point: total('total_point'),
          total_unit: total('total_unit'),
          total_tsubo: total('total_tsubo'),
          total_worktime: total('total_worktime'),
          total_difficulty_coefficient: total('total_complex_factor'),
        });
      }
    }
    expect((await api.call('GET', 'home/trend?year=2026&month=10&dept_id=2', { as: api.people.viewer })).status).toBe(403);
  });
});

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
      late: false,
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

  it('proves the records by the same hash, in however many pieces they are read', async () => {
    await setLock(1);
    const { records } = await documentOf((await seals())[0].id);
    let pieces = 0;
    const read = async (statement: SQL) => {
      pieces += 1;
      return (await api.deps.db.read([statement]))[0]!;
    };
    expect(records.directs.count).toBe(6);
    expect(await hashRecords(read, 'directs', '2026-10', { maxRows: 2 })).toEqual(records.directs);
    expect(pieces).toBe(3);
    // Texts so long that six, then three records are too large for one answer.
    await setLock(0);
    await api.client.execute("UPDATE directs SET description = printf('%.*c', 1000000, 'x') WHERE henkyaku_hi LIKE '2026-10%'");
    const long = await hashRecords(read, 'directs', '2026-10', { maxRows: 1 });
    pieces = 0;
    expect(await hashRecords(read, 'directs', '2026-10')).toEqual(long);
    expect([long.count, pieces]).toEqual([6, 5]);
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
  });

  it('is made late for a month that was locked without one', async () => {
    await api.client.execute("INSERT INTO month_locks (month, status, user_id, at) VALUES ('2026-10', 1, 2, '2026-11-05 09:00:00')");
    expect((await totals('year=2026&month=10')).sealed).toBeNull();
    expect(await sealLateMonths(api.deps)).toBe(1);
    expect(await sealLateMonths(api.deps)).toBe(0);
    expect((await totals('year=2026&month=10')).sealed.version).toBe(1);
    expect(await seals()).toMatchObject([{ late: 1, sealed_by: { id: 2 }, version: 1 }]);
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

describe('a lock that is overtaken', () => {
  it('is taken again with the figures that came between, and never seals stale ones', async () => {
    const { db } = api.deps;
    let writes = 0;
    api.deps.db = {
      read: db.read,
      write: async (...given) => {
        // Between the reading and the first write of the seal, somebody changes a record of the month.
        if (writes++ === 0)
          await api.client.execute({
            sql: 'UPDATE directs SET result_design_point = 50, version = version + 1 WHERE id = ?',
            args: [office.direct],
          });
        return db.write(...given);
      },
    };
    expect((await setLock(1)).status).toBe(200);
    api.deps.db = db;
    const [seal] = await seals();
    const document = await documentOf(seal.id);
    expect(document.totals.find(({ username }) => username === 'writer')!.direct_point).toBeGreaterThan(50);
  });

  it('closes the month to writers for a moment when it keeps moving, and leaves it open when even that does not help', async () => {
    const { db } = api.deps;
    const refused: string[] = [];
    api.deps.db = {
      read: db.read,
      write: async (statements, author, timeout) => {
        await db
          .write([sql`UPDATE directs SET bikou = 'x', version = version + 1 WHERE id = ${office.direct}`], author)
          .catch((error: Error) => refused.push(error.message));
        return db.write(statements, author, timeout);
      },
    };
    expect((await setLock(1)).status).toBe(200);
    expect(refused).toContain('month_locked');
    api.deps.db = {
      read: db.read,
      write: async (statements, author, timeout) => {
        await api.client.execute("UPDATE users SET area = ifnull(area, '') || 'x', version = version + 1 WHERE id = 1");
        return db.write(statements, author, timeout);
      },
    };
    const answer = await setLock(1, 9);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'month_moving', '5']);
    api.deps.db = db;
    const { rows } = await api.client.execute("SELECT status, closing_until FROM month_locks WHERE month = '2026-09'");
    expect(rows).toMatchObject([{ status: 0, closing_until: null }]);
    expect(await seals('year=2026&month=9')).toEqual([]);
  });
});

function withoutMonth({ month: _, ...figures }: Record<string, unknown>) {
  return figures;
}
