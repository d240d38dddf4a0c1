import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { type Mail, openMailbox } from '../support/mailbox.ts';
import { givePasswords, PASSWORD, signIn } from '../support/sign-in.ts';

let api: TestApi;
let mails: Mail[];
beforeAll(async () => {
  api = await openApi();
  mails = openMailbox(api);
  await givePasswords(api, ['admin', 'writer']);
});
beforeEach(async () => {
  api.clock.set('2026-11-20T03:00:00Z');
  await api.client.execute('DELETE FROM login_failures');
  mails.length = 0;
});

const CALLS = ['login', 'google', 'refresh-tokens', 'logout', 'register', 'confirm'];
const request = (url: string, init: RequestInit) => api.app.request(url, init);

describe('a call that sets or uses cookies', () => {
  it.each(CALLS)('takes JSON only: auth/%s', async (path) => {
    const { cookie } = await signIn(api, 'writer');
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json-patch+json',
    ]) {
      const headers = { cookie, 'content-type': type, authorization: `Bearer ${api.people.writer.token}` };
      const body = type.startsWith('application/x')
        ? `username=writer&password=${PASSWORD}`
        : JSON.stringify({ username: 'writer', password: PASSWORD });
      const answer = await api.call('POST', `auth/${path}`, { body, headers });
      expect(answer.status, type).toBe(415);
      expect(answer.headers.has('set-cookie'), type).toBe(false);
    }
  });

  it.each(['login', 'google', 'register', 'confirm'])(
    'takes no body that names no type, as a script can send it anywhere: auth/%s',
    async (path) => {
      const answer = await request(`http://localhost/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.people.writer.token}` },
        body: new TextEncoder().encode(JSON.stringify({ username: 'writer', password: PASSWORD })),
      });
      expect(answer.status).toBe(415);
      expect(answer.headers.has('set-cookie')).toBe(false);
    },
  );

  it.each(CALLS)('refuses other sites: auth/%s', async (path) => {
    const { cookie } = await signIn(api, 'writer');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const answer = await api.call('POST', `auth/${path}`, {
        body: { username: 'writer', password: PASSWORD },
        headers: { cookie, authorization: `Bearer ${api.people.writer.token}`, ...headers },
      });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(answer.body.code, JSON.stringify(headers)).toBe('foreign_origin');
      expect(answer.headers.has('set-cookie'), JSON.stringify(headers)).toBe(false);
    }
    expect((await api.call('GET', 'me', { as: api.people.writer })).status).toBe(200);
  });

  it('takes our own pages, by the request or by APP_ORIGIN', async () => {
    const body = { username: 'writer', password: PASSWORD };
    const own = await api.call('POST', 'auth/login', { body, headers: { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' } });
    expect(own.status).toBe(200);
    api.deps.settings.appOrigin = 'https://tensu.example';
    const proxied = await api.call('POST', 'auth/login', { body, headers: { origin: 'https://tensu.example' } });
    api.deps.settings.appOrigin = undefined;
    expect(proxied.status).toBe(200);
  });

  it('has cookies named so that over https nothing but https can set them', async () => {
    const login = (url: string) =>
      request(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'writer', password: PASSWORD }),
      });
    const names = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(names(await login('https://tensu.example'))).toEqual(['__Secure-tensu_refresh', '__Secure-tensu_device']);
    expect(names(await login('http://localhost'))).toEqual(['tensu_refresh', 'tensu_device']);
  });
});

describe('a link in a mail', () => {
  const ask = (url: string, headers: Record<string, string> = {}) =>
    request(`${url}/api/v1/email-reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.4', ...headers },
      body: JSON.stringify({ email: 'admin@tensu.test' }),
    });

  it('never leads to a host that the request made up: without APP_ORIGIN it is not sent, and the log says why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const known = await ask('http://evil.example');
    expect(known.status).toBe(200);
    expect(await ask('https://evil.example', { 'x-forwarded-host': 'localhost' })).toMatchObject({ status: 200 });
    expect(mails).toEqual([]);
    expect(String(log.mock.calls[0])).toContain('APP_ORIGIN');
    log.mockRestore();
  });

  it.each(['http://localhost:8788', 'http://127.0.0.1', 'http://[::1]:9000'])(
    'begins with a loopback host where there is no setting: %s',
    async (url) => {
      await ask(url);
      expect(mails[0]?.text).toContain(`${url}/reset-password?token=`);
    },
  );

  it('begins with APP_ORIGIN whatever the request says', async () => {
    api.deps.settings.appOrigin = 'https://tensu.example';
    await ask('http://evil.example');
    api.deps.settings.appOrigin = undefined;
    expect(mails[0]?.text).toContain('https://tensu.example/reset-password?token=');
  });
});
