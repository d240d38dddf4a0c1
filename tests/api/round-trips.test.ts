import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
let trips = 0;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
  const { read, write } = api.deps.db;
  api.deps.db = {
    read: (...given) => {
      trips++;
      return read(...given);
    },
    write: (...given) => {
      trips++;
      return write(...given);
    },
  };
});
afterAll(() => api.close());

describe.each(RESOURCES.map(({ contract }) => ({ name: contract.name, contract })))(
  'round trips to the database for $name',
  ({ name, contract }) => {
    async function tripsOf(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      trips = 0;
      const answer = await api.call(method, name + path, { as: api.people.admin, body, headers });
      expect([method, path, answer.status], JSON.stringify(answer.body)).toEqual([
        method,
        path,
        method === 'POST' && path === '' ? 201 : 200,
      ]);
      return { trips, body: answer.body };
    }

    it('are one to read, two to write', async () => {
      const n = 6 + RESOURCES.findIndex((resource) => resource.contract === contract);
      const made = await tripsOf('POST', '', makeSample(contract, n));
      const { id } = made.body.data;
      const counted = {
        create: made.trips,
        list: (await tripsOf('GET', '?limit=100')).trips,
        search: (await tripsOf('GET', `?id=${id}&page=2`)).trips,
        get: (await tripsOf('GET', `/${id}`)).trips,
        update: (await tripsOf('PUT', `/${id}`, makeSample(contract, n))).trips,
        check: contract.access.check ? (await tripsOf('POST', '/checked', { id, is_checked: 0 })).trips : 2,
        delete: (await tripsOf('DELETE', `/${id}`)).trips,
      };
      expect(counted).toEqual({ create: 2, list: 1, search: 1, get: 1, update: 2, check: 2, delete: 2 });

      const again = await tripsOf('POST', '', makeSample(contract, n), { 'idempotency-key': `trips-${name}` });
      expect([again.trips, (await tripsOf('POST', '/deleteByIds', { ids: [again.body.data.id] })).trips]).toEqual([2, 2]);
    });

    it('is one for a refusal, whatever else is wrong', async () => {
      if (contract.access.create === 'everyone') return;
      trips = 0;
      const { status } = await api.call('POST', name, { as: api.people.none, body: '{' });
      expect([status, trips]).toEqual([403, 1]);
      trips = 0;
      expect((await api.call('POST', name, { body: {} })).status).toBe(401);
      expect(trips).toBe(0);
    });
  },
);
