import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { type Mail, openMailbox } from '../support/mailbox.ts';
import { bearer, givePasswords, PASSWORD, signIn } from '../support/sign-in.ts';

let api: TestApi;
let people: TestApi['people'];
let mails: Mail[];
beforeAll(async () => {
  api = await openApi();
  people = api.people;
  api.deps.settings.mailFrom = 'tensu@tensu.test';
  mails = openMailbox(api);
  await givePasswords(api, ['admin', 'writer', 'checked', 'viewer']);
});
beforeEach(async () => {
  api.clock.set('2026-11-20T03:00:00Z');
  await api.client.execute('DELETE FROM login_failures');
  mails.length = 0;
});

const call = (method: string, path: string, as: Person | undefined, body?: object) => api.call(method, path, { as, ...(body && { body }) });
const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];

const NEW_USER = {
  username: 'nguoi-moi',
  name: 'Người mới',
  email: 'moi@tensu.test',
  employee_code: 'E99',
  area: 'HCM',
  position_id: 1,
  company_id: 1,
  department_id: 1,
  dept_grp_id: 1,
};

describe('the identity of somebody', () => {
  const changes = {
    username: 'taken-over',
    email: 'evil@attacker.example',
    name: 'Người khác',
    employee_code: 'E-khac',
    department_id: 2,
    dept_grp_id: 2,
    role_ids: [1],
  };

  it.each(Object.entries(changes))('is changed by Admins only: %s', async (field, value) => {
    for (const as of [people.writer, people.checked]) {
      for (const id of [people.viewer.id, as.id]) {
        const { status, body } = await call('PUT', `users/${id}`, as, { [field]: value });
        expect(status).toBe(403);
        expect(body.code).toBe('forbidden');
        expect(Object.keys(body.messages)).toEqual([field]);
      }
    }
  });

  it('may be sent back unchanged beside what others do edit', async () => {
    const { body } = await call('GET', `users/${people.viewer.id}`, people.writer);
    const { status, body: saved } = await call('PUT', `users/${people.viewer.id}`, people.writer, { ...body.data, area: 'Huế' });
    expect({ status, area: saved.data.area, email: saved.data.email }).toEqual({ status: 200, area: 'Huế', email: 'viewer@tensu.test' });
  });

  it('of another department is not for staff at all', async () => {
    const move = (id: number) => api.client.execute(`UPDATE users SET department_id = ${id} WHERE id = ${people.viewer.id}`);
    await move(2);
    for (const as of [people.writer, people.checked]) {
      for (const body of [{ area: 'Huế' }, { phone_number: '0901234567' }, { phone_number: 'x' }, {}]) {
        expect((await call('PUT', `users/${people.viewer.id}`, as, body)).status).toBe(403);
      }
    }
    expect((await call('PUT', `users/${people.viewer.id}`, people.admin, { area: 'Huế' })).status).toBe(200);
    await move(1);
  });

  it('is not a way to their account: the chain by e-mail and reset link ends at its first step', async () => {
    await call('PUT', `users/${people.checked.id}`, people.writer, { email: 'evil@attacker.example' });
    await call('POST', 'email-reset-password', undefined, { email: 'evil@attacker.example' });
    expect(mails).toEqual([]);
  });

  it('when an Admin moves a person, counts at once for the calls of that person', async () => {
    await call('PUT', `users/${people.viewer.id}`, people.admin, { department_id: 2, dept_grp_id: 2 });
    expect((await call('GET', 'totals?year=2026&month=10&dept_id=2', people.viewer)).status).toBe(200);
    expect((await call('GET', 'totals?year=2026&month=10&dept_id=1', people.viewer)).status).toBe(403);
    await call('PUT', `users/${people.viewer.id}`, people.admin, { department_id: 1, dept_grp_id: 1 });
    expect((await call('GET', 'totals?year=2026&month=10&dept_id=2', people.viewer)).status).toBe(403);
  });
});

describe('the e-mail address of an account, changed by an Admin', () => {
  const email = 'thief@evil.example';
  const change = (id: number, as: Person, method = 'PUT', body: object = { email }) => call(method, `users/${id}`, as, body);

  it('of an Admin needs a fresh proof, whatever the call: a stolen token alone does not become lasting control', async () => {
    const me = bearer((await signIn(api, 'admin')).body.access_token);
    const calls: [string, object][] = [
      ['PUT', { email }],
      ['PATCH', { email }],
      ['POST', { _method: 'PUT', email }],
      ['PUT', { email, name: 'x', version: 1 }],
    ];
    for (const [method, body] of calls) {
      const { status, body: answer } = await change(people.admin.id, me, method, body);
      expect({ status, code: answer.code }, method).toEqual({ status: 403, code: 'confirm_needed' });
    }
    await call('POST', 'email-reset-password', undefined, { email });
    expect(mails).toEqual([]);
    expect((await change(people.admin.id, me, 'PUT', { email: 'admin@tensu.test', area: 'Huế' })).status).toBe(200);

    await call('POST', 'auth/confirm', me, { password: PASSWORD });
    expect((await change(people.admin.id, me, 'PUT', { email: 'chief@tensu.test' })).body.data.email).toBe('chief@tensu.test');
    expect(mails.map(({ to }) => to)).toEqual(['admin@tensu.test']);
    expect((await change(people.admin.id, me, 'PUT', { email: 'admin@tensu.test' })).status).toBe(200);
  });

  it('is told at the former address, and stands in the log with who did it', async () => {
    const { rows: before } = await api.client.execute("SELECT COUNT(*) AS n FROM sign_in_events WHERE kind = 'email_change'");
    expect((await change(people.checked.id, people.admin, 'PUT', { email: 'moved@tensu.test' })).status).toBe(200);
    expect((await change(people.checked.id, people.admin, 'PUT', { email: 'moved@tensu.test', area: 'HN' })).status).toBe(200);
    expect(mails).toMatchObject([{ to: 'checked@tensu.test', text: expect.stringContaining('Email của tài khoản đã được đổi') }]);
    const { rows } = await api.client.execute("SELECT user_id, actor_id FROM sign_in_events WHERE kind = 'email_change' ORDER BY id DESC");
    expect(rows.length).toEqual(Number(before[0]!.n) + 1);
    expect(rows[0]).toEqual({ user_id: people.checked.id, actor_id: people.admin.id });
    await change(people.checked.id, people.admin, 'PUT', { email: 'checked@tensu.test' });
  });
});

describe('the log row of an address changed by an Admin', () => {
  const count = async () =>
    Number((await api.client.execute("SELECT COUNT(*) AS n FROM sign_in_events WHERE kind = 'email_change'")).rows[0]!.n);
  const emailOf = async (id: number) =>
    (await api.client.execute({ sql: 'SELECT email FROM users WHERE id = ?', args: [id] })).rows[0]!.email;

  it('is written in the two round trips of the update', async () => {
    const { trips, result } = await api.countRoundTrips(() =>
      call('PUT', `users/${people.checked.id}`, people.admin, { email: 'a@tensu.test' }),
    );
    expect({ trips, status: result.status }).toEqual({ trips: 2, status: 200 });
    await call('PUT', `users/${people.checked.id}`, people.admin, { email: 'checked@tensu.test' });
  });

  it('commits with the change or not at all', async () => {
    const before = await count();
    await api.client.execute(`CREATE TRIGGER log_is_full BEFORE INSERT ON sign_in_events BEGIN SELECT RAISE(ABORT, 'full'); END`);
    const refused = await call('PUT', `users/${people.checked.id}`, people.admin, { email: 'unlogged@tensu.test' });
    await api.client.execute('DROP TRIGGER log_is_full');
    expect(refused.status).toBe(500);
    expect(await emailOf(people.checked.id)).toBe('checked@tensu.test');
    expect(await count()).toEqual(before);
    expect(mails).toEqual([]);

    const taken = await call('PUT', `users/${people.checked.id}`, people.admin, { email: 'viewer@tensu.test' });
    expect(taken.status).toBe(409);
    expect(await count()).toEqual(before);
    expect(mails).toEqual([]);
  });

  it('is not written by the one of two updates that comes too late', async () => {
    const [before, { version }] = [await count(), (await call('GET', `users/${people.checked.id}`, people.admin)).body.data];
    const both = await Promise.all(
      ['one@tensu.test', 'two@tensu.test'].map((email) => call('PUT', `users/${people.checked.id}`, people.admin, { email, version })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await count()).toEqual(before + 1);
    expect(mails.map(({ to }) => to)).toEqual(['checked@tensu.test']);
    await call('PUT', `users/${people.checked.id}`, people.admin, { email: 'checked@tensu.test' });
  });
});

describe('somebody whom a Writer or Checked creates', () => {
  it('belongs to their own department and group', async () => {
    for (const as of [people.writer, people.checked]) {
      const other = await call('POST', 'users', as, { ...NEW_USER, department_id: 2, dept_grp_id: 2 });
      expect(other.status).toBe(403);
      expect(Object.keys(other.body.messages)).toEqual(['department_id']);
      const group = await call('POST', 'users', as, { ...NEW_USER, dept_grp_id: 2 });
      expect(group.status).toBe(403);
      expect(Object.keys(group.body.messages)).toEqual(['dept_grp_id']);
    }
  });

  it('cannot sign in, with a password that was sent neither, until an Admin activates them and they open their link', async () => {
    const made = await call('POST', 'users', people.writer, { ...NEW_USER, password: 'Puppet-2026x', active: 1 });
    expect({ status: made.status, active: made.body.data.active }).toEqual({ status: 201, active: 0 });
    const id = made.body.data.id;
    expect((await signIn(api, 'nguoi-moi', { password: 'Puppet-2026x' })).status).toBe(401);
    expect((await call('POST', 'user/active', people.writer, { userId: id, active: 1 })).status).toBe(403);

    const { body } = await call('POST', 'user/active', people.admin, { userId: id, active: 1 });
    expect({ active: body.data.active, mailed: body.password_link.mailed }).toEqual({ active: 1, mailed: 1 });
    expect(mails[0]).toMatchObject({ to: 'moi@tensu.test' });
    expect(mails[0]!.text).toContain(body.password_link.url);
    expect((await signIn(api, 'nguoi-moi', { password: 'Puppet-2026x' })).status).toBe(401);

    const token = /token=([\w-]+)/.exec(body.password_link.url)![1];
    const own = { token, password: 'Cua-Rieng-Toi-7', password_confirm: 'Cua-Rieng-Toi-7' };
    expect((await call('POST', 'reset-password', undefined, own)).status).toBe(200);
    expect((await signIn(api, 'nguoi-moi', { password: 'Cua-Rieng-Toi-7' })).status).toBe(200);
    for (const active of [0, 1]) {
      expect((await call('POST', 'user/active', people.admin, { userId: id, active })).body).not.toHaveProperty('password_link');
    }
  });
});

describe('the own e-mail address', () => {
  const email = 'viewer-new@tensu.test';

  it('counts once the link mailed to it is opened; the former address is told', async () => {
    const me = bearer((await signIn(api, 'viewer')).body.access_token);
    const asked = await call('POST', 'me/email', me, { email, password: PASSWORD });
    expect(asked.status).toBe(200);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect((await call('GET', 'me', me)).body.data.email).toBe('viewer@tensu.test');
    const token = tokenIn(mails[0]);
    expect((await call('POST', 'confirm-email', undefined, { token })).status).toBe(200);
    expect((await call('GET', 'me', me)).body.data.email).toBe(email);
    expect(mails.at(-1)).toMatchObject({ to: 'viewer@tensu.test', subject: expect.stringContaining('bảo mật') });
    const used = await call('POST', 'confirm-email', undefined, { token });
    expect(used.body).toMatchObject({ code: 'link_expired', message: expect.stringMatching(/^Liên kết này đã hết hạn/) });
    const { rows } = await api.client.execute(
      "SELECT user_id, actor_id FROM sign_in_events WHERE kind = 'email_change' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([{ user_id: people.viewer.id, actor_id: people.viewer.id }]);
  });

  it('needs the password: a token alone is not enough', async () => {
    const me = bearer((await signIn(api, 'writer')).body.access_token);
    const bare = await call('POST', 'me/email', me, { email: 'thief@evil.example' });
    expect({ status: bare.status, code: bare.body.code }).toEqual({ status: 403, code: 'confirm_needed' });
    const wrong = await call('POST', 'me/email', me, { email: 'thief@evil.example', password: 'Wrong-1234' });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.messages)).toEqual(['password']);
    expect(mails).toEqual([]);
  });

  it('is nobody else’s, and its link is over after a day', async () => {
    const me = bearer((await signIn(api, 'writer')).body.access_token);
    const taken = await call('POST', 'me/email', me, { email: 'ADMIN@tensu.test', password: PASSWORD });
    expect(taken.status).toBe(409);
    expect(Object.keys(taken.body.messages)).toEqual(['email']);
    await call('POST', 'me/email', me, { email: 'later@tensu.test', password: PASSWORD });
    const token = tokenIn(mails.at(-1));
    api.clock.set(new Date(api.clock.now() + 86_401_000).toISOString());
    expect((await call('POST', 'confirm-email', undefined, { token })).status).toBe(422);
  });
});

describe('links that were mailed', () => {
  const set = (token: string | undefined) => ({ token, password: 'Cua-Rieng-Toi-7', password_confirm: 'Cua-Rieng-Toi-7' });
  const linkOf = async (email: string) => {
    await call('POST', 'email-reset-password', undefined, { email });
    return tokenIn(mails.at(-1));
  };

  it('to a former address set no password once an Admin has changed the address', async () => {
    const token = await linkOf('checked@tensu.test');
    await call('PUT', `users/${people.checked.id}`, people.admin, { email: 'safe@tensu.test' });
    expect((await call('POST', 'reset-password', undefined, set(token))).body.code).toBe('link_expired');
    await call('PUT', `users/${people.checked.id}`, people.admin, { email: 'checked@tensu.test' });
  });

  it('set no password of an account that was deactivated and activated again', async () => {
    const token = await linkOf('checked@tensu.test');
    for (const active of [0, 1]) await call('POST', 'user/active', people.admin, { userId: people.checked.id, active });
    expect((await call('POST', 'reset-password', undefined, set(token))).body.code).toBe('link_expired');
  });

  it('to confirm an address are void once the password is changed or reset: who asked may have been a thief', async () => {
    for (const recover of [
      (me: Person) =>
        call('POST', 'change-password', me, { old_password: PASSWORD, password: 'Cua-Rieng-Toi-8', password_confirm: 'Cua-Rieng-Toi-8' }),
      async () => call('POST', 'reset-password', undefined, set(await linkOf('writer@tensu.test'))),
    ]) {
      const me = bearer((await signIn(api, 'writer')).body.access_token);
      await call('POST', 'me/email', me, { email: 'thief@evil.example', password: PASSWORD });
      const token = tokenIn(mails.at(-1));
      expect((await recover(me)).status).toBe(200);
      expect((await call('POST', 'confirm-email', undefined, { token })).body.code).toBe('link_expired');
      await givePasswords(api, ['writer']);
    }
  });
});
