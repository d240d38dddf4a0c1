import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ruleMessage, ruleToken } from '../../worker/contracts/rules.ts';
import { listReferencesTo, RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const ENGLISH = { 'accept-language': 'en-GB,en;q=0.9' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe.each(RESOURCES.map((resource) => ({ name: resource.contract.name, resource })))('$name', ({ name, resource }) => {
  const { contract, table } = resource;
  const required = Object.entries(contract.fields).filter(([, field]) => field.required);
  let api: TestApi;
  let next = 1;
  let id: number;

  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    for (const [index, { contract: other }] of RESOURCES.entries()) {
      if (other.name === name) continue;
      const { status } = await api.call('POST', other.name, { as: api.people.admin, body: makeSample(other, 12 + index) });
      expect(status, `${other.name}`).toBe(201);
    }
    id = await create();
  });
  afterAll(() => api.close());

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    api.call(method, name + path, { as: api.people.admin, body, headers });

  async function create(extra: Record<string, unknown> = {}): Promise<number> {
    const { status, body } = await call('POST', '', { ...makeSample(contract, next++), ...extra });
    expect({ status, messages: body.messages }).toEqual({ status: 201, messages: undefined });
    return body.data.id;
  }

  it('asks for each required field by its name, in Vietnamese and in English', async () => {
    for (const [field, { label, initial, secret }] of required) {
      if (initial === 'today') continue;
      for (const empty of [undefined, null, '', '   ']) {
        const body = { ...makeSample(contract, next), [field]: empty };
        const vi = await call('POST', '', body);
        expect(vi.status, field).toBe(422);
        expect(vi.body.messages, field).toEqual({ [field]: `${label.vi} không được để trống` });
        const en = await call('POST', '', body, ENGLISH);
        expect(en.body.messages, field).toEqual({ [field]: ruleMessage(ruleToken('required'), label.en, 'en') });
        if (empty === undefined || secret) continue;
        const emptied = await call('PUT', `/${id}`, { [field]: empty });
        expect(emptied.status, field).toBe(422);
        expect(emptied.body.messages, field).toEqual({ [field]: `${label.vi} không được để trống` });
      }
    }
    const nothing = await call('POST', '', {});
    const asked = required.filter(([, { initial }]) => initial !== 'today').map(([field]) => field);
    expect(Object.keys(nothing.body.messages).sort()).toEqual(asked.sort());
    expect(nothing.body.message).toBe('Dữ liệu chưa hợp lệ, hãy xem lại các mục được báo');
  });

  it('says how many ids it takes at a time', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => index + 1);
    const removed = await call('POST', '/deleteByIds', { ids }, ENGLISH);
    expect(removed).toMatchObject({ status: 422, body: { messages: { ids: 'ids must be a list of ids, at most 1000 at a time' } } });
    const listed = await call('GET', `?ids=${ids.slice(0, 501)}`, undefined, ENGLISH);
    expect(listed).toMatchObject({ status: 422, body: { messages: { ids: expect.stringContaining('at most 500 at a time') } } });
  });

  it('dates a record today when it is given no date', async () => {
    for (const [field, { initial }] of Object.entries(contract.fields)) {
      if (initial !== 'today') continue;
      const { status, body } = await call('POST', '', { ...makeSample(contract, next++), [field]: '' });
      expect(status).toBe(201);
      expect(body.data[field]).toEqual(api.clock.today());
    }
  });

  it('refuses values of another kind with the name of their field, and never breaks', async () => {
    const writable = Object.keys(contract.fields).filter((field) => !contract.fields[field]!.readonly);
    const odd = [{ a: 1 }, [[1]], true, 'x\u0000y', '\ud800', 1e308, -1, '9'.repeat(5000), 'ngày mai', Number.MAX_SAFE_INTEGER];
    for (const value of odd) {
      const { status, body } = await call('PUT', `/${id}`, Object.fromEntries(writable.map((field) => [field, value])));
      expect(status, `${JSON.stringify(value).slice(0, 40)}: ${JSON.stringify(body)}`).toBeOneOf([200, 409, 422]);
      const named = new Set(Object.keys(body.messages ?? {}).map((key) => key.split('.')[0]!));
      expect([...named].filter((field) => !writable.includes(field))).toEqual([]);
      if (typeof value === 'object') expect(writable.filter((field) => !named.has(field))).toEqual([]);
      const taken = Object.fromEntries(writable.filter((field) => !named.has(field)).map((field) => [field, value]));
      const rest = await call('PUT', `/${id}`, taken);
      expect(rest.status, `${JSON.stringify(taken).slice(0, 300)}: ${JSON.stringify(rest.body)}`).toBeOneOf([200, 409, 422]);
    }
  });

  it('takes positive integers for ids and nothing else', async () => {
    for (const bad of [
      '0',
      '01',
      '-1',
      '1.5',
      'abc',
      '1e3',
      '0x1',
      '99999999999999999999',
      '%20',
      '%00',
      'NaN',
      "1'--",
      '1 OR 1=1',
      '😀',
    ]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, body } = await call(method, `/${encodeURIComponent(decodeURIComponent(bad))}`, method === 'PUT' ? {} : undefined);
        expect(status, `${method} ${bad}`).toBe(422);
        expect(Object.keys(body.messages ?? {}), `${method} ${bad}`).toEqual(['id']);
      }
    }
  });

  it('names the parameter that a single record or a template does not take', async () => {
    const paths = [...(contract.access.get ? [`/${id}`] : []), ...(contract.access.import ? ['/import-template'] : [])];
    for (const path of paths) {
      expect((await call('GET', path)).status, path).toBe(200);
      const { status, body } = await call('GET', `${path}?fields=name`);
      expect(status, path).toBe(422);
      expect(Object.keys(body.messages ?? {}), path).toEqual(['fields']);
    }
  });

  it('refuses bodies that are broken, too large or of another type', async () => {
    for (const broken of ['{', '{"a":', '[]', '1', 'null', '"x"', '', '\u00ff']) {
      const { status, body } = await call('POST', '', broken, JSON_TYPE);
      expect({ status, code: body.code }, broken).toEqual({ status: 400, code: 'malformed' });
    }
    expect((await call('POST', '', new Uint8Array([0xff, 0xfe, 0x7b]), JSON_TYPE)).status).toBe(400);
    const large = JSON.stringify({ note: 'x'.repeat(1_048_577) });
    expect(await call('POST', '', large, JSON_TYPE)).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(await call('PUT', `/${id}`, large, JSON_TYPE)).toMatchObject({ status: 413, body: { code: 'too_large' } });
    for (const type of ['text/plain', 'text/html', 'application/xml', 'image/png']) {
      const { status, body } = await call('POST', '', 'a=1', { 'content-type': type });
      expect({ status, code: body.code }, type).toEqual({ status: 415, code: 'unsupported_type' });
    }
    const { status } = await call('POST', '', 'no parts', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(status).toBe(400);
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect((await call('POST', '', deep, JSON_TYPE)).status).toBeOneOf([400, 422]);
  });

  it('is not deleted while others use it, and says by whom and how often', async () => {
    const references = listReferencesTo(resource);
    if (references.length === 0) return;
    const usesOf = async (used: number): Promise<string[]> => {
      const uses: string[] = [];
      for (const { label, table: from, column, list } of references) {
        const where = list ? `EXISTS (SELECT 1 FROM json_each("${column}") WHERE value = ${used})` : `"${column}" = ${used}`;
        const count = Number((await api.client.execute(`SELECT COUNT(*) AS n FROM ${from} WHERE ${where}`)).rows[0]!.n);
        if (count > 0) uses.push(`${label.en} (${count})`);
      }
      return uses;
    };
    const used = (await usesOf(1)).length > 0 ? 1 : 2;
    const uses = await usesOf(used);
    expect(uses.length).toBeGreaterThan(0);
    for (const answer of [
      await call('DELETE', `/${used}`, undefined, ENGLISH),
      await call('POST', '/deleteByIds', { ids: [used] }, ENGLISH),
    ]) {
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'conflict' });
      for (const use of uses) expect(answer.body.message).toContain(use);
    }
    expect((await api.client.execute(`SELECT id FROM ${table} WHERE id = ${used}`)).rows).toHaveLength(1);
  });
});
