import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../worker/contracts/contract.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? runs(60)) };

/** What a body may hold that nobody means: odd texts, numbers at their limits, nests, lists for single values. */
const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0000', '\ud800', '🏠', '%', "'; DROP TABLE users; --", '=1+1', '<script>', '__proto__', '1e400', '-0', 'NaN', ' '),
  fc.constantFrom('x'.repeat(300), 'é'.repeat(5000), '𠮷'.repeat(40), '２０２６', '2026-02-30', '0x10', '[[[[1]]]]', "' OR '1'='1"),
  fc.double(),
  fc.constantFrom(0, -0, 1, -1, 2 ** 53, 1e308, 5e-324, Number.MAX_SAFE_INTEGER),
  fc.jsonValue({ maxDepth: 6 }),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
  fc.boolean(),
  fc.constant(null),
);

describe.each(RESOURCES.map(({ contract }) => ({ name: contract.name, contract })))('$name', ({ name, contract }) => {
  let api: TestApi;
  let id: number;
  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    id = (await api.call('POST', name, { as: api.people.admin, body: makeSample(contract, 1) })).body.data.id;
  });
  afterAll(() => api.close());

  async function answers(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await api.call(method, name + path, {
      as: api.people.admin,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeOneOf([200, 201, 400, 403, 404, 405, 409, 413, 422]);
    if (answer.status >= 400) expect(answer.body).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
  }

  it('answers every body, however odd, with a success or a reason', async () => {
    const body = bodyOf(contract);
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (values, fresh) => {
        const text = JSON.stringify(fresh ? { ...makeSample(contract, 2), ...values } : values);
        await answers(fresh ? 'POST' : 'PUT', fresh ? '' : `/${id}`, text);
      }),
      RUNS,
    );
  });

  it.each(['version', '_method'])('refuses a %s that cannot be made a text', async (field) => {
    const answer = await api.call('PUT', `${name}/${id}`, { as: api.people.admin, body: { [field]: { toString: [] } } });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.messages)).toEqual([field]);
  });

  it('answers every query, however odd', async () => {
    const parameter = fc.constantFrom('page', 'limit', 'order_by', 'nope', ...Object.keys(contract.filters));
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('%', '_', '"', '*', '" OR name:"', "' OR 1=1 --", '0', '-1', '1e9', '9'.repeat(30), '2026-02-30', 'id ASC'),
      fc.integer().map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(parameter, value), { maxLength: 4 }), async (pairs) => {
        const query = pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text.toWellFormed())}`).join('&');
        await answers('GET', `?${query}`);
      }),
      RUNS,
    );
  });

  it('answers every path and list of ids', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), odd, async (text, ids) => {
        const path = encodeURIComponent(text.toWellFormed().replaceAll('.', 'x'));
        await answers('GET', `/${path}`);
        await answers('POST', '/deleteByIds', JSON.stringify({ ids: Array.isArray(ids) ? ids : [ids, 999_999] }));
        if (contract.access.check) await answers('POST', '/checked', JSON.stringify({ id: ids, is_checked: ids }));
      }),
      RUNS,
    );
  });
});

function bodyOf(contract: Contract): fc.Arbitrary<Record<string, unknown>> {
  const fields = fc.constantFrom(...Object.keys(contract.fields), 'id', 'version', 'created_at', '_method', 'constructor');
  return fc.array(fc.tuple(fields, odd), { minLength: 1, maxLength: 8 }).map((pairs) => Object.fromEntries(pairs));
}
