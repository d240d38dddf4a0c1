import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customers } from '../../worker/contracts/entities/customers.ts';
import { directs } from '../../worker/contracts/entities/directs.ts';
import { pro } from '../../worker/contracts/entities/pro.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
/** An action of somebody else between the read and the write of the next call. */
let meanwhile: (() => Promise<unknown>) | undefined;
/** The same before the next read. */
let beforeRead: (() => Promise<unknown>) | undefined;

beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  const { read, write } = api.deps.db;
  api.deps.db = {
    async read(...given) {
      const first = beforeRead;
      beforeRead = undefined;
      await first?.();
      return await read(...given);
    },
    async write(...given) {
      const first = meanwhile;
      meanwhile = undefined;
      await first?.();
      return await write(...given);
    },
  };
});
afterEach(() => api.close());

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const sql = (statement: string) => () => api.client.execute(statement);

async function create(entity: typeof customers | typeof directs | typeof pro, n: number): Promise<number> {
  const { status, body } = await call('POST', entity.name, makeSample(entity, n));
  expect({ status, messages: body.messages }).toEqual({ status: 201, messages: undefined });
  return body.data.id;
}

describe('when somebody else is faster', () => {
  it('a customer who has just got a direct is not deleted, nor is the other one chosen with them', async () => {
    const [a, b] = [await create(customers, 1), await create(customers, 2)];
    meanwhile = sql(`INSERT INTO directs (name, customer_id) VALUES ('vừa tạo', ${b})`);
    const { status, body } = await call('POST', 'customers/deleteByIds', { ids: [a, b] });
    expect(status).toBe(409);
    expect(body.code).toBe('conflict');
    expect(Object.keys(body.messages)).toEqual([String(b)]);
    expect((await call('GET', `customers/${a}`)).status).toBe(200);
  });

  it('a record is refused for the twin that has just been made, and made where that one has gone again', async () => {
    const trips = async (n: number) => {
      const { trips, result } = await api.countRoundTrips(() => call('POST', 'customers', makeSample(customers, n)));
      return [result.status, result.body.code, trips];
    };
    expect(await trips(1)).toEqual([201, undefined, 2]);
    expect(await trips(1)).toEqual([409, 'conflict', 3]);
    meanwhile = () => create(customers, 2);
    expect(await trips(2)).toEqual([409, 'conflict', 5]);
    meanwhile = async () => {
      const twin = await create(customers, 3);
      beforeRead = sql(`DELETE FROM customers WHERE id = ${twin}`);
    };
    expect(await trips(3)).toEqual([201, undefined, 7]);
  });

  it('a record that has just been deleted is not found', async () => {
    const [a, b] = [await create(pro, 1), await create(pro, 2)];
    meanwhile = sql(`DELETE FROM pro WHERE id = ${a}`);
    expect((await call('DELETE', `pro/${a}`)).status).toBe(404);
    meanwhile = sql(`DELETE FROM pro WHERE id = ${b}`);
    expect(await call('PUT', `pro/${b}`, { note: 'muộn' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('a record that has just been checked, or whose month has just been locked, stays as it is', async () => {
    const [a, b] = [await create(pro, 1), await create(pro, 2)];
    meanwhile = sql(`UPDATE pro SET is_checked = 1 WHERE id = ${a}`);
    expect(await call('PUT', `pro/${a}`, { note: 'muộn' })).toMatchObject({ status: 409, body: { code: 'record_checked' } });
    meanwhile = sql(`UPDATE pro SET is_checked = 1 WHERE id = ${b}`);
    expect(await call('POST', 'pro/deleteByIds', { ids: [b] })).toMatchObject({ status: 409, body: { code: 'record_checked' } });
    const c = await create(directs, 3);
    meanwhile = sql("INSERT INTO month_locks (month, status, at) VALUES ('2026-11', 1, '2026-11-20 10:00:00')");
    const late = await call('PUT', `directs/${c}`, { bikou: 'muộn' });
    expect(late.status).toBe(423);
    expect(late.body.code).toBe('month_locked');
    expect(late.body.message.includes('2026/11')).toBe(true);
  });

  it('a check counts for the version that was seen where it names one, and for the row as it is where it does not', async () => {
    const a = await create(pro, 1);
    const seen = (await call('GET', `pro/${a}`)).body.data.version;
    await call('PUT', `pro/${a}`, { note: 'sửa sau khi xem' });
    const late = await call('POST', 'pro/checked', { id: a, is_checked: 1, seen_version: seen });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict', current: { id: a, version: seen + 1, is_checked: 0 } } });
    const whole = await call('POST', 'pro/checked', { id: a, version: seen, is_checked: 1 });
    expect(whole).toMatchObject({ status: 200, body: { is_checked: 1, version: seen + 2 } });
    const again = await call('POST', 'pro/checked', { id: a, is_checked: 0, seen_version: seen + 2 });
    expect(again).toMatchObject({ status: 200, body: { is_checked: 0 } });
  });

  it('a check of what somebody has just checked says so, as it does a moment later', async () => {
    const [a, b] = [await create(pro, 1), await create(pro, 2)];
    const check = (id: number) => sql(`UPDATE pro SET is_checked = 1, version = version + 1 WHERE id = ${id}`);
    meanwhile = check(a);
    expect(await call('POST', 'pro/checked', { id: a, is_checked: 1 })).toMatchObject({ status: 200, body: { is_checked: 1, version: 2 } });
    meanwhile = check(b);
    const many = await call('POST', 'pro/bulk', { ids: [b], values: { is_checked: 1 } });
    expect(many.body).toMatchObject({ changed: 0, unchanged: 1, refused: [] });
  });

  it('the second of two customers with one code gets an error at the code', async () => {
    meanwhile = sql("INSERT INTO customers (code, code_fold, code_key, name) VALUES ('KHẢI1', 'khai1', 'khải1', 'Nhanh hơn')");
    const { status, body } = await call('POST', 'customers', makeSample(customers, 1));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(body.message).toBe('Mã khách hàng này đã có ở một bản ghi khác');
    expect(body.messages).toEqual({ code: body.message });
  });

  it('nothing is written that points to what has just been deleted', async () => {
    const customer = await create(customers, 1);
    const id = await create(directs, 2);
    meanwhile = sql(`DELETE FROM customers WHERE id = ${customer}`);
    const refused = { status: 422, body: { messages: { customer_id: 'Khách hàng không tồn tại, hãy chọn lại' } } };
    expect(await call('PUT', `directs/${id}`, { customer_id: customer, bikou: 'muộn' })).toMatchObject(refused);
    const other = await create(customers, 3);
    meanwhile = sql(`DELETE FROM customers WHERE id = ${other}`);
    expect(await call('POST', 'directs', { ...makeSample(directs, 4), customer_id: other })).toMatchObject(refused);
    const { rows } = await api.client.execute(`SELECT id, version, bikou FROM directs`);
    expect(rows).toEqual([{ id, version: 1, bikou: makeSample(directs, 2).bikou }]);
  });

  it('a record that was edited while its making is undone stays as it is', async () => {
    const id = await create(customers, 1);
    const [operation] = (await call('GET', 'operations?limit=1')).body.data;
    // The undo reads its changes first, then their records.
    beforeRead = async () => {
      beforeRead = () => call('PUT', `customers/${id}`, { name: 'vừa sửa' });
    };
    const { body } = await call('POST', `operations/${operation.id}/undo`);
    expect(body.reversed).toBe(0);
    expect(body.kept.map(({ reason }: { reason: string }) => reason)).toEqual(['changed_since']);
    expect((await call('GET', `customers/${id}`)).body.data.name).toBe('vừa sửa');
  });

  it('the same create sent twice at once is done once', async () => {
    const headers = { 'idempotency-key': 'double-click' };
    const send = () => api.call('POST', 'customers', { as: api.people.admin, body: makeSample(customers, 1), headers });
    const both = await Promise.all([send(), send(), send()]);
    expect(both.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(both.map(({ body }) => body.data.id)).size).toBe(1);
    await api.client.execute('UPDATE idempotency_keys SET at = at - 86401');
    const later = await api.call('POST', 'customers', { as: api.people.admin, body: makeSample(customers, 2), headers });
    expect(later.status).toBe(201);
  });

  it('the key of another person means nothing: each gets a record of their own', async () => {
    const headers = { 'idempotency-key': 'same-key' };
    const make = (as: Person, n: number) => api.call('POST', 'customers', { as, body: makeSample(customers, n), headers });
    const made = [await make(api.people.writer, 1), await make(api.people.checked, 2), await make(api.people.writer, 1)];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made[1]!.body.data.id).not.toBe(made[0]!.body.data.id);
    expect(made[2]!.body.data.id).toBe(made[0]!.body.data.id);
  });
});
