import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { openApi, type Person, TEST_SECRET, type TestApi } from '../support/api.ts';
import { pngOf } from '../support/images.ts';
import { bearer, givePasswords, refreshWith, signIn } from '../support/sign-in.ts';

let api: TestApi;
let minutes = 0;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['writer', 'checked']);
});
// A minute of its own for each test: what another one spent does not count.
beforeEach(() => {
  minutes += 2;
  api.clock.set(new Date(Date.parse('2026-11-20T03:00:00Z') + minutes * 60_000).toISOString());
  api.deps.settings.callsPerMinute = Infinity;
});

const later = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());

/** Tokens last ten minutes, the clock of this file goes on for longer. */
async function as(name: 'writer' | 'checked' | 'viewer'): Promise<{ as: Person }> {
  const { id, role } = api.people[name];
  const claims = { sub: String(id), sid: `session-${name}`, roles: [role], dept: 1, grp: 1 };
  return { as: bearer(await signAccessToken(claims, [TEST_SECRET], api.clock.now())) };
}

describe('the calls of one person in a minute', () => {
  it('are as many as the setting says, then 429 with the time to wait; another person goes on', async () => {
    api.deps.settings.callsPerMinute = 5;
    for (const path of ['me', 'directs', 'customers', 'nowhere', 'history'])
      expect((await api.call('GET', path, await as('viewer'))).status).not.toBe(429);
    later(20);
    for (const [method, path] of [
      ['GET', 'me'],
      ['POST', 'directs'],
      ['PUT', 'me'],
      ['GET', 'directs/export'],
      ['GET', 'nowhere'],
    ] as const) {
      const { status, headers } = await api.call(method, path, await as('viewer'));
      expect(status, path).toBe(429);
      expect(headers.get('retry-after'), path).toBe('40');
    }
    expect((await api.call('GET', 'me', await as('checked'))).status).toBe(200);
    later(41);
    expect((await api.call('GET', 'me', await as('viewer'))).status).toBe(200);
  });

  it('are fewer where each asks for a long list', async () => {
    api.deps.settings.callsPerMinute = 30;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await api.call('GET', 'directs?limit=50000', await as('viewer'))).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('include those that refresh and end sessions', async () => {
    const { body, cookie } = await signIn(api, 'writer');
    api.deps.settings.callsPerMinute = 30;
    const refreshes: number[] = [];
    for (let n = 0; n < 5; n++) refreshes.push((await refreshWith(api, cookie)).status);
    expect(refreshes).toEqual([200, 200, 200, 429, 429]);
    api.deps.settings.callsPerMinute = 3;
    const ends: number[] = [];
    const me = bearer(body.access_token);
    for (let n = 0; n < 5; n++) ends.push((await api.call('POST', 'auth/logout', { as: me })).status);
    expect(ends).toEqual([200, 200, 200, 429, 429]);
    expect((await signIn(api, 'checked')).status).toBe(200);
  });
});

describe('what one person may keep', () => {
  it('is a hundred preferences of 4,000 characters', async () => {
    const put = async (name: string, value: unknown) =>
      api.call('PUT', `me/preferences/${name}`, { ...(await as('viewer')), body: { value } });
    for (let n = 0; n < 100; n++) expect((await put(`list.${n}`, n)).status).toBe(200);
    expect((await put('one-more', 1)).status).toBe(422);
    expect((await put('list.7', 'x'.repeat(3998))).status).toBe(200);
    expect(Object.keys((await put('list.7', 'x'.repeat(3999))).body.messages)).toEqual(['value']);
    for (const name of ['n'.repeat(65), 'ch%E1%BB%AF', 'a%20b']) expect(Object.keys((await put(name, 1)).body.messages)).toEqual(['name']);
    for (const name of ['__proto__', 'constructor']) expect((await put(name, { polluted: 1 })).status).toBe(422);
    const { data } = (await api.call('GET', 'me/preferences', await as('viewer'))).body;
    expect(Object.keys(data).length).toBe(100);
    expect(data['list.7'].length).toBe(3998);
    expect(({} as { polluted?: number }).polluted).toBe(undefined);
    expect((await api.call('PUT', 'me/preferences/list.7', { ...(await as('writer')), body: { value: 1 } })).status).toBe(200);
  });

  it('is 60 images in 15 minutes', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await upload(pngOf(8, 8, n))).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
    later(901);
    expect((await upload(pngOf(8, 8, 99))).status).toBe(200);
  });
});

describe('an image', () => {
  it('of more than 40 megapixels is refused by its header, as text image and as avatar, and is not stored', async () => {
    later(1000);
    const stored = async () => (await api.deps.files.list({ prefix: 'images/' })).objects.length;
    const before = await stored();
    for (const [width, height] of [
      [14_000, 14_000],
      [100_000, 100_000],
      [4_294_967_295, 1],
      [6_400, 6_251],
    ] as const) {
      expect((await upload(pngOf(width, height))).status, `${width} × ${height}`).toBe(413);
      expect((await upload(pngOf(width, height), 'me/avatar', 'avatar')).status, `${width} × ${height}`).toBe(413);
    }
    for (const bytes of [pngOf(0, 10), pngOf(10, 0), Buffer.from('RIFF0000WEBP'), Buffer.from([0xff, 0xd8, 0xff, 0xe0])])
      expect((await upload(bytes)).status).toBe(415);
    expect(await stored()).toBe(before);
    expect((await upload(pngOf(6_400, 6_250))).status).toBe(200);
  });
});

async function upload(bytes: Buffer<ArrayBuffer>, path = 'upload', field = 'upload') {
  const form = new FormData();
  form.set(field, new Blob([bytes]), 'a.png');
  return api.call('POST', path, { ...(await as('checked')), body: form });
}
