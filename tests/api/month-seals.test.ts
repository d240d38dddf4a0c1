import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, readOctober, readOctoberRecords, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
let office: Awaited<ReturnType<typeof fillOffice>>;
beforeEach(async () => {
  api = await openApi();
  office = await fillOffice(api);
});
afterEach(() => api.close());

const { setLock, seals, documentOf, totals } = sealCalls(() => api);
const put = async (path: string, body: object) => {
  const answer = await api.call('PUT', path, { as: api.people.admin, body });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};

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

  it('is done once when it is asked for twice at once, as by a double press', async () => {
    const counts = async () => {
      const { rows } =
        await api.client.execute(`SELECT (SELECT COUNT(*) FROM month_seals) AS seals, (SELECT COUNT(*) FROM month_seal_rows) AS "rows",
        (SELECT COUNT(*) FROM month_lock_events) AS events, (SELECT COUNT(*) FROM notices) AS notices`);
      return { ...rows[0] };
    };
    await setLock(1);
    const once = await counts();
    const sum = (await totals('year=2026&month=10')).sum;
    await setLock(0);
    await api.client.execute('DELETE FROM notices');
    const body = { year: 2026, month: 10, status: 1 };
    const lock = () => api.call('POST', 'lock_and_unlock', { as: api.people.admin, body });
    const answers = await Promise.all([lock(), lock(), lock()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { seals: sealed, rows, events, notices } = await counts();
    // The first lock, its end, the second lock.
    expect({ seals: sealed, rows, events, notices }).toEqual({ seals: 2, rows: 2 * Number(once.rows), events: 3, notices: once.notices });
    expect((await totals('year=2026&month=10')).sum).toEqual(sum);
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

  it('keeps the names that stood in statements, lines, comparisons, customers, explanations and their files', async () => {
    const { admin, writer } = api.people;
    await api.call('POST', 'directs_techousei/add-multiple', {
      as: writer,
      body: { directs: [{ id: office.direct, result_design_point: 9 }], reason: 'khách đổi' },
    });
    // The new name of the other customer comes before this one, its old one after it.
    const other = await api.insert('customers', { name: '中川' });
    await api.client.execute({
      sql: "UPDATE directs SET customer_id = ? WHERE name LIKE 'D-2026-10-_' AND user_id IS NULL",
      args: [other],
    });
    await setLock(1, 9);
    // The last write that the seal has seen is of a name that it keeps.
    for (const name of ['旧い名', '山田建設']) await put('customers/1', { name });
    await setLock(1);
    const people = [writer.id, office.away, office.gone];
    const before = await readOctoberRecords(api, people);
    for (const name of ['山田建設', 'Họp', 'mới', 'Phòng', 'Đào Văn Xa', '"by":"Người writer"'])
      expect(JSON.stringify(before).replaceAll('\\', ''), name).toContain(name);
    await put('customers/1', { name: '新しい名' });
    await put('work-categories/1', { work_name: '新図' });
    await put('indirect_note/1', { content: 'Đổi nội dung' });
    await put('pro_point/2', { point: 3, desc: 'đổi bậc' });
    await put('departments/1', { name: 'Phòng đổi tên' });
    await put('department_groups/1', { group_name: 'Nhóm đổi tên' });
    await put(`users/${writer.id}`, { name: 'Đổi tên', username: 'khac', code: 'M8' });
    await put(`users/${office.away}`, { name: 'Tên mới', username: 'moi', code: 'M9', employee_code: 'X1' });
    await put('customers/1', { name: '三つ目の名' });
    expect(await readOctoberRecords(api, people)).toEqual(before);
    await setLock(0);
    expect(
      (await api.call('GET', `statements/${writer.id}/lines?kind=design&year=2026&month=10`, { as: admin })).body.data[0].subtitle,
    ).toContain('三つ目の名');
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

  it('shows people of no department to nobody who has none', async () => {
    await api.client.execute({
      sql: 'UPDATE users SET department_id = NULL, dept_grp_id = NULL WHERE id = ?',
      args: [api.people.viewer.id],
    });
    for (const status of [0, 1] as const) {
      await setLock(status);
      for (const path of ['totals', 'charts']) {
        const { body } = await api.call('GET', `${path}?year=2026&month=10&limit=100`, { as: api.people.viewer });
        expect(body.data ?? body.charts, `${path} ${status}`).toEqual([]);
      }
    }
  });

  it('takes one round trip to read, and two to lock', async () => {
    expect((await api.countRoundTrips(() => setLock(1))).trips).toBe(2);
    for (const path of [
      'totals?year=2026&month=10',
      'totals?year=2026',
      'charts?year=2026&month=10',
      'home/get-all-group-by-dev?year=2026&month=10',
      'home/trend?year=2026&month=10',
      'month_seals',
    ]) {
      const { trips, result } = await api.countRoundTrips(() => api.call('GET', path, { as: api.people.admin }));
      expect({ status: result.status, trips }, path).toEqual({ status: 200, trips: 1 });
    }
  });
});

describe('a lock that is overtaken', () => {
  it.each([
    ['a rating of an earlier month', "UPDATE pro SET rate_at = '2026-08-02', version = version + 1 WHERE rate_at = '2026-08-01'"],
    [
      'a calculation that found nothing to change',
      `INSERT INTO calculation_runs (year, month, status, source, created_at, progress_at)
        VALUES (2026, 10, 'done', 'button', '2026-11-20 10:00:00', '2026-11-20 10:00:00')`,
    ],
  ])('is taken again after %s', async (_, change) => {
    const { db } = api.deps;
    let writes = 0;
    api.deps.db = {
      read: db.read,
      write: async (...given) => {
        if (writes++ === 0) await api.client.execute(change);
        return db.write(...given);
      },
    };
    expect((await setLock(1)).status).toBe(200);
    api.deps.db = db;
    expect(writes).toBe(2);
  });

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
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe('month_moving');
    expect(answer.headers.get('retry-after')).toBe('5');
    api.deps.db = db;
    const { rows } = await api.client.execute("SELECT status, closing_until FROM month_locks WHERE month = '2026-09'");
    expect(rows).toMatchObject([{ status: 0, closing_until: null }]);
    expect(await seals('year=2026&month=9')).toEqual([]);
  });

  it('locks while factors, expressions and people are written without a pause: those writes wait for the moment it takes', async () => {
    const { db } = api.deps;
    const changes = [
      'UPDATE pro_point SET point = point + 0.001, version = version + 1',
      'UPDATE totals_expressions SET version = version + 1',
      "UPDATE users SET area = ifnull(area, '') || 'x', version = version + 1 WHERE id = 1",
    ];
    const refused: string[] = [];
    api.deps.db = {
      read: db.read,
      write: async (...given) => {
        for (const change of changes) {
          const context = `INSERT INTO write_context (id, source, at) VALUES (1, 'screen', '${api.clock.time()}')`;
          await api.client.batch([context, change, 'DELETE FROM write_context'], 'write').catch(({ message }) => refused.push(message));
        }
        return db.write(...given);
      },
    };
    expect((await setLock(1)).status).toBe(200);
    api.deps.db = db;
    for (const change of changes) expect(refused, change).toContainEqual(expect.stringContaining('month_closing'));

    await api.client.execute("INSERT INTO month_locks (month, status, at, closing_until) VALUES ('2026-09', 0, '', '2099-01-01')");
    const waiting = put(`pro_point/${office.factor}`, { point: 1.7 });
    await api.client.execute("UPDATE month_locks SET closing_until = NULL WHERE month = '2026-09'");
    expect((await waiting).data.point).toBe(1.7);
  });
});
