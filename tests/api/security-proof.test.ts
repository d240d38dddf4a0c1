import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { type Mail, openMailbox } from '../support/mailbox.ts';
import { bearer, givePasswords, PASSWORD, refreshWith, signIn } from '../support/sign-in.ts';

let api: TestApi;
let mails: Mail[];
beforeAll(async () => {
  api = await openApi();
  api.deps.settings.mailFrom = 'tensu@tensu.test';
  mails = openMailbox(api);
  await givePasswords(api, ['admin', 'writer']);
});
beforeEach(async () => {
  api.clock.set('2026-11-20T03:00:00Z');
  await api.client.execute('DELETE FROM login_failures');
  mails.length = 0;
});

const later = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());
const post = (path: string, as: Person, body: object = {}) => api.call('POST', path, { as, body });
const dropFactor = (as: Person) => api.call('DELETE', `users/${api.people.writer.id}/second-factor`, { as });

describe('what lasts', () => {
  it('needs a proof of the last five minutes, in the same session', async () => {
    const [me, other] = [bearer((await signIn(api, 'admin')).body.access_token), bearer((await signIn(api, 'admin')).body.access_token)];
    const refused = await dropFactor(me);
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 403, code: 'confirm_needed' });
    expect((await post('me/second-factor', me)).body.code).toBe('confirm_needed');
    expect((await post('auth/confirm', me, { password: PASSWORD })).status).toBe(200);
    expect((await dropFactor(me)).status).toBe(200);
    expect((await post('me/second-factor', me)).status).toBe(200);
    expect((await dropFactor(other)).body.code).toBe('confirm_needed');
    later(301);
    expect((await dropFactor(me)).body.code).toBe('confirm_needed');
  });

  it('is not asked of whom the right is missing anyway', async () => {
    const writer = bearer((await signIn(api, 'writer')).body.access_token);
    expect((await dropFactor(writer)).body.code).toBe('forbidden');
  });

  it('is not reached by guessing: five wrong proofs are all, and they are in the log', async () => {
    const me = bearer((await signIn(api, 'admin')).body.access_token);
    for (let n = 0; n < 5; n++) {
      const { status, body } = await post('auth/confirm', me, { password: `Wrong-${n}` });
      expect(status).toBe(422);
      expect(Object.keys(body.messages)).toEqual(['password']);
    }
    const { status, headers } = await post('auth/confirm', me, { password: PASSWORD });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after')) > 0).toBe(true);
    const { rows } = await api.client.execute("SELECT COUNT(*) AS n FROM sign_in_events WHERE kind = 'confirm_failure'");
    expect(rows).toEqual([{ n: 5 }]);
  });
});

describe('a second factor', () => {
  it('ends the other sessions when it is turned on, sends a mail, and names who turned it off', async () => {
    const before = await signIn(api, 'writer');
    const me = bearer((await signIn(api, 'writer')).body.access_token);
    const { secret } = (await post('me/second-factor', me, { password: PASSWORD })).body.data;
    const code = await computeTotpCode(secret, Math.floor(api.clock.now() / 30_000));
    expect((await post('me/second-factor/confirm', me, { code })).status).toBe(200);
    expect((await api.call('GET', 'me', { as: me })).status).toBe(200);
    expect((await refreshWith(api, before.cookie)).status).toBe(401);

    const admin = bearer((await signIn(api, 'admin')).body.access_token);
    await post('auth/confirm', admin, { password: PASSWORD });
    expect((await dropFactor(admin)).status).toBe(200);
    expect(mails.map(({ to, text }) => [to, /bật|tắt/.exec(text)?.[0]])).toEqual([
      ['writer@tensu.test', 'bật'],
      ['writer@tensu.test', 'tắt'],
    ]);
    const { rows } = await api.client.execute("SELECT kind, user_id, actor_id FROM sign_in_events WHERE kind LIKE 'second_factor_o%'");
    const { writer, admin: chief } = api.people;
    expect(rows).toEqual([
      { kind: 'second_factor_on', user_id: writer.id, actor_id: writer.id },
      { kind: 'second_factor_off', user_id: writer.id, actor_id: chief.id },
    ]);
  });

  it('is a proof as well, each code once', async () => {
    const signedIn = bearer((await signIn(api, 'writer')).body.access_token);
    const { secret } = (await post('me/second-factor', signedIn, { password: PASSWORD })).body.data;
    const codeNow = () => computeTotpCode(secret, Math.floor(api.clock.now() / 30_000));
    await post('me/second-factor/confirm', signedIn, { code: await codeNow() });
    later(301);
    expect((await post('auth/confirm', signedIn, { code: '000000' })).status).toBe(422);
    const code = await codeNow();
    expect((await post('auth/confirm', signedIn, { code })).status).toBe(200);
    expect((await post('auth/confirm', signedIn, { code })).status).toBe(422);
    expect((await post('me/second-factor/end', signedIn)).status).toBe(200);
  });
});

describe('a code of the second factor', () => {
  it('is a proof for one of two sessions that send it at the same time', async () => {
    await api.client.execute('DELETE FROM second_factors');
    const first = bearer((await signIn(api, 'admin')).body.access_token);
    const { secret } = (await post('me/second-factor', first, { password: PASSWORD })).body.data;
    const codeNow = () => computeTotpCode(secret, Math.floor(api.clock.now() / 30_000));
    await post('me/second-factor/confirm', first, { code: await codeNow() });
    later(30);
    const second = bearer((await signIn(api, 'admin', { otp: await codeNow() })).body.access_token);
    later(30);
    const code = await codeNow();
    const both = await Promise.all([first, second].map((as) => post('auth/confirm', as, { code })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    await api.client.execute('DELETE FROM second_factors');
  });
});

describe('a changed password', () => {
  it('is told by mail', async () => {
    const me = bearer((await signIn(api, 'admin')).body.access_token);
    const next = 'Khac-Hoan-Toan-8';
    expect((await post('change-password', me, { old_password: PASSWORD, password: next, password_confirm: next })).status).toBe(200);
    expect(mails).toMatchObject([{ to: 'admin@tensu.test', text: expect.stringContaining('Mật khẩu của bạn đã được đổi') }]);
  });
});

describe('a refresh token', () => {
  it('that is used from another address within its ten seconds is recorded and mailed, once', async () => {
    const { cookie } = await signIn(api, 'writer', { address: '192.0.2.1' });
    const from = (address: string) => api.call('POST', 'auth/refresh-tokens', { headers: { cookie, 'cf-connecting-ip': address } });
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.1')).status).toBe(200);
    expect(mails).toEqual([]);
    for (let n = 0; n < 3; n++) expect((await from('6.6.6.6')).status).toBe(200);
    expect(mails).toMatchObject([{ to: 'writer@tensu.test', text: expect.stringContaining('6.6.6.6') }]);
    const { rows } = await api.client.execute("SELECT user_id, address FROM sign_in_events WHERE kind = 'refresh_replay'");
    expect(rows).toEqual([{ user_id: api.people.writer.id, address: '6.6.6.6' }]);
  });
});
