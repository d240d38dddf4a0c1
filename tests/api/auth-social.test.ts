import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { bearer } from '../support/sign-in.ts';

let provider: Provider;
let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  provider = await startProvider();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const google = (body: object = { access_token: 'a-token' }) => api.call('POST', 'auth/google', { body });
const facebook = () => api.call('POST', 'auth/facebook', { body: { access_token: 'a-token' } });

describe('signing in through a provider', () => {
  it('is not there until it is configured', async () => {
    expect((await google()).status).toBe(404);
    expect((await facebook()).status).toBe(404);
    Object.assign(api.deps.settings, {
      googleUrl: provider.url,
      facebookUrl: provider.url,
      googleClientId: 'ours',
      facebookAppId: '42',
      facebookAppSecret: 's',
    });
  });

  it('opens a session of the account with the verified address', async () => {
    provider.answers = { '/tokeninfo': { aud: 'ours', email: 'Viewer@tensu.test', email_verified: 'true' } };
    const { status, body } = await google();
    expect(status).toBe(200);
    expect((await api.call('GET', 'me', { as: bearer(body.access_token) })).body.data.username).toBe('viewer');
    provider.answers = {
      '/debug_token': { data: { app_id: '42', is_valid: true, user_id: '7' } },
      '/me': { id: '7', email: 'writer@tensu.test' },
    };
    expect((await facebook()).status).toBe(200);
  });

  it('refuses a token that was made for another application, is not verified, or is no token', async () => {
    const good = { aud: 'ours', email: 'viewer@tensu.test', email_verified: 'true' };
    for (const answer of [{ ...good, aud: 'theirs' }, { ...good, email_verified: 'false' }, { aud: 'ours' }, undefined]) {
      provider.answers = { '/tokeninfo': answer };
      expect((await google()).body.code).toBe('provider_refused');
    }
    provider.answers = {
      '/debug_token': { data: { app_id: '43', is_valid: true, user_id: '7' } },
      '/me': { id: '7', email: 'writer@tensu.test' },
    };
    expect((await facebook()).status).toBe(401);
    expect((await google({})).status).toBe(422);
  });

  it('makes no account, opens no inactive one and does not take a look-alike address', async () => {
    provider.answers = { '/tokeninfo': { aud: 'ours', email: 'stranger@tensu.test', email_verified: 'true' } };
    expect((await google()).body.code).toBe('no_account');
    provider.answers = { '/tokeninfo': { aud: 'ours', email: 'víewer@tensu.test', email_verified: 'true' } };
    expect((await google()).body.code).toBe('no_account');
    await api.client.execute("UPDATE users SET active = 0 WHERE username = 'viewer'");
    provider.answers = { '/tokeninfo': { aud: 'ours', email: 'viewer@tensu.test', email_verified: true } };
    expect((await google()).body.code).toBe('account_inactive');
  });
});
