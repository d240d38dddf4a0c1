import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { sha256 } from '../../worker/platform/crypto.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { openMailbox, readResetToken } from '../support/mailbox.ts';
import { bearer, givePasswords, PASSWORD, signIn } from '../support/sign-in.ts';

let api: TestApi;
let secret = '';
let recovery: string[] = [];
let minutes = 0;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['admin', 'writer', 'viewer']);
});
beforeEach(() => {
  minutes += 20;
  api.clock.set(new Date(Date.parse('2026-11-20T03:00:00Z') + minutes * 60_000).toISOString());
});

const codeNow = () => computeTotpCode(secret, Math.floor(api.clock.now() / 30_000));
const later = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());
const post = (path: string, as: Person, body: object = {}) => api.call('POST', path, { as, body });
const admin = async (otp?: string) => bearer((await signIn(api, 'admin', otp ? { otp } : {})).body.access_token);

describe('a second factor', () => {
  it('is begun with the password and turned on with a first code', async () => {
    const me = await admin();
    expect((await post('me/second-factor', me, { password: 'Wrong-1234' })).body.messages).toHaveProperty('password');
    const begun = await post('me/second-factor', me, { password: PASSWORD });
    secret = begun.body.data.secret;
    expect(begun.body.data.otpauth_url).toContain(`secret=${secret}`);
    expect((await signIn(api, 'admin')).status).toBe(200);
    expect((await post('me/second-factor/confirm', me, { code: '000000' })).status).toBe(422);
    const confirmed = await post('me/second-factor/confirm', me, { code: await codeNow() });
    recovery = confirmed.body.data.recovery_codes;
    expect(new Set(recovery).size).toBe(10);
    const { body } = await api.call('GET', 'me', { as: me });
    expect(body.data.second_factor).toEqual({ enabled: 1, required: 0, recovery_codes_left: 10 });
  });

  it('is asked for by a login whose password is right, and only then', async () => {
    expect((await signIn(api, 'admin')).body.code).toBe('second_factor_required');
    expect((await signIn(api, 'admin', { password: 'Wrong-1234', otp: await codeNow() })).body.code).toBe('bad_credentials');
    expect((await signIn(api, 'admin', { otp: '000000' })).body.code).toBe('second_factor_wrong');
    expect((await signIn(api, 'admin', { otp: await codeNow() })).status).toBe(200);
  });

  it('takes a code once, and only one of two who use it at the same time', async () => {
    const otp = await codeNow();
    const both = await Promise.all([signIn(api, 'admin', { otp }), signIn(api, 'admin', { otp })]);
    expect(both.map((login) => login.status).sort()).toEqual([200, 401]);
    expect((await signIn(api, 'admin', { otp })).body.code).toBe('second_factor_wrong');
    later(30);
    expect((await signIn(api, 'admin', { otp: await codeNow() })).status).toBe(200);
  });

  it('takes each recovery code once, as it was written down or without its dash', async () => {
    expect((await signIn(api, 'admin', { otp: recovery[0]! })).status).toBe(200);
    expect((await signIn(api, 'admin', { otp: recovery[0]! })).body.code).toBe('second_factor_wrong');
    expect((await signIn(api, 'admin', { otp: recovery[1]!.replace('-', '').toLowerCase() })).status).toBe(200);
  });

  it('gets new recovery codes with a fresh proof, and the old ones are void', async () => {
    const me = await admin(await codeNow());
    const renew = (body: object = {}) => post('me/second-factor/recovery-codes', me, body);
    expect((await renew()).body.code).toBe('confirm_needed');
    expect((await renew({ password: 'Wrong-1234' })).status).toBe(422);
    const { status, body } = await renew({ password: PASSWORD });
    const { recovery_codes: codes } = body.data;
    expect({ status, size: new Set([...codes, ...recovery]).size }).toEqual({ status: 200, size: 20 });
    expect((await signIn(api, 'admin', { otp: recovery[2]! })).body.code).toBe('second_factor_wrong');
    expect((await signIn(api, 'admin', { otp: codes[0]! })).status).toBe(200);
    recovery = codes;
    const { body: mine } = await api.call('GET', 'me', { as: me });
    expect(mine.data.second_factor.recovery_codes_left).toBe(9);
    const log = await api.call('GET', 'sign-ins?kind=recovery_codes', { as: me });
    expect(log.body.data).toMatchObject([{ username: 'admin', actor_name: null }]);
    const writer = bearer((await signIn(api, 'writer')).body.access_token);
    expect((await post('me/second-factor/recovery-codes', writer, { password: PASSWORD })).status).toBe(404);
  });

  it('gets one list of recovery codes where it is asked for four times at once: the one that was shown counts', async () => {
    const me = await admin(recovery[1]!);
    expect((await post('auth/confirm', me, { password: PASSWORD })).status).toBe(200);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('me/second-factor/recovery-codes', me, {})));
    const shown = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    recovery = shown[0]!.body.data.recovery_codes;
    expect((await signIn(api, 'admin', { otp: recovery[0]! })).status).toBe(200);
  });

  it('is not guessed: five wrong codes hold the account back, asking without one in between too', async () => {
    for (let n = 0; n < 5; n++) {
      expect((await signIn(api, 'admin', { otp: `00000${n}` })).status).toBe(401);
      if (n < 4) expect((await signIn(api, 'admin')).body.code).toBe('second_factor_required');
    }
    expect((await signIn(api, 'admin', { otp: await codeNow() })).status).toBe(429);
  });

  it('is asked for after a forgotten password was reset, too', async () => {
    const mails = openMailbox(api);
    await api.call('POST', 'email-reset-password', { body: { email: 'admin@tensu.test' } });
    const next = 'Duong-Xanh-9';
    const reset = { token: readResetToken(mails[0]), password: next, password_confirm: next };
    expect((await api.call('POST', 'reset-password', { body: reset })).status).toBe(200);
    expect((await signIn(api, 'admin', { password: next })).body.code).toBe('second_factor_required');
    expect((await signIn(api, 'admin', { password: next, otp: await codeNow() })).status).toBe(200);
    await givePasswords(api, ['admin']);
  });

  it('is kept neither in plain text, nor as hashes of the codes alone, nor in the history', async () => {
    const tables = await Promise.all(['second_factors', 'history', 'users'].map((table) => api.client.execute(`SELECT * FROM ${table}`)));
    const kept = JSON.stringify(tables.map(({ rows }) => rows));
    const hashes = await Promise.all(
      recovery.flatMap((code) => [code, code.replace('-', '')]).map((code) => sha256(`recovery-code:${code}`)),
    );
    for (const text of [secret, ...recovery, ...hashes]) expect(kept).not.toContain(text);
  });

  it('can be demanded of Admins, whose role does not count without one', async () => {
    const me = await admin(await codeNow());
    await api.client.execute("UPDATE users SET role_ids = '[1,2]' WHERE username = 'writer'");
    const writer = bearer((await signIn(api, 'writer')).body.access_token);
    expect((await api.call('PUT', 'security-settings', { as: me, body: { second_factor_for_admins: 0 } })).body.code).toBe(
      'confirm_needed',
    );
    for (const as of [me, writer]) expect((await post('auth/confirm', as, { password: PASSWORD })).status).toBe(200);
    expect((await api.call('PUT', 'security-settings', { as: writer, body: { second_factor_for_admins: 1 } })).status).toBe(409);
    expect((await api.call('PUT', 'security-settings', { as: me, body: { second_factor_for_admins: 1 } })).status).toBe(200);
    expect((await api.call('GET', 'security-settings', { as: writer })).status).toBe(403);
    const { body } = await api.call('GET', 'me', { as: writer });
    expect(body.data.roles).toEqual([{ id: 2, name: 'Writer' }]);
    expect(body.data.second_factor).toEqual({ enabled: 0, required: 1, recovery_codes_left: 0 });
    expect((await api.call('GET', 'security-settings', { as: me })).body).toEqual({ data: { second_factor_for_admins: 1 } });
    await api.call('PUT', 'security-settings', { as: me, body: { second_factor_for_admins: 0 } });
    expect((await api.call('GET', 'security-settings', { as: writer })).status).toBe(200);
  });

  it('is turned off by its owner with password and code, or by an Admin for somebody who lost it', async () => {
    const me = await admin(await codeNow());
    later(30);
    expect((await post('me/second-factor/end', me, { password: PASSWORD, code: '000000' })).status).toBe(422);
    expect((await post('me/second-factor/end', me, { password: PASSWORD, code: await codeNow() })).status).toBe(200);
    expect((await signIn(api, 'admin')).status).toBe(200);
    const viewer = bearer((await signIn(api, 'viewer')).body.access_token);
    const path = `users/${api.people.writer.id}/second-factor`;
    expect((await api.call('DELETE', path, { as: viewer })).status).toBe(403);
    expect((await api.call('DELETE', path, { as: me })).status).toBe(200);
    const { rows } = await api.client.execute("SELECT kind, user_id FROM sign_in_events WHERE kind LIKE 'second_factor_o%'");
    expect(rows).toEqual([
      { kind: 'second_factor_on', user_id: api.people.admin.id },
      { kind: 'second_factor_off', user_id: api.people.admin.id },
    ]);
  });

  it('is turned on by one of two calls at the same time: nobody is shown recovery codes that do not count', async () => {
    const me = bearer((await signIn(api, 'viewer')).body.access_token);
    const begun = await post('me/second-factor', me, { password: PASSWORD });
    secret = begun.body.data.secret;
    const code = await codeNow();
    const both = await Promise.all([1, 2].map(() => post('me/second-factor/confirm', me, { code })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const [shown] = both.find(({ status }) => status === 200)!.body.data.recovery_codes;
    expect((await signIn(api, 'viewer', { otp: shown })).status).toBe(200);
    const { rows } = await api.client.execute({
      sql: "SELECT COUNT(*) AS n FROM sign_in_events WHERE kind = 'second_factor_on' AND user_id = ?",
      args: [api.people.viewer.id],
    });
    expect(rows[0]!.n).toBe(1);
  });
});
