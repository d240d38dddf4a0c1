import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import { isGranted } from '../../worker/contracts/roles.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';

const PEOPLE = ['admin', 'writer', 'checked', 'viewer', 'none'] as const;
const ROLES: Record<(typeof PEOPLE)[number], string[]> = {
  admin: ['Admin'],
  writer: ['Writer'],
  checked: ['Checked'],
  viewer: ['Viewer'],
  none: [],
};

const ENTITY_CALL = /^(GET|POST|PUT|PATCH|DELETE) ([\w-]+)(\/:id|\/export|\/checked|\/deleteByIds)?$/;

let api: TestApi;
let routes: string[];
beforeAll(async () => {
  api = await openApi();
  const all = api.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'));
  routes = [...new Set(all.map(({ method, path }) => `${method} ${path.slice('/api/v1/'.length)}`))];
});
beforeEach(reopenSessions);

const DECLARED = new Map(CALLS.map(({ method, path, grant }) => [`${method} ${path.slice(1)}`, grant]));

/** Some of the calls end the session that makes them. */
async function reopenSessions(): Promise<void> {
  await api.client.execute("UPDATE sessions SET ended_at = NULL WHERE id LIKE 'session-%'");
}

function send(route: string, as: TestApi['people']['admin'] | undefined, { id, body }: { id: string; body: string }) {
  const [method = '', path = ''] = route.split(' ');
  return api.call(method, path.replaceAll(/:\w+/g, id), {
    as,
    ...(method !== 'GET' && { body, headers: { 'content-type': 'application/json' } }),
  });
}

describe('every route', () => {
  it('is a verb of an entity or a declared call, and every declared call has one route', () => {
    const entities = RESOURCES.map(({ contract }) => contract.name);
    const undeclared = routes.filter((route) => {
      const [, , entity = ''] = ENTITY_CALL.exec(route) ?? [];
      return !DECLARED.has(route) && !entities.includes(entity);
    });
    expect(undeclared).toEqual([]);
    expect([...DECLARED.keys()].filter((route) => !routes.includes(route))).toEqual([]);
    expect(CALLS).toHaveLength(DECLARED.size);
  });

  it('answers 401 without a token before it looks at anything else, unless it is public', async () => {
    for (const route of routes) {
      if (DECLARED.get(route) === 'public') continue;
      for (const request of [
        { id: '999999', body: '{}' },
        { id: 'abc', body: '{"' },
      ]) {
        const { status, body } = await send(route, undefined, request);
        expect({ status, code: body.code }, route).toEqual({ status: 401, code: 'unauthorized' });
      }
    }
  });

  it('refuses with 403 whom its declaration leaves out before it looks at the body or for the record, and nobody else', async () => {
    for (const route of routes) {
      const grant = DECLARED.get(route);
      if (grant === undefined || grant === 'public' || grant === 'cookie') continue;
      for (const person of PEOPLE) {
        for (const request of [
          { id: '999999', body: '{}' },
          { id: 'abc', body: '{"' },
        ]) {
          const { status, body } = await send(route, api.people[person], request);
          if (!isGranted(ROLES[person], grant)) {
            expect(status, `${route} ${person}`).toBe(403);
            expect(body.code, `${route} ${person}`).toBe('forbidden');
          } else expect([401, 403, 500].includes(status) && body.code !== 'confirm_needed', `${route} ${person}`).toBe(false);
          if (route.startsWith('DELETE me/sessions')) await reopenSessions();
        }
      }
    }
  });

  it('refuses the token of a person who is deactivated, locked or signed out meanwhile', async () => {
    const { viewer } = api.people;
    const ways = [
      ['UPDATE users SET active = 0 WHERE id = ?', 'UPDATE users SET active = 1 WHERE id = ?'],
      [
        "INSERT INTO user_locks VALUES (?, '2026-01-01 00:00:00', '2027-01-01 00:00:00', NULL, 1, '2026-01-01 00:00:00')",
        'DELETE FROM user_locks WHERE user_id = ?',
      ],
      ['UPDATE sessions SET ended_at = 1 WHERE user_id = ?', 'UPDATE sessions SET ended_at = NULL WHERE user_id = ?'],
      ['UPDATE sessions SET expires_at = 1 WHERE user_id = ?', 'UPDATE sessions SET expires_at = 9999999999 WHERE user_id = ?'],
    ] as const;
    for (const [out, back] of ways) {
      await api.client.execute({ sql: out, args: [viewer.id] });
      for (const path of ['me', 'directs', 'customers/1', 'totals']) expect((await api.call('GET', path, { as: viewer })).status).toBe(401);
      await api.client.execute({ sql: back, args: [viewer.id] });
      expect((await api.call('GET', 'me', { as: viewer })).status).toBe(200);
    }
  });

  it('uses the present roles, not those in the token', async () => {
    const { writer } = api.people;
    expect((await api.call('POST', 'customers', { as: writer, body: {} })).status).toBe(422);
    await api.call('PUT', `users/${writer.id}`, { as: api.people.admin, body: { role_ids: [4] } });
    expect((await api.call('POST', 'customers', { as: writer, body: {} })).status).toBe(403);
    await api.call('PUT', `users/${writer.id}`, { as: api.people.admin, body: { role_ids: [1] } });
    expect((await api.call('GET', 'history', { as: writer })).status).toBe(200);
    await api.call('PUT', `users/${writer.id}`, { as: api.people.admin, body: { role_ids: [2] } });
    expect((await api.call('GET', 'history', { as: writer })).status).toBe(403);
  });
});

describe('another department', () => {
  it('is closed to everybody but an Admin', async () => {
    for (const person of ['writer', 'checked', 'viewer', 'none'] as const) {
      const as = api.people[person];
      expect((await api.call('GET', 'departments/2', { as })).status).toBe(403);
      expect((await api.call('GET', 'department_groups/2', { as })).status).toBe(403);
      expect((await api.call('GET', 'departments', { as })).body.data.map((row: { id: number }) => row.id)).toEqual([1]);
      for (const path of ['totals', 'charts', 'home/get-all-group-by-dev']) {
        expect((await api.call('GET', `${path}?dept_id=2&year=2026&month=11`, { as })).status, path).toBe(403);
      }
    }
    expect((await api.call('GET', 'departments/2', { as: api.people.admin })).status).toBe(200);
  });

  it('shows people without a staff role no more of others than a picker needs', async () => {
    const { body } = await api.call('GET', 'users', { as: api.people.viewer });
    expect(Object.keys(body.data[0]).sort()).toEqual(['code', 'department', 'department_id', 'id', 'name']);
    for (const query of ['email=admin@tensu.test', 'order_by=email', 'role_ids=1', 'phone_number=1']) {
      expect((await api.call('GET', `users?${query}`, { as: api.people.viewer })).status, query).toBe(422);
    }
  });
});
