import { crc32 } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { createAccessToken } from '../../worker/platform/auth/access-token.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { openApi, type Person, TEST_SECRET, type TestApi } from '../support/api.ts';
import { type Mail, openMailbox } from '../support/mailbox.ts';
import { fillReferences } from '../support/samples.ts';
import { bearer } from '../support/sign-in.ts';

const START = '2026-11-20T03:00:00Z';

let api: TestApi;
let mails: Mail[];
beforeAll(async () => {
  api = await openApi();
  api.deps.settings.mailFrom = 'tensu@tensu.test';
  mails = openMailbox(api);
  await fillReferences(api);
});

/** Each test is an hour later than the one before, whose calls no longer count, with people who are signed in anew. */
let hour = 0;
beforeEach(async () => {
  hour += 1;
  await moveTo(new Date(Date.parse(START) + hour * 3_600_000).toISOString());
});

async function moveTo(iso: string): Promise<void> {
  api.clock.set(iso);
  await api.client.execute("UPDATE sessions SET ended_at = NULL WHERE id LIKE 'session-%'");
  for (const person of Object.values(api.people)) {
    const roles = person.role === 'none' ? [] : [person.role];
    const claims = { sub: String(person.id), sid: `session-${person.role.toLowerCase()}`, roles, dept: 1, grp: 1 };
    person.token = await signAccessToken(claims, [TEST_SECRET], api.clock.now());
  }
}

/** A session that has just given its proof. */
async function prove(person: Person): Promise<void> {
  const seconds = Math.floor(api.clock.now() / 1000);
  await api.client.execute({ sql: 'UPDATE sessions SET confirmed_at = ? WHERE user_id = ?', args: [seconds, person.id] });
}

async function makeToken(person: Person, body: object = {}): Promise<{ id: number; token: string }> {
  await prove(person);
  const { status, body: made } = await api.call('POST', 'me/tokens', {
    as: person,
    body: { name: 'Power BI', expires_at: '2027-06-30', ...body },
  });
  expect(status, JSON.stringify(made)).toBe(201);
  return made;
}

const read = (path: string, token: string) => api.call('GET', path, { as: bearer(token) });
const basic = (name: string, password: string) => ({ authorization: `Basic ${btoa(`${name}:${password}`)}` });

describe('an access token', () => {
  it('needs a fresh proof, is told once, kept as a hash, mailed to its owner and in the log', async () => {
    const { writer, admin } = api.people;
    await api.client.execute('UPDATE sessions SET confirmed_at = NULL');
    const body = { name: ' Power BI ', expires_at: '2027-06-30' };
    expect((await api.call('POST', 'me/tokens', { as: writer, body })).body.code).toBe('confirm_needed');
    mails.length = 0;
    const { id, token } = await makeToken(writer, body);
    const [, letters = '', checksum] = /^tensu_([A-Z2-7]{40})([A-Z2-7]{7})$/.exec(token) ?? [];
    const value = [...checksum!].reduce((sum, letter) => sum * 32 + 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter), 0);
    expect(value).toBe(crc32(letters));
    const { data } = (await api.call('GET', 'me/tokens', { as: writer })).body;
    expect(data).toEqual([
      expect.objectContaining({ id, name: 'Power BI', entities: null, expires_at: '2027-06-30 23:59:59', last_used_at: null }),
    ]);
    expect(mails.map(({ to, text }) => [to, text.includes('A new access key was made'), text.includes(token)])).toEqual([
      ['writer@tensu.test', true, false],
    ]);
    const events = (await api.call('GET', 'sign-ins?kind=access_token', { as: admin })).body.data;
    expect(events).toEqual([expect.objectContaining({ user_id: writer.id, actor_id: null })]);
    const tables = await api.client.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    for (const { name } of tables.rows) {
      const { rows } = await api.client.execute(`SELECT * FROM "${name}"`);
      expect(JSON.stringify(rows).includes(token), String(name)).toBe(false);
    }
  });

  it.each([
    [{ expires_at: '2026-11-19' }, 'expires_at'],
    [{ expires_at: '2027-11-21' }, 'expires_at'],
    [{ expires_at: '2028-01-01' }, 'expires_at'],
    [{ expires_at: '2027-02-30' }, 'expires_at'],
    [{ expires_at: undefined }, 'expires_at'],
    [{ name: '  ' }, 'name'],
    [{ entities: ['secrets'] }, 'entities.0'],
  ])('is refused with %o', async (wrong, field) => {
    await prove(api.people.writer);
    const body = { name: 'Excel', expires_at: '2027-06-30', ...wrong };
    const { status, body: answer } = await api.call('POST', 'me/tokens', { as: api.people.writer, body });
    expect(status).toBe(422);
    expect(Object.keys(answer.messages)).toEqual([field]);
  });

  it('works for a year at most', async () => {
    const { token } = await makeToken(api.people.writer, { expires_at: '2027-11-20' });
    expect((await read('directs', token)).status).toBe(200);
  });

  it('takes its last day as the refusal of another says', async () => {
    await prove(api.people.writer);
    const make = (expires_at: unknown) =>
      api.call('POST', 'me/tokens', { as: api.people.writer, body: { name: 'Excel', expires_at }, headers: { 'accept-language': 'en' } });
    expect((await make(20270630)).body.messages).toEqual({ expires_at: 'Last day must be a real date, as yyyy/MM/dd' });
    const { id } = (await make('2027/6/30')).body;
    const { rows } = await api.client.execute(`SELECT expires_at FROM access_tokens WHERE id = ${id}`);
    expect(rows[0]!.expires_at).toBe('2027-06-30 23:59:59');
  });

  it('reads as a bearer and as the password of any user name, never from the address', async () => {
    const { token } = await makeToken(api.people.writer);
    expect((await read('directs', token)).status).toBe(200);
    for (const name of ['', 'writer', 'ai:cũng được'.split(':')[0]!]) {
      const headers = { authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}` };
      expect((await api.call('GET', 'directs/export', { headers })).status, name).toBe(200);
    }
    expect((await api.call('GET', `directs?access_token=${token}`)).status).toBe(401);
    for (const wrong of [token.slice(0, -1), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, token.toLowerCase(), `x${token}`])
      expect((await read('directs', wrong)).status).toBe(401);
    expect((await api.call('GET', 'directs', { headers: basic('admin', 'Some-Password-1') })).status).toBe(401);
  });

  it('asks no other service', async () => {
    const { token } = await makeToken(api.people.admin);
    expect((await read('crawl_settings', token)).status).toBe(200);
    for (const path of ['crawl_settings/sample', 'crawl_settings/workflows']) expect((await read(path, token)).status, path).toBe(403);
  });

  it('serves the way in which Power Query asks: without a credential, then Basic without a name, HEAD, and the tag of its copy', async () => {
    const { token } = await makeToken(api.people.writer);
    const accept = { accept: '*/*', 'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)' };
    const basic = { ...accept, authorization: `Basic ${btoa(`:${token}`)}` };
    for (const path of ['directs/export?format=csv', 'totals/export?format=csv&year=2026&month=10']) {
      const first = await api.call('GET', path, { headers: accept });
      expect(first.status, path).toBe(401);
      expect(first.headers.get('www-authenticate'), path).toEqual(expect.stringMatching(/^Basic /));
      const head = await api.call('HEAD', path, { headers: basic });
      const tag = head.headers.get('etag')!;
      expect(head.status, path).toBe(200);
      expect(head.body.length, path).toBe(0);
      expect(head.headers.get('content-type'), path).toEqual(expect.stringMatching(/^text\/csv/));
      const got = await api.call('GET', path, { headers: basic });
      expect(got.status, path).toBe(200);
      expect(got.headers.get('etag'), path).toEqual(tag);
      expect(got.headers.get('content-encoding'), path).toBe(null);
      for (const known of [tag, tag.replace('W/', ''), `"x", ${tag}`]) {
        expect((await api.call('GET', path, { headers: { ...basic, 'if-none-match': known } })).status, known).toBe(304);
        expect((await api.call('HEAD', path, { headers: { ...basic, 'if-none-match': known } })).status, known).toBe(304);
      }
      expect((await api.call('GET', path, { headers: { ...basic, 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  it('asks programs for itself where a file is refused, and no page of the app', async () => {
    const challenge = async (path: string, headers: Record<string, string> = {}) =>
      (await api.call('GET', path, { headers })).headers.get('www-authenticate');
    for (const path of ['directs/export', 'totals/export', 'total_customers/export', 'home/export', 'export/excel?entity=directs'])
      expect(await challenge(path), path).toBe('Basic realm="Tensu", charset="UTF-8"');
    expect(await challenge('directs', basic('x', 'y'))).toMatch(/^Basic/);
    expect(await challenge('directs')).toBeNull();
    expect(await challenge('directs/export', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBeNull();
  });

  it('changes nothing in any call that writes, by whatever method, header or body', async () => {
    const { token } = await makeToken(api.people.admin);
    const tables = await api.client.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    const readAll = async () => {
      const rows = await api.client.batch(tables.rows.map(({ name }) => `SELECT * FROM "${name}"`));
      return rows.map((result) => JSON.stringify(result.rows));
    };
    const before = await readAll();
    const routes = api.app.routes.filter(({ method, path }) => !['ALL', 'GET'].includes(method) && path.startsWith('/api/v1/'));
    const paths = [...new Set(routes.map(({ path }) => path.slice('/api/v1/'.length).replaceAll(/:\w+/g, '1')))];
    expect(paths.length).toBeGreaterThan(100);
    const overrides = { 'x-http-method-override': 'GET', 'x-method-override': 'DELETE', 'x-http-method': 'PUT' };
    const bodies: [string, string][] = [
      ['application/json', '{"name":"x","_method":"GET","ids":[1],"id":1,"year":2026,"month":10}'],
      ['application/x-www-form-urlencoded', '_method=GET&name=x'],
      ['text/plain', '{"name":"x"}'],
    ];
    let calls = 0;
    const letIn: string[] = [];
    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const [type, body] = bodies[calls % bodies.length]!;
        const sent = { body, headers: { ...overrides, 'content-type': type } };
        const { status } = await api.call(method, path, { as: bearer(token), ...sent });
        // What nobody has to sign in for says what is wrong with its values.
        const isOpen = status === 422 && (await api.call(method, path, sent)).status === 422;
        if (!isOpen && ![401, 403, 404, 405, 415].includes(status)) letIn.push(`${method} ${path} ${status}`);
        calls += 1;
        if (calls % 100 === 0) api.clock.set(new Date(api.clock.now() + 61_000).toISOString());
      }
    }
    expect(letIn).toEqual([]);
    expect((await read('get-base-vn-data', token)).status).toBe(403);
    const after = await readAll();
    const changed = tables.rows.flatMap(({ name }, index) => (before[index] === after[index] ? [] : [String(name)]));
    // Its own last use and the refusals with their notice to Admins; the figures of the system page are written when enough of them wait.
    expect(changed.filter((name) => name !== 'call_figures').sort()).toEqual([
      'access_tokens',
      'notices',
      'refusal_minutes',
      'security_refusals',
    ]);
  });

  it('writes nothing but its own last use in any call that it may make', async () => {
    const { token } = await makeToken(api.people.admin);
    const { db } = api.deps;
    const written: unknown[] = [];
    api.deps.db = {
      ...db,
      write: (plan, author, timeoutMs) => {
        written.push(JSON.stringify(plan));
        return db.write(plan, author, timeoutMs);
      },
    };
    const paths = [...new Set(api.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))];
    expect(paths.length).toBeGreaterThan(60);
    const statuses = new Set<number>();
    for (const path of paths) {
      if (!path.startsWith('/api/v1/')) continue;
      const { status } = await read(path.slice('/api/v1/'.length).replaceAll(/:\w+/g, '1'), token);
      statuses.add(status);
      api.clock.set(new Date(api.clock.now() + 1000).toISOString());
    }
    api.deps.db = db;
    expect([...statuses].filter((status) => ![200, 403, 404, 409, 410, 422].includes(status))).toEqual([]);
    expect(written.filter((statement) => !/access_tokens|security_refusals/.test(String(statement)))).toEqual([]);
  });

  it('may what its owner may at that moment', async () => {
    const { viewer, admin } = api.people;
    const { token } = await makeToken(viewer);
    const setRoles = (ids: number[]) => api.call('PUT', `users/${viewer.id}`, { as: admin, body: { role_ids: ids } });
    expect((await read('directs', token)).status).toBe(200);
    expect((await read('history', token)).status).toBe(403);
    await setRoles([1]);
    expect((await read('history', token)).status).toBe(200);
    await setRoles([4]);
    expect((await read('history', token)).status).toBe(403);
    const departments = async () => (await read('departments', token)).body.data.map((row: { id: number }) => row.id);
    expect(await departments()).toEqual([1]);
    await api.call('PUT', `users/${viewer.id}`, { as: admin, body: { department_id: 2, dept_grp_id: 2 } });
    expect(await departments()).toEqual([2]);
    await api.call('PUT', `users/${viewer.id}`, { as: admin, body: { department_id: 1, dept_grp_id: 1 } });
    const lock = { startTime: '2026-11-20 00:00:00', endTime: '2026-12-20 00:00:00' };
    expect((await api.call('POST', `user-locked/${viewer.id}`, { as: admin, body: lock })).status).toBe(201);
    expect((await read('directs', token)).status).toBe(401);
    await api.call('DELETE', `user-locked/${viewer.id}`, { as: admin });
    expect((await read('directs', token)).status).toBe(200);
  });

  it('of no list is none of all lists', async () => {
    await prove(api.people.admin);
    const body = { name: 'Power BI', expires_at: '2027-06-30', entities: [] };
    expect((await api.call('POST', 'me/tokens', { as: api.people.admin, body })).status).toBe(422);
  });

  it('reads only the lists that it is limited to', async () => {
    const { token } = await makeToken(api.people.admin, { entities: ['directs', 'totals'] });
    for (const path of ['directs', 'directs/export', 'totals', 'totals/export', 'export/excel?entity=directs'])
      expect((await read(path, token)).status, path).toBe(200);
    for (const path of [
      'customers',
      'me',
      'me/tokens',
      'tokens',
      'search?q=a',
      'directs_techousei',
      'export/excel?entity=users',
      'export/excel',
      'home/export',
    ])
      expect((await read(path, token)).status, path).toBe(403);
  });

  it('ends on its day, by its owner or by an Admin, who sees all', async () => {
    const { writer, viewer, admin } = api.people;
    const { token } = await makeToken(writer, { expires_at: '2026-11-21 23:00:00' });
    expect((await read('directs', token)).status).toBe(200);
    await moveTo('2026-11-21T16:00:00Z');
    expect((await read('directs', token)).status).toBe(401);

    const own = await makeToken(writer);
    expect((await api.call('DELETE', `me/tokens/${own.id}`, { as: viewer })).status).toBe(404);
    expect((await api.call('DELETE', `me/tokens/${own.id}`, { as: writer })).body.ids).toEqual([own.id]);
    expect((await api.call('DELETE', `me/tokens/${own.id}`, { as: writer })).status).toBe(404);
    expect((await read('directs', own.token)).status).toBe(401);

    const other = await makeToken(writer);
    const all = (await api.call('GET', 'tokens', { as: admin })).body.data;
    expect(all[0]).toMatchObject({ id: other.id, user_id: writer.id, username: 'writer', user_name: 'Người writer' });
    mails.length = 0;
    expect((await api.call('DELETE', `tokens/${other.id}`, { as: admin })).status).toBe(200);
    expect((await read('directs', other.token)).status).toBe(401);
    expect(mails.map(({ to }) => to)).toEqual(['writer@tensu.test']);
  });

  it('shows when and from where it was used last', async () => {
    const { writer } = api.people;
    const { id, token } = await makeToken(writer);
    const headers = { 'cf-connecting-ip': '203.0.113.9' };
    await api.call('GET', 'directs', { as: bearer(token), headers });
    const { data } = (await api.call('GET', 'me/tokens', { as: writer })).body;
    expect(data.find((row: { id: number }) => row.id === id)).toMatchObject({
      last_used_at: api.clock.time(),
      last_address: '203.0.113.9',
    });
  });

  it('has 120 calls a minute, with the other tokens of its owner and apart from the person’s own', async () => {
    const { writer, checked } = api.people;
    const other = await makeToken(checked);
    const [first, second] = [await makeToken(writer), await makeToken(writer)];
    const statuses = [];
    for (let n = 0; n < 121; n++) statuses.push((await read('roles', first.token)).status);
    expect(statuses.filter((status) => status === 200).length).toBe(120);
    expect(statuses.at(-1)).toBe(429);
    expect((await read('roles', first.token)).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await read('roles', second.token)).status).toBe(429);
    expect((await read('roles', other.token)).status).toBe(200);
    expect((await api.call('GET', 'roles', { as: writer })).status).toBe(200);
  });

  it('that has ended spends nothing of its owner’s', async () => {
    const { writer } = api.people;
    const [ended, second] = [await makeToken(writer), await makeToken(writer)];
    expect((await read('roles', ended.token)).status).toBe(200);
    expect((await api.call('DELETE', `me/tokens/${ended.id}`, { as: writer })).status).toBe(200);
    for (let n = 0; n < 125; n++) expect((await read('roles', ended.token)).status, String(n)).not.toBe(200);
    expect((await read('roles', second.token)).status).toBe(200);
  });

  it('is taken however many made-up ones came from its network', async () => {
    const { token } = await makeToken(api.people.writer);
    const statuses = [];
    for (let n = 0; n < 125; n++) statuses.push((await read('roles', createAccessToken())).status);
    expect(
      statuses.slice(0, 119).every((status) => status === 401),
      String(statuses),
    ).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await read('roles', token)).status).toBe(200);
  });

  it('costs one round trip a call, once its owner is known here', async () => {
    const { token } = await makeToken(api.people.writer);
    await read('directs', token);
    expect((await api.countRoundTrips(() => read('directs', token))).trips).toBe(1);
  });

  it('is announced seven days before its end, once', async () => {
    const { checked } = api.people;
    await makeToken(checked, { name: 'Báo cáo tháng', expires_at: '2026-12-20' });
    const told = async () => (await api.client.execute("SELECT user_id, params FROM notices WHERE kind = 'token_ends'")).rows;
    api.clock.set('2026-12-12T16:00:00Z');
    await collectNotices(api.deps);
    expect(await told()).toEqual([]);
    api.clock.set('2026-12-13T17:00:01Z');
    await collectNotices(api.deps);
    expect(await told()).toEqual([{ user_id: checked.id, params: '{"name":"Báo cáo tháng","day":"2026-12-20"}' }]);
  });
});
