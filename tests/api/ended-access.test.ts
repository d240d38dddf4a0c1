import { beforeAll, beforeEach, expect, it } from 'vitest';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { type Mail, openMailbox, readResetToken } from '../support/mailbox.ts';
import { bearer, givePasswords, PASSWORD, refreshWith, signIn } from '../support/sign-in.ts';

const NEW = 'Duong-Xanh-2';

let api: TestApi;
let mails: Mail[];
let person: Awaited<ReturnType<typeof openAccount>>;
beforeAll(async () => {
  api = await openApi();
  api.deps.settings.mailFrom = 'tensu@tensu.test';
  api.deps.settings.appOrigin = 'https://tensu.test';
  mails = openMailbox(api);
});
beforeEach(async () => {
  api.clock.set(new Date(api.clock.now() + 60_000).toISOString());
  person = await openAccount();
});

let count = 0;
/** A Viewer with an access key, who is signed in on two devices. */
async function openAccount() {
  const username = `nguoi ${++count}`;
  const email = `nguoi${count}@tensu.test`;
  const id = await api.insert('users', {
    username,
    code: username,
    name: `Người ${count}`,
    email,
    employee_code: `E${count}`,
    role_ids: '[4]',
  });
  await givePasswords(api, [username]);
  const [here, there] = [await signIn(api, username), await signIn(api, username)];
  const me = bearer(here.body.access_token);
  await post('auth/confirm', me, { password: PASSWORD });
  const { body } = await post('me/tokens', me, { name: 'Excel', expires_at: '2027-06-30' });
  expect((await read(body.token)).status).toBe(200);
  return { id, email, me, here, there, key: String(body.token) };
}

const post = (path: string, as: Person | undefined, body: object = {}) => api.call('POST', path, { as, body });
const read = (token: string) => api.call('GET', 'companies', { as: bearer(token) });

const WAYS: Record<string, () => Promise<unknown>> = {
  'a new password of one’s own': () => post('change-password', person.me, { old_password: PASSWORD, password: NEW, password_confirm: NEW }),
  'a mailed reset': async () => {
    await post('email-reset-password', undefined, { email: person.email });
    return post('reset-password', undefined, { token: readResetToken(mails.at(-1)), password: NEW, password_confirm: NEW });
  },
  'the end of all own sessions': () => api.call('DELETE', 'me/sessions', { as: person.me }),
  'the end of all sessions by an Admin': () => api.call('DELETE', `users/${person.id}/sessions`, { as: api.people.admin }),
  deactivation: async () => {
    await post('user/active', api.people.admin, { userId: person.id, active: 0 });
    return post('user/active', api.people.admin, { userId: person.id, active: 1 });
  },
  'a new second factor': async () => {
    const { body } = await post('me/second-factor', person.me, { password: PASSWORD });
    return post('me/second-factor/confirm', person.me, {
      code: await computeTotpCode(body.data.secret, Math.floor(api.clock.now() / 30_000)),
    });
  },
  'a deletion, also once that is undone': async () => {
    await api.call('DELETE', `users/${person.id}`, { as: api.people.admin });
    expect((await read(person.key)).status).toBe(401);
    const [{ id }] = (await api.call('GET', 'operations?entity=users&limit=1', { as: api.people.admin })).body.data;
    expect((await post(`operations/${id}/undo`, api.people.admin)).body).toMatchObject({ reversed: 1 });
    await api.call('PUT', `users/${person.id}`, { as: api.people.admin, body: { role_ids: [4] } });
    expect((await read(person.here.body.access_token)).status).toBe(401);
    return post('user/active', api.people.admin, { userId: person.id, active: 1 });
  },
};

it.each(Object.keys(WAYS))('access keys, mailed links and other sessions end with %s', async (way) => {
  await post('me/email', person.me, { email: `khac${count}@tensu.test`, password: PASSWORD });
  const link = /confirm-email\?token=(\S+)/.exec(mails.at(-1)!.text)![1];
  expect(await WAYS[way]!()).toMatchObject({ status: 200 });
  expect((await read(person.key)).status, 'the key').toBe(401);
  expect((await read(person.there.body.access_token)).status, 'another session').toBe(401);
  expect((await refreshWith(api, person.there.cookie)).status, 'its refresh').toBe(401);
  expect((await post('confirm-email', undefined, { token: link })).status, 'a link for another address').toBe(422);
});

it('a mail about a new key names the page where keys are ended', () => {
  const mail = mails.find(({ text }) => text.includes('Một mã truy cập mới'));
  expect(mail?.text).toContain('Mã truy cập (https://tensu.test/users/profile)');
});
