import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { type Mail, openMailbox, readResetToken } from '../support/mailbox.ts';
import { bearer, givePasswords, PASSWORD, refreshWith, signIn } from '../support/sign-in.ts';

const NEW = 'Duong-Xanh-2';
const OF_NAMES = 'Mật khẩu mới không được ghép từ tên của bạn, của công ty hay của Tensu';
let api: TestApi;
let mails: Mail[];
let minutes = 0;
beforeAll(async () => {
  api = await openApi();
  mails = openMailbox(api);
  await api.client.execute("UPDATE companies SET name = 'Hòa Bình'");
});
beforeEach(async () => {
  minutes += 20;
  api.clock.set(new Date(Date.parse('2026-11-20T03:00:00Z') + minutes * 60_000).toISOString());
  await givePasswords(api, ['admin', 'writer', 'checked', 'viewer']);
  mails.length = 0;
});
const later = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());
const post = (path: string, body: object, headers = {}) => api.call('POST', path, { body, headers });
const linkFor = async (email: string) => {
  await post('email-reset-password', { email });
  return readResetToken(mails.at(-1))!;
};
const resetWith = (token: string, password = NEW, address = '192.0.2.77') =>
  post('reset-password', { token, password, password_confirm: password }, { 'cf-connecting-ip': address });

describe('changing the password', () => {
  const change = (token: string, body: object) => api.call('POST', 'change-password', { as: bearer(token), body });

  it('needs the old one, ends the other sessions and keeps this one', async () => {
    const [here, there] = [await signIn(api, 'writer'), await signIn(api, 'writer')];
    const token = here.body.access_token;
    const wrong = await change(token, { old_password: 'Wrong-1234', password: NEW, password_confirm: NEW });
    expect(wrong.status).toBe(422);
    expect(wrong.body.messages).toEqual({ old_password: 'Mật khẩu cũ không đúng' });
    const answer = await change(token, { old_password: PASSWORD, password: NEW, password_confirm: NEW });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { name: 'Người writer' } });
    expect((await api.call('GET', 'me', { as: bearer(token) })).status).toBe(200);
    expect((await refreshWith(api, there.cookie)).status).toBe(401);
    expect((await signIn(api, 'writer')).status).toBe(401);
    expect((await signIn(api, 'writer', { password: NEW })).status).toBe(200);
  });

  it('refuses a weak, a common and an unconfirmed password, and one made of names', async () => {
    const { body } = await signIn(api, 'writer');
    const tries = [
      [
        { password: 'short', password_confirm: 'short' },
        { password: 'Mật khẩu mới cần ít nhất 8 ký tự, có chữ hoa, chữ thường và chữ số' },
      ],
      [{ password: 'Password123', password_confirm: 'Password123' }, { password: 'Mật khẩu mới quá phổ biến, hãy chọn mật khẩu khác' }],
      [{ password: 'NguoiWriter@26', password_confirm: 'NguoiWriter@26' }, { password: OF_NAMES }],
      [{ password: 'Hoa-Binh-2026', password_confirm: 'Hoa-Binh-2026' }, { password: OF_NAMES }],
      [{ password: NEW, password_confirm: `${NEW}x` }, { password_confirm: 'Xác nhận mật khẩu không khớp' }],
    ] as const;
    for (const [values, messages] of tries) {
      const answer = await change(body.access_token, { old_password: PASSWORD, ...values });
      expect(answer.status).toBe(422);
      expect(answer.body.messages).toEqual(messages);
    }
  });

  it('stops guesses at the old one after five', async () => {
    const { body } = await signIn(api, 'writer');
    const wrong = { old_password: 'Wrong-1234', password: NEW, password_confirm: NEW };
    for (let n = 0; n < 5; n++) expect((await change(body.access_token, wrong)).status).toBe(422);
    expect((await change(body.access_token, { ...wrong, old_password: PASSWORD })).status).toBe(429);
  });
});

describe('a forgotten password', () => {
  it('is reset by a mailed link, once, and that ends every session', async () => {
    const before = await signIn(api, 'viewer');
    const token = await linkFor('VIEWER@tensu.test');
    expect(mails[0]).toMatchObject({ to: 'viewer@tensu.test', subject: 'Đặt lại mật khẩu Tensu' });
    expect((await resetWith(token)).status).toBe(200);
    expect((await api.call('GET', 'me', { as: bearer(before.body.access_token) })).status).toBe(401);
    expect((await signIn(api, 'viewer', { password: NEW })).status).toBe(200);
    const again = await resetWith(token, 'Duong-Xanh-3');
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 422, code: 'link_expired' });
  });

  it('is not reset to a common password or to names, and the link stays', async () => {
    const token = await linkFor('viewer@tensu.test');
    for (const password of ['Admin@123', 'Viewer-2026', 'Tensu-2026']) {
      const { status, body } = await resetWith(token, password);
      expect(status, password).toBe(422);
      expect(Object.keys(body.messages ?? {}), password).toEqual(['password']);
    }
    expect((await resetWith(token)).status).toBe(200);
  });

  it('gives the same answer for an address nobody has, and mails nothing', async () => {
    const known = await post('email-reset-password', { email: 'viewer@tensu.test' });
    const unknown = await post('email-reset-password', { email: 'nobody@tensu.test' });
    expect(unknown.body).toEqual(known.body);
    expect(known.body).toEqual({ original: { message: expect.stringContaining('30 phút') } });
    expect(mails).toHaveLength(1);
  });

  it('keeps the link for 30 minutes, and only the newest one', async () => {
    const first = await linkFor('viewer@tensu.test');
    const second = await linkFor('viewer@tensu.test');
    expect((await resetWith(first)).status).toBe(422);
    later(1801);
    expect((await resetWith(second)).status).toBe(422);
  });

  it('can be set by one of two who use the link at once', async () => {
    const token = await linkFor('viewer@tensu.test');
    const both = await Promise.all([resetWith(token, 'Duong-Xanh-4'), resetWith(token, 'Duong-Xanh-5')]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });

  it('opens an account again that failed logins had held back', async () => {
    for (let n = 0; n < 5; n++) await signIn(api, 'viewer', { password: 'Wrong-1234' });
    expect((await signIn(api, 'viewer')).status).toBe(429);
    await resetWith(await linkFor('viewer@tensu.test'), NEW, '192.0.2.1');
    expect((await signIn(api, 'viewer', { password: NEW })).status).toBe(200);
  });

  it('sends an address no more than three mails in 15 minutes', async () => {
    for (let n = 0; n < 3; n++) await post('email-reset-password', { email: 'viewer@tensu.test' });
    const { status, headers } = await post('email-reset-password', { email: 'viewer@tensu.test' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after')) > 0).toBe(true);
    expect(mails).toHaveLength(3);
  });

  it('is not kept from its owner by strangers, who flood no mailbox either: the last link that was mailed works', async () => {
    const ask = (address: string) =>
      api.call('POST', 'email-reset-password', { body: { email: 'viewer@tensu.test' }, headers: { 'cf-connecting-ip': address } });
    const first = await ask('198.51.100.1');
    for (let n = 2; n < 9; n++) expect((await ask(`198.51.${n}.1`)).body).toEqual(first.body);
    expect((await ask('203.0.113.99')).body, 'the owner').toEqual(first.body);
    expect(mails).toHaveLength(3);
    expect((await resetWith(readResetToken(mails[2])!, NEW, '203.0.113.99')).status).toBe(200);
  });

  it('tells whether a link still works before a password is typed, and nothing else', async () => {
    const check = (token: string) => post('reset-password/check', { token });
    const token = await linkFor('viewer@tensu.test');
    for (let n = 0; n < 2; n++) {
      const { status, body } = await check(token);
      expect({ status, body }).toEqual({ status: 200, body: { message: 'Liên kết còn dùng được' } });
    }
    await resetWith(token);
    const late = await linkFor('writer@tensu.test');
    later(1801);
    const answers = await Promise.all([token, late, 'khong-co-lien-ket-nay'].map(check));
    const bodies = answers.map(({ status, body: { request_id: _id, ...body } }) => ({ status, ...body }));
    const over = { status: 422, code: 'link_expired', message: expect.stringMatching(/^Liên kết này đã hết hạn hoặc đã được dùng/) };
    expect(bodies).toEqual([over, over, over]);
  });

  it('counts looks at links that are none with the guesses at setting a password', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.78' };
    const look = (token: string) => post('reset-password/check', { token }, headers);
    for (let n = 0; n < 19; n++) expect((await look(`doan-${n}`)).status).toBe(422);
    expect((await resetWith('doan-19', NEW, '192.0.2.78')).status).toBe(422);
    const held = await look(await linkFor('viewer@tensu.test'));
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after')) > 0).toBe(true);
    expect((await resetWith('doan-20', NEW, '192.0.2.78')).status).toBe(429);
  });

  it('never keeps the token itself in the database', async () => {
    const token = await linkFor('viewer@tensu.test');
    const { rows } = await api.client.execute('SELECT * FROM password_resets');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('registration', () => {
  const body = { mobile: '+84912345678', password: NEW, passwordConfirm: NEW };

  it('makes an inactive account without roles, named by the number', async () => {
    expect((await post('auth/register', body)).status).toBe(201);
    const { rows } = await api.client.execute("SELECT username, code, active, role_ids FROM users WHERE phone_number = '0912345678'");
    expect(rows).toEqual([{ username: '0912345678', code: '0912345678', active: 0, role_ids: '[]' }]);
    expect((await signIn(api, '0912345678', { password: NEW })).body.code).toBe('account_inactive');
  });

  it('takes no common password, and none of the names of company and product', async () => {
    for (const password of ['Aa123456!', 'Tensu-2026', 'HoaBinh#1']) {
      const answer = await post('auth/register', { ...body, mobile: '0912345679', password, passwordConfirm: password });
      expect(answer.status, password).toBe(422);
      expect(Object.keys(answer.body.messages ?? {}), password).toEqual(['password']);
    }
  });

  it('answers the same for a number that is registered, and changes nothing', async () => {
    expect((await post('auth/register', { ...body, mobile: '0912345678', role_ids: [1], active: 1 })).status).toBe(201);
    const { rows } = await api.client.execute("SELECT active, role_ids FROM users WHERE phone_number = '0912345678'");
    expect(rows).toEqual([{ active: 0, role_ids: '[]' }]);
  });

  it('ends for everybody while a hundred wait, wherever they came from', async () => {
    const numbers = Array.from({ length: 100 }, (_, n) => `09870000${String(n).padStart(2, '0')}`);
    for (const number of numbers)
      await api.insert('users', { username: number, name: number, code: number, phone_number: number, active: 0 });
    const { status, body: told } = await api.call('POST', 'auth/register', {
      body: { ...body, mobile: '0909090909' },
      headers: { 'cf-connecting-ip': '198.51.77.1' },
    });
    expect(status, told.message).toBe(409);
    expect(told.message).toContain('quá nhiều tài khoản đang chờ');
    await api.client.execute("DELETE FROM users WHERE username LIKE '0987%'");
  });
});
