import { beforeAll, expect, test } from 'vitest';
import { ENTITY_NAMES } from '../../worker/contracts/contracts.ts';
import { openApi, type TestApi } from '../support/api.ts';

/** Every call that answers a page of rows takes the same page and limit. */

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

const CALLS = [
  ...ENTITY_NAMES,
  ...['get_customer_by_user', 'totals', 'total_customers', 'charts', 'calculations', 'imports', 'crawls', 'crawl_waiting', 'failed-jobs'],
  ...['questions', 'notices', 'statements', 'statements/me/lines?kind=design', 'statements/me/lines?kind=in_progress'],
];

test.each(CALLS)('%s', async (path) => {
  const get = (query: string) => api.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { as: api.people.admin });
  const most = await get('page=1&limit=50000');
  expect(most).toMatchObject({ status: 200, body: { per_page: 50_000, current_page: 1, total: expect.any(Number) } });

  const { data, charts = data, ...beyond } = (await get('page=1000000&limit=10')).body;
  expect(charts).toEqual([]);
  expect(beyond).toMatchObject({ per_page: 10, current_page: 1_000_000, total: most.body.total, from: null, to: null });

  for (const bad of ['limit=0', 'limit=50001', 'limit=-1', 'limit=1.5', 'limit=x', 'page=0', 'page=1.5', 'page=x']) {
    const { status, body } = await get(bad);
    expect(status, bad).toBe(422);
    expect(body.code, bad).toBe('invalid');
    expect(Object.keys(body.messages), bad).toEqual([bad.split('=')[0]]);
  }
});
