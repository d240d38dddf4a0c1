import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../worker/contracts/contract.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

type Values = Record<string, unknown>;

describe.each(RESOURCES.map((resource) => ({ name: resource.contract.name, resource })))('a record of $name', ({ name, resource }) => {
  const { contract, table } = resource;
  let api: TestApi;
  let next = 1;

  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
  });
  afterAll(() => api.close());

  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    api.call(method, name + path, { as: api.people.admin, body, ...(headers && { headers }) });

  async function created(extra: Values = {}): Promise<{ body: Values; row: Values & { id: number } }> {
    const body = { ...makeSample(contract, next++), ...extra };
    const answer = await call('POST', '', body);
    expect({ status: answer.status, messages: answer.body.messages }).toEqual({ status: 201, messages: undefined });
    return { body, row: answer.body.data };
  }

  const stored = async (id: number): Promise<Values> =>
    (await api.client.execute({ sql: `SELECT * FROM ${table} WHERE id = ?`, args: [id] })).rows[0] as unknown as Values;

  it('is created, read, changed and deleted, and each step leaves its history', async () => {
    const { body, row } = await created();
    expect(row).toMatchObject({ ...open(contract, body), version: 1, created_at: api.clock.time(), updated_at: api.clock.time() });
    expect((await call('GET', `/${row.id}`)).body).toEqual({ data: row });

    api.clock.set('2026-11-20T03:05:00Z');
    const other = makeSample(contract, next++);
    const changed = await call('PUT', `/${row.id}`, { ...other, version: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ ...open(contract, other), id: row.id, version: 2, updated_at: '2026-11-20 10:05:00' });
    expect(changed.body.data.created_at).toBe(row.created_at);
    expect((await call('GET', `/${row.id}`)).body).toEqual({ data: changed.body.data });

    const gone = await call('DELETE', `/${row.id}`);
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 200, body: { message: 'Đã xóa 1 bản ghi', ids: [row.id] } });
    expect(await call('GET', `/${row.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await call('DELETE', `/${row.id}`)).status).toBe(404);

    const { rows } = await api.client.execute({
      sql: 'SELECT action, user_id, source, request_id, before, after FROM history WHERE entity = ? AND record_id = ? ORDER BY id',
      args: [table, row.id],
    });
    expect(rows.map(({ action }) => action)).toEqual(['insert', 'update', 'delete']);
    for (const { user_id, source, request_id, before, after } of rows) {
      expect({ user_id, source }).toEqual({ user_id: api.people.admin.id, source: 'screen' });
      expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(`${before}${after}`).not.toMatch(/scrypt|_fold|_sort/);
    }
    expect({ before: rows[0]!.before, after: rows[2]!.after }).toEqual({ before: null, after: null });
    expect(JSON.parse(String(rows[1]!.before))).toMatchObject({ id: row.id, version: 1 });
    expect(rows[1]!.after).toBe(rows[2]!.before);
  });

  it('takes an update that names only one field, and leaves the others', async () => {
    const { row } = await created();
    const other = makeSample(contract, next++);
    const [field] =
      Object.entries(contract.fields).find(([, { readonly, kind }]) => !readonly && kind === 'text') ??
      Object.entries(contract.fields).find(([, { readonly }]) => !readonly)!;
    const { status, body } = await call('PUT', `/${row.id}`, { [field]: other[field] });
    expect(status).toBe(200);
    const before = await call('GET', `/${row.id}`);
    const moved = Object.keys(row).filter((key) => JSON.stringify(row[key]) !== JSON.stringify(before.body.data[key]));
    expect(moved).toContain(field);
    expect(moved.filter((key) => !contract.fields[key]?.readonly && !['version', 'updated_at', field].includes(key))).toEqual([]);
    expect(body.data).toEqual(before.body.data);
  });

  it('takes a PUT hidden in a POST, as JSON, as a form and as multipart', async () => {
    const { row } = await created();
    const samples = [1, 2, 3].map(() => Object.entries(makeSample(contract, next++)).filter(([field]) => field !== 'password'));
    const asText = (fields: [string, unknown][], isIndexed: boolean) => [
      ...fields.flatMap(([field, value]): [string, string][] =>
        Array.isArray(value)
          ? value.map((one, place) => [`${field}[${isIndexed ? place : ''}]`, String(one)])
          : [[field, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
      ),
      ['_method', 'PUT'] as [string, string],
    ];
    const multipart = new FormData();
    for (const [field, value] of asText(samples[1]!, true)) multipart.append(field, value);
    const form = new URLSearchParams(asText(samples[2]!, false));

    const answers = [
      await call('POST', `/${row.id}`, { ...Object.fromEntries(samples[0]!), _method: 'PUT' }),
      await call('POST', `/${row.id}`, multipart),
      await call('POST', `/${row.id}`, form.toString(), { 'content-type': 'application/x-www-form-urlencoded' }),
    ];
    for (const [index, { status, body }] of answers.entries()) {
      expect({ status, messages: body.messages }, `body ${index}`).toEqual({ status: 200, messages: undefined });
      expect(body.data).toMatchObject({ ...open(contract, Object.fromEntries(samples[index]!)), id: row.id, version: index + 2 });
    }
  });

  it('is left as it is by an update that changes nothing: no version, no time, no history', async () => {
    const { row } = await created();
    api.clock.set('2026-11-20T03:06:00Z');
    const history = async () =>
      (await api.client.execute({ sql: 'SELECT COUNT(*) AS n FROM history WHERE entity = ? AND record_id = ?', args: [table, row.id] }))
        .rows;
    const before = { stored: await stored(row.id), history: await history() };
    for (const body of [{}, { ...row, version: undefined }, { ...row, version: 1 }]) {
      expect(await call('PUT', `/${row.id}`, body)).toMatchObject({ status: 200, body: { data: row } });
    }
    expect((await call('PATCH', `/${row.id}`, { ...row, version: 7 })).status).toBe(409);
    expect({ stored: await stored(row.id), history: await history() }).toEqual(before);
  });

  it('takes a body that names PATCH, the other verb of an update', async () => {
    const { row } = await created();
    const body = { ...makeSample(contract, next++), password: undefined, _method: 'PATCH' };
    const answers = [await call('PATCH', `/${row.id}`, body), await call('POST', `/${row.id}`, body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('refuses a POST on a record that names another verb, and leaves the record', async () => {
    const { row } = await created();
    for (const _method of ['DELETE', 'GET', '', 1, ['PUT', 'DELETE']]) {
      const { status, body } = await call('POST', `/${row.id}`, { ...makeSample(contract, next++), _method });
      expect(status, String(_method)).toBe(422);
      expect(body.code, String(_method)).toBe('invalid');
      expect(Object.keys(body.messages), String(_method)).toEqual(['_method']);
    }
    expect((await call('GET', `/${row.id}`)).body.data).toEqual(row);
  });

  it('keeps the newer of two edits and shows it to the person with the older', async () => {
    const { row } = await created();
    const body = { ...makeSample(contract, next++), version: 1 };
    expect((await call('PUT', `/${row.id}`, body)).status).toBe(200);
    const stale = await call('PUT', `/${row.id}`, body);
    expect({ status: stale.status, code: stale.body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(stale.body.current).toEqual((await call('GET', `/${row.id}`)).body.data);
    expect(stale.body.current.version).toBe(2);
    expect(stale.body.saved_by).toBe('Người admin');
    const other = makeSample(contract, next++);
    const together = await Promise.all([1, 2, 3, 4].map(() => call('PUT', `/${row.id}`, { ...other, version: 2 })));
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('drops what a body must not set', async () => {
    const plain = await created();
    const readonly = Object.entries(contract.fields).filter(([, field]) => field.readonly);
    const forged = readonly.map(([field, { kind }]) => [
      field,
      kind === 'flag' ? 1 - Number(plain.row[field]) : kind === 'text' ? 'x' : 7.5,
    ]);
    /** Columns of some tables that are no fields there. */
    const columns = Object.entries({
      ...{ is_checked: 1, is_updated: 7, upsert_by: 9, active: 7, avatar: 'x', name_fold: 'x', code_fold: 'x', totp_secret: 'x' },
      ...{ calculated_at: '1999-01-01 00:00:00', calculation_id: 5 },
    }).filter(([column]) => !(column in contract.fields));
    const attack = {
      ...Object.fromEntries([...forged, ...columns]),
      id: 777_777,
      created_at: '2001-01-01 00:00:00',
      updated_at: '2001-01-01 00:00:00',
      constructor: { prototype: { polluted: 1 } },
      nope: 1,
    };
    const text = (body: Values) => `${JSON.stringify({ ...body, ...attack }).slice(0, -1)},"__proto__":{"id":777777,"is_checked":1}}`;
    const headers = { 'content-type': 'application/json' };

    const { status, body } = await call('POST', '', text({ ...makeSample(contract, next++), version: 50 }), headers);
    const made = body.data;
    expect(status).toBe(201);
    expect(made.version).toBe(1);
    expect(made.created_at).toEqual(api.clock.time());
    expect(made.updated_at).toEqual(api.clock.time());
    expect(made.id).toBe(plain.row.id + 1);
    for (const [field, value] of forged) expect(made[String(field)], String(field)).not.toEqual(value);

    const kept = await call('PUT', `/${made.id}`, text({}), headers);
    expect(kept.status).toBe(200);
    expect({ ...kept.body.data, version: 1 }).toEqual(made);
    const row = await stored(made.id);
    for (const [column, value] of columns) expect(row[column], column).not.toEqual(value);
    expect({} as Values).not.toHaveProperty('polluted');
    expect(({} as Values).is_checked).toBeUndefined();
    expect(await stored(777_777)).toBeUndefined();
  });

  it('cannot point to what does not exist', async () => {
    for (const [field, { kind, label, readonly }] of Object.entries(contract.fields)) {
      if (readonly || (kind !== 'ref' && kind !== 'refs')) continue;
      const body = { ...makeSample(contract, next++), [field]: kind === 'refs' ? [1, 999_999] : 999_999 };
      const refused = await call('POST', '', body);
      expect(refused.status, field).toBe(422);
      expect(refused.body.messages, field).toEqual({ [field]: `${label.vi} không tồn tại, hãy chọn lại` });
    }
  });

  it('gives the same answer to a create that is sent twice with one key, until it is deleted', async () => {
    const body = makeSample(contract, next++);
    const headers = { 'idempotency-key': `key-of-${name}`, 'accept-language': 'en' };
    const [first, second] = [await call('POST', '', body, headers), await call('POST', '', body, headers)];
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    const other = await call('POST', '', makeSample(contract, next++), headers);
    expect({ status: other.status, code: other.body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(other.body.message).toContain('Idempotency-Key');
    await call('DELETE', `/${first.body.data.id}`);
    const afterDelete = await call('POST', '', body, headers);
    expect({ status: afterDelete.status, code: afterDelete.body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(afterDelete.body.message).toContain('was deleted');
  });

  it('is deleted in bulk wholly or not at all', async () => {
    const ids = [(await created()).row.id, (await created()).row.id];
    const some = await call('POST', '/deleteByIds', { ids: [...ids, 999_999] });
    expect(some.status).toBe(404);
    expect(Object.keys(some.body.messages)).toEqual(['999999']);
    for (const id of ids) expect(await stored(id)).toBeDefined();
    for (const bad of [undefined, [], 'x', [0], [1.5], ['a'], [null], Array.from({ length: 1001 }, (_, index) => index + 1)]) {
      const { status, body } = await call('POST', '/deleteByIds', { ids: bad });
      expect(status).toBe(422);
      expect(Object.keys(body.messages)).toEqual(['ids']);
    }
    const all = await call('POST', '/deleteByIds', { ids: [...ids, ids[0]] });
    expect({ status: all.status, body: all.body }).toEqual({ status: 200, body: { message: 'Đã xóa 2 bản ghi', ids } });
    for (const id of ids) expect(await stored(id)).toBeUndefined();
  });

  it('is counted once, whatever became of the others', async () => {
    await created();
    const { body } = await call('GET', '?limit=1');
    const { rows } = await api.client.execute(`SELECT COUNT(*) AS total FROM ${table}`);
    expect(body.total).toBe(rows[0]!.total);
    const refused = api.client.batch([`DELETE FROM ${table} WHERE id = (SELECT MAX(id) FROM ${table})`, 'SELECT no_such_column'], 'write');
    await expect(refused).rejects.toThrow();
    expect((await call('GET', '?limit=1')).body.total).toBe(body.total);
  });
});

/** The part of a body that the answer shows. */
function open(contract: Contract, body: Values): Values {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !contract.fields[field]?.secret));
}
