import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../worker/platform/crypto.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, PASSWORD, refreshWith, signIn } from '../support/sign-in.ts';

let api: TestApi;
let minutes = 0;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['admin', 'writer', 'checked', 'viewer']);
});
// Each test has a quarter of an hour of its own, so that no failed login of another one counts.
beforeEach(() => {
  minutes += 20;
  api.clock.set(new Date(Date.parse('2026-11-20T03:00:00Z') + minutes * 60_000).toISOString());
});
const later = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());

describe('login', () => {
  it('gives a bearer token and a refresh cookie that scripts and other sites never see', async () => {
    const answer = await signIn(api, 'ADMIN');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 600 });
    const cookie = answer.headers.get('set-cookie');
    for (const part of ['Max-Age=1209600', 'Path=/api/v1/auth', 'HttpOnly', 'Secure', 'SameSite=Strict']) expect(cookie).toContain(part);
    const me = await api.call('GET', 'me', { as: bearer(answer.body.access_token) });
    expect(me.body.data).toMatchObject({
      username: 'admin',
      roles: [{ id: 1, name: 'Admin' }],
      department: { id: 1, name: 'Phòng 1', department_groups: [{ id: 1, group_name: 'Nhóm 1' }] },
      department_group: [{ id: 1, group_name: 'Nhóm 1' }],
    });
    expect(me.body.data).not.toHaveProperty('password');
  });

  it('answers an unknown user and a wrong password alike', async () => {
    const wrong = await signIn(api, 'admin', { password: 'Wrong-1234' });
    const unknown = await signIn(api, 'nobody-here', { password: 'Wrong-1234' });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    const bare = ({ request_id, ...body }: Record<string, unknown>) => body;
    expect(bare(unknown.body)).toEqual(bare(wrong.body));
  });

  it('names the fields that are missing', async () => {
    const { status, body } = await api.call('POST', 'auth/login', { body: { username: ' ' } });
    expect(status).toBe(422);
    expect(body.messages).toEqual({ username: 'Tên đăng nhập không được để trống', password: 'Mật khẩu không được để trống' });
  });

  it('holds an address back from an account after five failures, the right password too, until 15 minutes have passed', async () => {
    for (let n = 0; n < 5; n++) expect((await signIn(api, 'viewer', { password: `Wrong-${n}`, address: '192.0.2.99' })).status).toBe(401);
    const held = await signIn(api, 'viewer', { address: '192.0.2.99' });
    expect(held.status).toBe(429);
    expect(held.headers.get('retry-after')).toBe('900');
    later(901);
    expect((await signIn(api, 'viewer')).status).toBe(200);
  });

  it('lets no more than five of many guesses at the same time through', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(api, 'checked', { password: `Wrong-${n}`, address: '198.51.100.1' })),
    );
    const statuses = guesses.map((guess) => guess.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('lets many right logins at the same time through', async () => {
    const logins = await Promise.all(Array.from({ length: 8 }, () => signIn(api, 'writer')));
    expect(logins.map((login) => login.status)).toEqual(Array(8).fill(200));
  });

  it('holds an address back after twenty failures of any names', async () => {
    const [subject, at] = [await sha256('address:203.0.113.7'), Math.floor(api.clock.now() / 1000)];
    for (let n = 0; n < 18; n++) await api.insert('login_failures', { subject, at });
    for (const name of ['stranger', 'writer'])
      expect((await signIn(api, name, { password: 'Wrong-1234', address: '203.0.113.7' })).status).toBe(401);
    expect((await signIn(api, 'writer', { address: '203.0.113.7' })).status).toBe(429);
    expect((await signIn(api, 'writer', { address: '203.0.113.8' })).status).toBe(200);
    const { rows } = await api.client.execute("SELECT address FROM sign_in_events WHERE kind = 'throttled'");
    expect(rows).toContainEqual({ address: '203.0.113.7' });
  });

  it('reveals that the account is inactive only with the right password', async () => {
    await api.client.execute("UPDATE users SET active = 0 WHERE username = 'viewer'");
    expect((await signIn(api, 'viewer', { password: 'Wrong-1234' })).body.code).toBe('bad_credentials');
    const answer = await signIn(api, 'viewer');
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: 'account_inactive' });
    await api.client.execute("UPDATE users SET active = 1 WHERE username = 'viewer'");
  });
});

describe('a sign-in in a browser that is signed in', () => {
  const browser = { 'sec-fetch-site': 'same-origin' };
  const signInHere = (username: string, cookie: string, password = PASSWORD, from: Record<string, string> = browser) =>
    api.call('POST', 'auth/login', { body: { username, password }, headers: { cookie, 'cf-connecting-ip': '192.0.2.77', ...from } });

  it('ends the session that was there, of whomever, once it succeeds: nobody could end it any more', async () => {
    for (const next of ['writer', 'checked']) {
      const first = await signIn(api, 'writer', { address: '192.0.2.77' });
      expect((await signInHere(next, first.cookie, 'Wrong-1234')).status).toBe(401);
      expect((await api.call('GET', 'me', { as: bearer(first.body.access_token) })).status).toBe(200);
      const second = await signInHere(next, first.cookie);
      expect(second.status).toBe(200);
      expect((await api.call('GET', 'me', { as: bearer(first.body.access_token) })).status).toBe(401);
      expect((await refreshWith(api, first.cookie)).status).toBe(401);
      expect((await api.call('GET', 'me', { as: bearer(second.body.access_token) })).status).toBe(200);
    }
  });

  it('ends nothing where a program keeps the cookies of several people in one place', async () => {
    const first = await signIn(api, 'writer', { address: '192.0.2.77' });
    expect((await signInHere('checked', first.cookie, PASSWORD, {})).status).toBe(200);
    expect((await api.call('GET', 'me', { as: bearer(first.body.access_token) })).status).toBe(200);
  });

  it('with a cookie that was made up ends nothing', async () => {
    const first = await signIn(api, 'writer', { address: '192.0.2.77' });
    expect((await signInHere('checked', `${first.cookie}x`)).status).toBe(200);
    expect((await api.call('GET', 'me', { as: bearer(first.body.access_token) })).status).toBe(200);
  });
});

describe('a refresh', () => {
  it('rotates the token and gives a new access token', async () => {
    const first = await signIn(api, 'writer');
    const second = await refreshWith(api, first.cookie);
    expect(second.status).toBe(200);
    expect(second.cookie).not.toBe(first.cookie);
    const me = await api.call('GET', 'me', { as: bearer(second.body.data.accessToken) });
    expect(me.body.data.username).toBe('writer');
  });

  it('by ten tabs at once logs none of them out and gives all the same successor', async () => {
    const { cookie } = await signIn(api, 'writer');
    const tabs = await Promise.all(Array.from({ length: 10 }, () => refreshWith(api, cookie)));
    expect(tabs.map((tab) => tab.status)).toEqual(Array(10).fill(200));
    expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1);
    expect((await refreshWith(api, tabs[0]!.cookie)).status).toBe(200);
  });

  it('gets the same successor for ten seconds, not for a moment longer', async () => {
    const start = Math.floor(api.clock.now() / 1000) * 1000;
    for (const used of [0, 990]) {
      api.clock.set(new Date(start + used).toISOString());
      const { cookie } = await signIn(api, 'checked');
      const next = await refreshWith(api, cookie);
      api.clock.set(new Date(start + used + 10_000).toISOString());
      expect((await refreshWith(api, cookie)).cookie).toBe(next.cookie);
      api.clock.set(new Date(start + used + 10_001).toISOString());
      expect((await refreshWith(api, cookie)).status).toBe(401);
      await api.client.execute('DELETE FROM sign_in_events');
    }
  });

  it('with a token used long ago ends the whole session', async () => {
    const { cookie } = await signIn(api, 'writer');
    const next = await refreshWith(api, cookie);
    later(11);
    expect((await refreshWith(api, cookie)).status).toBe(401);
    expect((await refreshWith(api, next.cookie)).status).toBe(401);
    expect((await api.call('GET', 'me', { as: bearer(next.body.data.accessToken) })).status).toBe(401);
    const { rows } = await api.client.execute("SELECT kind, user_id FROM sign_in_events WHERE kind = 'refresh_reuse'");
    expect(rows).toEqual([{ kind: 'refresh_reuse', user_id: api.people.writer.id }]);
  });

  it('that comes after 14 days without one is too late', async () => {
    const { cookie } = await signIn(api, 'writer');
    later(14 * 86_400 - 1);
    const next = await refreshWith(api, cookie);
    expect(next.status).toBe(200);
    later(14 * 86_400);
    expect((await refreshWith(api, next.cookie)).status).toBe(401);
    minutes += 30 * 24 * 60;
  });

  it('works on for as long as it is used, but not beyond 90 days', async () => {
    let { cookie, status } = await signIn(api, 'writer');
    const start = api.clock.now();
    for (let day = 10; day <= 80; day += 10) {
      api.clock.set(new Date(start + day * 86_400_000).toISOString());
      ({ cookie, status } = await refreshWith(api, cookie));
      expect(status).toBe(200);
    }
    api.clock.set(new Date(start + 90 * 86_400_000).toISOString());
    expect((await refreshWith(api, cookie)).status).toBe(401);
    minutes += 91 * 24 * 60;
  });

  it('without a cookie, or with one that was made up, is a 401, and the database is not asked', async () => {
    const { cookie } = await signIn(api, 'writer');
    const [session, value, origin] = cookie.slice('tensu_refresh='.length).split('.');
    const madeUp = [
      `${session}.${'A'.repeat(43)}.${origin}`,
      `other.${value}.${origin}`,
      `${session}.${value}`,
      `${value}.${origin}`,
      'made-up',
      '..',
      '',
    ];
    const { db } = api.deps;
    let asked = 0;
    const count =
      <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
      (...args: Args) => {
        asked++;
        return run(...args);
      };
    api.deps.db = { read: count(db.read), write: count(db.write) };
    expect((await api.call('POST', 'auth/refresh-tokens')).status).toBe(401);
    for (const token of madeUp) {
      for (const path of ['refresh-tokens', 'logout'])
        expect((await api.call('POST', `auth/${path}`, { headers: { cookie: `tensu_refresh=${token}` } })).status, token).toBe(401);
    }
    api.deps.db = db;
    expect(asked).toBe(0);
    expect((await refreshWith(api, cookie)).status).toBe(200);
  });
});

describe('logout', () => {
  it('ends the session at once, for its access token and its refresh token', async () => {
    const { body, cookie } = await signIn(api, 'writer');
    const answer = await api.call('POST', 'auth/logout', { as: bearer(body.access_token), headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toContain('tensu_refresh=;');
    expect((await api.call('GET', 'me', { as: bearer(body.access_token) })).status).toBe(401);
    expect((await refreshWith(api, cookie)).status).toBe(401);
  });

  it('works with the cookie alone, and twice', async () => {
    const { body, cookie } = await signIn(api, 'writer');
    for (let n = 0; n < 2; n++) expect((await api.call('POST', 'auth/logout', { headers: { cookie } })).status).toBe(200);
    expect((await api.call('GET', 'me', { as: bearer(body.access_token) })).status).toBe(401);
    expect((await api.call('POST', 'auth/logout')).status).toBe(401);
  });
});
