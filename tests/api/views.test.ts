import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { monthRange } from '../../worker/contracts/months.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';

type Person = keyof TestApi['people'];

let api: TestApi;
let customers: { a: number; b: number };
beforeAll(async () => {
  api = await openApi();
  const insert = (name: string) => api.insert('customers', { name, code: name });
  customers = { a: await insert('AAA'), b: await insert('BBB') };
});
beforeEach(() => api.client.execute('DELETE FROM views'));

const STATE = { filters: { 'name__~': 'a' }, order_by: 'code DESC', columns: { order: ['code', 'name'], hidden: ['name'] } };

const call = (method: string, path: string, as: Person, body?: object) =>
  api.call(method, path, { as: api.people[as], ...(body && { body }) });
async function save(as: Person, more: object = {}): Promise<{ id: number; version: number }> {
  const { status, body } = await call('POST', 'views', as, { entity: 'customers', name: 'Của tôi', state: STATE, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const namesFor = async (as: Person, entity = 'customers') =>
  (await call('GET', `views?entity=${entity}`, as)).body.data.map(({ name }: { name: string }) => name);

describe('a view', () => {
  it('is one of at most 20 that a person shares with everybody', async () => {
    const { id } = await save('writer');
    for (let n = 0; n < 20; n++) await save('writer', { name: `Chung ${n}`, shared: 'all' });
    const more = await call('POST', 'views', 'writer', { entity: 'customers', name: 'Thêm', state: {}, shared: 'all' });
    expect(more.status).toBe(409);
    expect(more.body.message).toContain('20');
    expect((await call('PUT', `views/${id}`, 'writer', { shared: 'all' })).status).toBe(409);
    expect((await call('PUT', `views/${id}`, 'writer', { name: 'Riêng' })).status).toBe(200);
    await save('checked', { shared: 'all' });
  });

  it('is seen by its owner alone, and by everybody once it is shared', async () => {
    const { id } = await save('writer');
    expect(await namesFor('writer')).toEqual(['Của tôi']);
    for (const other of ['admin', 'checked', 'viewer'] as const) {
      expect(await namesFor(other), other).toEqual([]);
      expect((await call('GET', `views/${id}`, other)).status, other).toBe(404);
      expect((await call('PUT', `views/${id}`, other, { name: 'X' })).status, other).toBe(404);
      expect((await call('DELETE', `views/${id}`, other)).status, other).toBe(404);
      expect((await call('GET', `views/${id}/export`, other)).status, other).toBe(404);
    }
    expect((await call('PUT', `views/${id}`, 'writer', { shared: 'all' })).status).toBe(200);
    const { data } = (await call('GET', `views/${id}`, 'viewer')).body;
    expect(data).toMatchObject({ state: STATE, shared: 'all', is_own: false, is_editable: false, gone: [], owner: { active: 1 } });
    expect(await namesFor('viewer')).toEqual(['Của tôi']);
    expect(await namesFor('writer', 'directs')).toEqual([]);
  });

  // Who does what with a shared view of the Writer's: its owner and an Admin change it, nobody else.
  it.each([
    ['admin', 200],
    ['writer', 200],
    ['checked', 403],
    ['viewer', 403],
    ['none', 403],
  ] as const)('that is shared is changed and deleted by %s with %i', async (person, status) => {
    const { id } = await save('writer', { shared: 'all' });
    expect((await call('PUT', `views/${id}`, person, { name: 'Mới' })).status).toBe(status);
    expect((await call('DELETE', `views/${id}`, person)).status).toBe(status);
    expect(await namesFor('writer')).toEqual(status === 200 ? [] : ['Của tôi']);
  });

  it.each([
    ['admin', 201],
    ['writer', 201],
    ['checked', 201],
    ['viewer', 403],
    ['none', 403],
  ] as const)('is shared by %s with %i, and kept for oneself by everybody', async (person, status) => {
    const { status: got, body } = await call('POST', 'views', person, { entity: 'customers', name: 'A', state: {}, shared: 'all' });
    expect(got).toBe(status);
    if (status === 403) expect(Object.keys(body.messages)).toEqual(['shared']);
    const own = await save(person);
    expect((await call('PUT', `views/${own.id}`, person, { shared: 'all' })).status).toBe(status === 201 ? 200 : 403);
  });

  it('of a list that one may not read is neither made, listed nor opened', async () => {
    const { body } = await call('POST', 'views', 'admin', { entity: 'pro_point', name: 'P', state: {}, shared: 'all' });
    for (const person of ['writer', 'viewer'] as const) {
      const mayList = (await call('GET', 'pro_point', person)).status === 200;
      for (const [method, path, sent] of [
        ['GET', 'views?entity=pro_point'],
        ['GET', `views/${body.data.id}`],
        ['POST', 'views', { entity: 'pro_point', name: 'Q', state: {} }],
      ] as const)
        expect((await call(method, path, person, sent)).status === 403, `${person} ${method} ${path}`).toBe(!mayList);
    }
  });

  it('that somebody changed meanwhile is refused with the present one; one that changes nothing writes nothing', async () => {
    const { id, version } = await save('writer', { shared: 'all' });
    expect((await call('PUT', `views/${id}`, 'writer', { state: STATE, version })).body.data.version).toBe(version);
    expect((await call('PUT', `views/${id}`, 'admin', { name: 'Của admin', version })).body.data.version).toBe(version + 1);
    const { status, body } = await call('PUT', `views/${id}`, 'writer', { name: 'Trễ', version });
    expect(status).toBe(409);
    expect(body.current).toMatchObject({ name: 'Của admin', version: version + 1 });
  });

  it('outlives its owner, and is taken over by an Admin alone', async () => {
    const { id } = await save('writer', { shared: 'all' });
    const { writer, admin } = api.people;
    await api.client.execute({ sql: 'UPDATE users SET active = 0 WHERE id = ?', args: [writer.id] });
    expect((await call('GET', `views/${id}`, 'viewer')).body.data.owner).toMatchObject({ id: writer.id, active: 0 });
    expect((await call('PUT', `views/${id}`, 'checked', { owner_id: api.people.checked.id })).status).toBe(403);
    expect((await call('PUT', `views/${id}`, 'admin', { owner_id: api.people.checked.id })).status).toBe(403);
    expect((await call('PUT', `views/${id}`, 'admin', { owner_id: admin.id })).body.data).toMatchObject({ is_own: true });
    await api.client.execute({ sql: 'UPDATE users SET active = 1 WHERE id = ?', args: [writer.id] });
    expect((await call('PUT', `views/${id}`, 'writer', { name: 'X' })).status).toBe(403);
  });

  it('with what its list does not have is refused by name', async () => {
    for (const [state, name] of [
      [{ filters: { nonsense: '1' } }, 'nonsense'],
      [{ filters: { page: '2' } }, 'bộ lọc page = «2»'],
      [{ filters: { receipt_date: 'today' } }, 'bộ lọc receipt_date = «today»'],
      [{ order_by: 'password ASC' }, 'thứ tự password ASC'],
      [{ columns: { order: ['colour'], hidden: [] } }, 'cột colour'],
      [{ period: 'this_month' }, 'khoảng ngày this_month'],
    ] as const) {
      const { status, body } = await call('POST', 'views', 'admin', { entity: 'customers', name: 'X', state });
      expect(status, JSON.stringify(state)).toBe(422);
      expect(body.messages.state).toContain(name);
    }
    expect((await call('POST', 'views', 'admin', { entity: 'customers', name: 'X', state: { colour: 1 } })).status).toBe(422);
    expect((await call('GET', 'views?entity=nothing', 'admin')).status).toBe(422);
  });

  it('has a name', async () => {
    const named = 'Tên chế độ xem không được để trống';
    for (const name of [undefined, null, '', '  ', '\u200b'])
      expect((await call('POST', 'views', 'admin', { entity: 'customers', name, state: {} })).body.messages).toEqual({ name: named });
    const { id } = (await call('POST', 'views', 'admin', { entity: 'customers', name: 'X', state: {} })).body.data;
    expect((await call('PUT', `views/${id}`, 'admin', { name: ' ' })).body.messages).toEqual({ name: named });
    expect((await call('PUT', `views/${id}`, 'admin', { state: {} })).body.data.name).toBe('X');
  });

  it('opens with what is left, and says what is gone', async () => {
    const { id } = await save('admin', {
      entity: 'directs',
      shared: 'all',
      state: { filters: { customers__id: String(customers.b), is_checked: '0' } },
    });
    await api.client.execute({
      sql: `UPDATE views SET state = json_set(state, '$.filters.old_column', '5', '$.order_by', 'old_column ASC',
        '$.columns', json('{"order":["old_column","name"],"hidden":[]}')) WHERE id = ?`,
      args: [id],
    });
    const [deleted] = (await api.client.execute({ sql: 'DELETE FROM customers WHERE id = ? RETURNING name', args: [customers.b] })).rows;
    const expected = [
      { part: 'filter', name: 'customers__id', value: String(customers.b), title: deleted!.name },
      { part: 'filter', name: 'old_column', value: '5' },
      { part: 'order', name: 'old_column ASC' },
      { part: 'column', name: 'old_column' },
    ];
    for (const { gone, state } of [
      (await call('GET', `views/${id}`, 'viewer')).body.data,
      (await call('GET', 'views?entity=directs', 'viewer')).body.data[0],
    ]) {
      expect(gone).toEqual(expected);
      expect(state).toMatchObject({ filters: { is_checked: '0' } });
      expect(state.order_by).toBeUndefined();
    }
    const { status, body } = await call('GET', `views/${id}/export?format=json`, 'admin');
    expect({ status, state: body.messages.state }).toEqual({ status: 422, state: expect.stringContaining('customers__id, old_column') });
  });

  it('shows no column, filter or order that the reader may not see', async () => {
    const state = { filters: { email: 'admin@tensu.test' }, order_by: 'email ASC' };
    const { id } = await save('admin', { entity: 'users', shared: 'all', state });
    expect((await call('GET', `views/${id}`, 'writer')).body.data).toMatchObject({ state, gone: [] });
    const { data } = (await call('GET', `views/${id}`, 'viewer')).body;
    expect(data.state).toEqual({ filters: {} });
    // Nor what somebody who may see it looks for.
    expect(data.gone).toEqual([
      { part: 'filter', name: 'email' },
      { part: 'order', name: 'email ASC' },
    ]);
  });
});

describe('a view of computed rows', () => {
  const state = {
    filters: { dept_id: '1' },
    period: 'last_month',
    order_by: 'total_point_2 DESC',
    columns: { order: ['name', 'total_point_2'], hidden: ['username', 'employee_code', 'area', 'position_name', 'pro_index'] },
  };

  it('is kept for totals and for the totals of customers, and refused what they do not have', async () => {
    await save('writer', { entity: 'totals', state, shared: 'all' });
    await save('viewer', { entity: 'total_customers', state: { filters: { customers__name: 'a' }, order_by: 'total_task DESC' } });
    expect(await namesFor('viewer', 'totals')).toEqual(['Của tôi']);
    expect(await namesFor('viewer', 'total_customers')).toEqual(['Của tôi']);
    expect(await namesFor('admin', 'total_customers')).toEqual([]);
    for (const wrong of [
      { filters: { code: 'x' } },
      { filters: { year: 'năm' } },
      { order_by: 'code ASC' },
      { columns: { order: ['code'], hidden: [] } },
    ]) {
      const { status, body } = await call('POST', 'views', 'writer', { entity: 'totals', name: 'X', state: wrong });
      expect(status, JSON.stringify(wrong)).toBe(422);
      expect(Object.keys(body.messages ?? {}), JSON.stringify(wrong)).toEqual(['state']);
    }
    await api.client.execute("UPDATE views SET state = json_set(state, '$.filters.dept_id', '987') WHERE entity = 'totals'");
    const [view] = (await call('GET', 'views?entity=totals', 'viewer')).body.data;
    expect(view).toMatchObject({ state: { filters: {} }, gone: [{ part: 'filter', name: 'dept_id', value: '987' }] });
  });

  it('is a file of its columns for who may export them, of the months that its period means today', async () => {
    const { id } = await save('writer', { entity: 'totals', state: { ...state, filters: {} }, shared: 'all' });
    const rows = (await call('GET', `views/${id}/export?format=json`, 'writer')).body;
    expect(rows.length).toBeGreaterThan(0);
    const { exc_start_time, exc_end_time } = monthRange(api.clock.today(), -1);
    const whole = (
      await call(
        'GET',
        `totals/export?format=json&exc_start_time=${exc_start_time}&exc_end_time=${exc_end_time}&order_by=total_point_2 DESC`,
        'writer',
      )
    ).body;
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(whole.map(({ name }: { name: string }) => name));
    expect(Object.keys(rows[0]).slice(0, 2)).toEqual(['name', 'total_point_2']);
    expect(Object.keys(rows[0])).not.toContain('username');
    expect((await call('GET', `views/${id}/export?format=json`, 'viewer')).status).toBe(403);
  });
});

describe('the file of a view', () => {
  it('has its rows, order and shown columns, in every format, with a tag that a change of the view ends', async () => {
    const { id } = await save('writer', { state: { ...STATE, filters: {} } });
    const path = `views/${id}/export`;
    const rows = (await call('GET', `${path}?format=json`, 'writer')).body;
    expect(rows.every((row: object) => !('name' in row) && Object.keys(row)[0] === 'code')).toBe(true);
    const codes = rows.map(({ code }: { code: string }) => code);
    expect(codes).toEqual([...codes].sort().reverse());
    expect(JSON.stringify(await readWorkbook((await call('GET', path, 'writer')).body))).toContain('AAA');
    const first = await api.call('GET', `${path}?format=csv`, { as: api.people.writer });
    const again = () =>
      api.call('GET', `${path}?format=csv`, { as: api.people.writer, headers: { 'if-none-match': first.headers.get('etag')! } });
    expect((await again()).status).toBe(304);
    await call('PUT', `views/${id}`, 'writer', { state: { filters: { code: 'AAA' } } });
    expect((await again()).status).toBe(200);
    expect((await call('GET', `${path}?format=xml`, 'writer')).status).toBe(422);
  });

  it('is limited to the days that its period means today', async () => {
    await api.insert('directs', { name: 'NOW', henkyaku_hi: api.clock.today() });
    await api.insert('directs', { name: 'OLD', henkyaku_hi: '2020-01-01' });
    const { id } = await save('admin', { entity: 'directs', state: { period: 'last_7_days' } });
    const names = (await call('GET', `views/${id}/export?format=json`, 'admin')).body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['NOW']);
  });

  it('is read with an access token that is limited to its list, and with no other', async () => {
    const { id } = await save('admin', { state: {} });
    for (const [entities, status] of [
      [['customers'], 200],
      [['directs'], 403],
    ] as const) {
      await api.client.execute({
        sql: 'UPDATE sessions SET confirmed_at = ? WHERE user_id = ?',
        args: [Math.floor(api.clock.now() / 1000), api.people.admin.id],
      });
      const body = { name: 'Excel', entities, expires_at: api.clock.today() };
      const made = await call('POST', 'me/tokens', 'admin', body);
      const headers = { authorization: `Bearer ${made.body.token}` };
      const answer = await api.call('GET', `views/${id}/export?format=csv`, { headers });
      expect(answer.status, String(entities)).toBe(status);
    }
  });
});
