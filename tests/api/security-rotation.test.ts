import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '../../worker/cleanup.ts';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { openApi, TEST_SECRET, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, PASSWORD, refreshWith, signIn } from '../support/sign-in.ts';

const NEWER = 'a-newer-secret-of-the-tests-0123456789abcdef0123';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await givePasswords(api, ['admin', 'writer']);
});
afterEach(() => api.close());

const rotate = (...secrets: string[]) => {
  api.deps.settings.jwtSecrets = secrets;
};
const me = async (token: string) => (await api.call('GET', 'me', { as: bearer(token) })).status;

describe('a secret that is rotated', () => {
  it('signs nobody out while the former one still counts, and its tokens count no longer than it', async () => {
    const { body, cookie } = await signIn(api, 'writer');
    const other = await signIn(api, 'admin');
    rotate(NEWER, TEST_SECRET);
    expect(await me(body.access_token)).toBe(200);
    const next = await refreshWith(api, cookie);
    expect(next.status).toBe(200);
    rotate(NEWER);
    expect(await me(body.access_token)).toBe(401);
    expect((await refreshWith(api, other.cookie)).status).toBe(401);
    expect(await me(next.body.data.accessToken)).toBe(200);
    expect((await refreshWith(api, next.cookie)).status).toBe(200);
  });

  it('locks nobody out: the first night seals every second factor with the newer one', async () => {
    const owner = bearer((await signIn(api, 'admin')).body.access_token);
    const { secret } = (await api.call('POST', 'me/second-factor', { as: owner, body: { password: PASSWORD } })).body.data;
    const codeNow = () => computeTotpCode(secret, Math.floor(api.clock.now() / 30_000));
    const confirmed = await api.call('POST', 'me/second-factor/confirm', { as: owner, body: { code: await codeNow() } });
    rotate(NEWER, TEST_SECRET);
    await cleanUp(api.deps);
    rotate(NEWER);
    api.clock.set(new Date(api.clock.now() + 60_000).toISOString());
    expect((await signIn(api, 'admin', { otp: await codeNow() })).status).toBe(200);
    expect((await signIn(api, 'admin', { otp: confirmed.body.data.recovery_codes[0] })).status).toBe(200);
  });

  it('leaves a device known that signed in with the former one', async () => {
    const { device } = await signIn(api, 'writer', { address: '198.51.100.7' });
    rotate(NEWER, TEST_SECRET);
    for (let n = 0; n < 5; n++) await signIn(api, 'writer', { password: `Wrong-${n}`, address: '198.51.100.7' });
    expect((await signIn(api, 'writer', { address: '198.51.100.7' })).status).toBe(429);
    expect((await signIn(api, 'writer', { address: '198.51.100.7', device })).status).toBe(200);
  });
});
