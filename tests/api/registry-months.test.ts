import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const DATED = RESOURCES.filter(({ contract }) => contract.dated !== undefined);
const CHECKED = RESOURCES.filter(({ contract }) => contract.access.check !== undefined);

it('directs, pro, indirects and mistakes belong to a month', () => {
  const dated = DATED.map(({ contract }) => contract.name);
  expect(dated).toEqual(expect.arrayContaining(['directs', 'directs_techousei', 'indirects', 'mistakes', 'pro']));
});

describe.each(DATED.map((resource) => ({ name: resource.contract.name, resource })))('in a locked month, $name', ({ name, resource }) => {
  const { contract, table } = resource;
  const date = contract.dated!;
  let api: TestApi;
  /** One record in October, which is locked, and one in November. */
  let october: number;
  let november: number;

  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    october = await create(1, '2026-10-31');
    november = await create(2, '2026-11-01');
    await api.client.execute("INSERT INTO month_locks (month, status, at) VALUES ('2026-10', 1, '2026-11-05 09:00:00')");
  });
  afterAll(() => api.close());

  const call = (method: string, path: string, body?: unknown) => api.call(method, name + path, { as: api.people.admin, body });

  async function create(n: number, day: string): Promise<number> {
    const { status, body } = await call('POST', '', { ...makeSample(contract, n), [date]: day });
    expect({ status, messages: body.messages }).toEqual({ status: 201, messages: undefined });
    return body.data.id;
  }

  async function refused(method: string, path: string, body?: unknown) {
    const before = await api.client.execute(`SELECT * FROM ${table} ORDER BY id`);
    const answer = await call(method, path, body);
    expect(answer, `${method} ${path}`).toMatchObject({ status: 423, body: { code: 'month_locked' } });
    // The locked month and no other: November is open.
    expect(answer.body.message.match(/\d{4}.\d{2}/g)).toEqual(['2026/10']);
    expect((await api.client.execute(`SELECT * FROM ${table} ORDER BY id`)).rows).toEqual(before.rows);
  }

  it('refuse every write that touches it, an Admin’s too', async () => {
    await refused('POST', '', { ...makeSample(contract, 3), [date]: '2026-10-01' });
    await refused('PUT', `/${october}`, { [date]: '2026-11-02' });
    await refused('PUT', `/${november}`, { [date]: '2026-10-31' });
    await refused('PUT', `/${november}`, { [date]: '2026-10-3' });
    await refused('PUT', `/${october}`, makeSample(contract, 4));
    await refused('DELETE', `/${october}`);
    await refused('POST', '/deleteByIds', { ids: [november, october] });
    if (contract.access.check) await refused('POST', '/checked', { id: october, is_checked: 1 });
  });

  it('hold even where the database is written to directly', async () => {
    for (const sql of [
      `UPDATE ${table} SET version = version + 1 WHERE id = ${october}`,
      `UPDATE ${table} SET ${date} = '2026-10-02' WHERE id = ${november}`,
      `UPDATE ${table} SET ${date} = '2026-11-02' WHERE id = ${october}`,
      `DELETE FROM ${table} WHERE id = ${october}`,
    ]) {
      await expect(api.client.execute(sql)).rejects.toThrow('month_locked');
    }
  });

  it('can be read, and other months written', async () => {
    expect((await call('GET', `/${october}`)).status).toBe(200);
    expect((await call('PUT', `/${november}`, { [date]: '2026-11-03' })).status).toBe(200);
    expect((await call('POST', '', { ...makeSample(contract, 5), [date]: '2026-09-30' })).status).toBe(201);
  });

  it('open again with the lock', async () => {
    await api.client.execute("UPDATE month_locks SET status = 0 WHERE month = '2026-10'");
    expect((await call('PUT', `/${october}`, { [date]: '2026-10-30' })).status).toBe(200);
    expect((await call('DELETE', `/${october}`)).status).toBe(200);
  });
});

describe.each(CHECKED.map((resource) => ({ name: resource.contract.name, resource })))(
  'once checked, a record of $name',
  ({ name, resource }) => {
    const { contract, table } = resource;
    let api: TestApi;
    let id: number;
    let next = 1;

    beforeAll(async () => {
      api = await openApi();
      await fillReferences(api);
    });
    beforeEach(async () => {
      id = (await call('POST', '', makeSample(contract, next++))).body.data.id;
    });
    afterAll(() => api.close());

    const call = (method: string, path: string, body?: unknown) => api.call(method, name + path, { as: api.people.checked, body });
    const byAdmin = (method: string, path: string, body?: unknown) => api.call(method, name + path, { as: api.people.admin, body });

    it('answers the row with its mark, and shows the same row again when it is set twice', async () => {
      const marked = await call('POST', '/checked', { id, is_checked: 1, note: 'the whole row may be sent' });
      expect({ status: marked.status, body: marked.body }).toMatchObject({ status: 200, body: { id, is_checked: 1, version: 2 } });
      const again = await call('POST', '/checked', { id: String(id), is_checked: true });
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: marked.body });
      const { rows } = await api.client.execute({
        sql: "SELECT user_id FROM history WHERE entity = ? AND record_id = ? AND action = 'update'",
        args: [table, id],
      });
      expect(rows).toEqual([{ user_id: api.people.checked.id }]);
    });

    it('says which of row and mark is missing or wrong', async () => {
      const messages = async (body: unknown) => (await call('POST', '/checked', body)).body.messages;
      expect(await messages({ id })).toEqual({ is_checked: 'Đã kiểm tra không được để trống' });
      expect(await messages({ id, is_checked: 2 })).toEqual({ is_checked: 'Đã kiểm tra phải là một trong: 0, 1' });
      expect(await messages({ is_checked: 1 })).toEqual({ id: 'Mã số không được để trống' });
      expect(await messages({ id: -1, is_checked: 1 })).toEqual({ id: 'Mã số phải từ 1 trở lên' });
    });

    it('refuses to be changed or deleted until it is unchecked', async () => {
      const other = (await call('POST', '', makeSample(contract, next++))).body.data.id;
      await call('POST', '/checked', { id, is_checked: 1 });
      for (const answer of [
        await byAdmin('PUT', `/${id}`, makeSample(contract, next)),
        await byAdmin('PUT', `/${id}`, { is_checked: 0 }),
        await byAdmin('DELETE', `/${id}`),
        await byAdmin('POST', '/deleteByIds', { ids: [other, id] }),
      ]) {
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'record_checked' });
        expect(answer.body.message).toContain('You can not change check in record');
      }
      expect((await byAdmin('GET', `/${other}`)).status).toBe(200);
      for (const statement of [`UPDATE ${table} SET version = 9`, `DELETE FROM ${table}`])
        await expect(api.client.execute(`${statement} WHERE id = ${id}`), statement).rejects.toThrow('record_checked');
      expect((await call('POST', '/checked', { id, is_checked: 0 })).body).toMatchObject({ id, is_checked: 0 });
      expect((await byAdmin('PUT', `/${id}`, makeSample(contract, next++))).status).toBe(200);
      expect((await byAdmin('DELETE', `/${id}`)).status).toBe(200);
    });
  },
);
