import { beforeAll, expect, it } from 'vitest';
import { settleRestored } from '../../scripts/run/settle-restored.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi('2026-11-20T09:00:00+07:00');
});

it('ends every session of a restored database, keeps its access keys, and is no act of anybody', async () => {
  const { admin, viewer } = api.people;
  const key = { user_id: admin.id, name: 'Bảng tính', created_at: '2026-11-01 08:00:00' };
  await api.insert('access_tokens', { ...key, hash: 'a', expires_at: '2026-12-31 17:00:00' });
  await api.insert('access_tokens', { ...key, hash: 'b', expires_at: '2026-11-10 17:00:00' });
  expect((await api.call('GET', 'me', { as: viewer })).status).toBe(200);
  const count = async (sql: string) => Number((await api.client.execute(sql)).rows[0]!.n);
  const acts = await count('SELECT COUNT(*) AS n FROM operations');

  const settled = await settleRestored(api.client, api.clock);
  expect(settled).toEqual({ sessions: expect.any(Number), accessTokens: 1 });
  expect(settled.sessions).toBeGreaterThanOrEqual(2);
  for (const as of [admin, viewer]) expect((await api.call('GET', 'me', { as })).status).toBe(401);
  expect(await count("SELECT COUNT(*) AS n FROM sessions WHERE ended_at IS NULL OR end_reason <> 'restored'")).toBe(0);
  expect(await count('SELECT COUNT(*) AS n FROM operations')).toBe(acts);
  expect(await settleRestored(api.client, api.clock)).toEqual({ sessions: 0, accessTokens: 1 });
});
