import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { directs } from '../../worker/contracts/entities/directs.ts';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

describe.each(RESOURCES.map(({ contract }) => ({ name: contract.name, contract })))(
  'round trips to the database for $name',
  ({ name, contract }) => {
    async function tripsOf(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const { trips, result } = await api.countRoundTrips(() => api.call(method, name + path, { as: api.people.admin, body, headers }));
      expect(result.status, `${method} ${path} ${JSON.stringify(result.body)}`).toBe(method === 'POST' && path === '' ? 201 : 200);
      return { trips, body: result.body };
    }

    it('are one to read and for an update that changes nothing, two to write', async () => {
      const n = 6 + 2 * RESOURCES.findIndex((resource) => resource.contract === contract);
      const made = await tripsOf('POST', '', makeSample(contract, n));
      const { id } = made.body.data;
      const counted = {
        create: made.trips,
        list: (await tripsOf('GET', '?limit=100')).trips,
        search: (await tripsOf('GET', `?id=${id}&page=2`)).trips,
        get: (await tripsOf('GET', `/${id}`)).trips,
        unchanged: (await tripsOf('PUT', `/${id}`, makeSample(contract, n))).trips,
        update: (await tripsOf('PUT', `/${id}`, makeSample(contract, n + 1))).trips,
        check: contract.access.check ? (await tripsOf('POST', '/checked', { id, is_checked: 1 })).trips : 2,
        uncheck: contract.access.check ? (await tripsOf('POST', '/checked', { id, is_checked: 0 })).trips : 2,
        delete: (await tripsOf('DELETE', `/${id}`)).trips,
      };
      expect(counted).toEqual({ create: 2, list: 1, search: 1, get: 1, unchanged: 1, update: 2, check: 2, uncheck: 2, delete: 2 });

      const again = await tripsOf('POST', '', makeSample(contract, n), { 'idempotency-key': `trips-${name}` });
      expect(again.trips).toBe(2);
      expect((await tripsOf('POST', '/deleteByIds', { ids: [again.body.data.id] })).trips).toBe(2);
    });

    it('is one for a refusal, whatever else is wrong', async () => {
      if (contract.access.create === 'everyone') return;
      const refused = async (as: Person | undefined, body: unknown) => {
        const { trips, result } = await api.countRoundTrips(() => api.call('POST', name, { as, body }));
        return [result.status, trips];
      };
      expect(await refused(api.people.none, '{')).toEqual([403, 1]);
      expect(await refused(undefined, {})).toEqual([401, 0]);
    });
  },
);

it('a create writes its row and reads it back, and asks for nothing else', async () => {
  const { read, write } = api.deps.db;
  const asked: string[] = [];
  api.deps.db = {
    read,
    write: (plan, ...rest) => {
      asked.push(...flattenPlan(plan).map((statement) => new SQLiteAsyncDialect().sqlToQuery(statement).sql.slice(0, 21)));
      return write(plan, ...rest);
    },
  };
  const { status } = await api.call('POST', 'directs', { as: api.people.admin, body: makeSample(directs, 1) });
  api.deps.db = { read, write };
  expect({ status, asked }).toEqual({ status: 201, asked: ['INSERT INTO "directs"', 'SELECT json_array(t."'] });
});
