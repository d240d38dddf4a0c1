import { beforeAll, expect, it } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
let lines: Record<string, unknown>[];
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  api = await openApi();
  lines = [];
  const db = createDatabase(() => api.client, api.clock.time);
  app = createApp({ ...api.deps, db, log: (line) => void lines.push({ ...line }) });
});

async function send(method: string, path: string, person: keyof TestApi['people'], body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${api.people[person].token}`, 'content-type': 'application/json' };
  const response = await app.request(`/api/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await response.text();
  return response;
}

it('has one line for each request: route, status, cost and who, and no word of what was asked', async () => {
  await send('GET', 'customers?name__~=Bí mật', 'writer');
  await send('POST', 'indirect_note', 'writer', { content: 'Bí mật' });
  await send('GET', 'customers/999', 'viewer');
  await send('GET', 'history', 'viewer');
  await app.request('/api/v1/directs?token=secret');
  await app.request('/api/v1/auth/refresh-tokens', { method: 'POST' });
  await send('POST', 'directs/bulk', 'viewer', { ids: [1], values: {} });
  await app.request('/api/v1/directs/bulk', { method: 'POST' });
  expect(lines.map(({ route, status, actor_id, db_round_trips }) => [route, status, actor_id, db_round_trips])).toEqual([
    ['GET /api/v1/customers', 200, api.people.writer.id, 1],
    ['POST /api/v1/indirect_note', 201, api.people.writer.id, 2],
    ['GET /api/v1/customers/:id', 404, api.people.viewer.id, 1],
    ['GET /api/v1/history', 403, api.people.viewer.id, 1],
    ['GET /api/v1/directs', 401, null, 0],
    ['POST /api/v1/auth/refresh-tokens', expect.any(Number), null, expect.any(Number)],
    ['POST /api/v1/directs/bulk', 403, api.people.viewer.id, 1],
    ['POST /api/v1/directs/bulk', 401, null, 0],
  ]);
  expect(lines.map(({ colo }) => colo)).toEqual(lines.map(() => null));
  expect(Number(lines[1]!.db_rows_written)).toBeGreaterThan(0);
  expect(lines.every(({ ms, request_id }) => typeof ms === 'number' && /^[\w-]{36}$/.test(String(request_id)))).toBe(true);
  const text = JSON.stringify(lines);
  expect(/Bí mật|secret/.test(text)).toBe(false);
  expect(Object.values(api.people).some(({ token }) => text.includes(token))).toBe(false);
});

it('tells where the platform took the call in', async () => {
  const request = Object.assign(new Request('http://localhost/api/nothing'), { cf: { colo: 'HAN' } });
  await app.request(request);
  expect(lines.at(-1)).toMatchObject({ route: 'GET *', colo: 'HAN' });
});

it('has none for the question of a local site whether it still answers', async () => {
  const before = lines.length;
  expect((await app.request('/api/probe')).status).toBe(404);
  await app.request('/api/nothing');
  expect(lines.slice(before).map(({ route }) => route)).toEqual(['GET *']);
});

it('tells times to Admins only', async () => {
  expect((await send('GET', 'customers', 'admin')).headers.get('server-timing')).toMatch(
    /^total;dur=\d+, db;dur=\d+;desc="1 round trips"$/,
  );
  for (const person of ['writer', 'checked', 'viewer', 'none'] as const)
    expect((await send('GET', 'customers', person)).headers.get('server-timing')).toBeNull();
});
