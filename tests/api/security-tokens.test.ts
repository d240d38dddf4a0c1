import { type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deriveHmacKey } from '../../worker/platform/crypto.ts';
import { openApi, TEST_SECRET, type TestApi } from '../support/api.ts';
import { openMailbox, readResetToken } from '../support/mailbox.ts';
import { givePasswords, PASSWORD, refreshWith, signIn } from '../support/sign-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['admin', 'writer', 'viewer']);
});

const me = (token: string) => api.call('GET', 'me', { headers: { authorization: `Bearer ${token}` } });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an access token', () => {
  const seconds = () => Math.floor(api.clock.now() / 1000);
  const claims = () => ({ sub: '1', sid: 'session-admin', roles: ['Admin'], dept: 1, grp: 1 });
  const sign = async (options: {
    secret?: string;
    purpose?: string;
    typ?: string;
    alg?: string;
    issuer?: string;
    audience?: string;
    expires?: number | null;
    claims?: JWTPayload;
  }) => {
    const token = new SignJWT({ ...claims(), ...options.claims })
      .setProtectedHeader({ alg: options.alg ?? 'HS256', typ: options.typ ?? 'at+jwt' })
      .setIssuer(options.issuer ?? 'tensu')
      .setAudience(options.audience ?? 'tensu-api')
      .setIssuedAt(seconds());
    if (options.expires !== null) token.setExpirationTime(options.expires ?? seconds() + 600);
    const secret = options.secret ?? TEST_SECRET;
    const key = options.alg ? new TextEncoder().encode(secret) : await deriveHmacKey(secret, options.purpose ?? 'access token');
    return token.sign(key);
  };

  it('of our own making is taken', async () => {
    expect((await me(await sign({}))).status).toBe(200);
  });

  it.each([
    ['signed with another secret', () => sign({ secret: 'another-secret-0123456789abcdef0123456789' })],
    ['that never expires', () => sign({ expires: null })],
    ['signed with the key of another purpose', () => sign({ purpose: 'refresh token' })],
    ['signed with the secret itself', () => sign({ alg: 'HS256' })],
    ['expired', () => sign({ expires: seconds() - 1 })],
    ['of another kind', () => sign({ typ: 'JWT' })],
    ['of another issuer', () => sign({ issuer: 'somebody' })],
    ['for another audience', () => sign({ audience: 'somebody' })],
    ['signed with another algorithm', () => sign({ alg: 'HS512', secret: TEST_SECRET.repeat(2) })],
    ['for nobody', () => sign({ claims: { sub: '0' } })],
    ['for a person who is no number', () => sign({ claims: { sub: "1' OR 1=1 --" } })],
    ['of a session that is not there', () => sign({ claims: { sid: 'made-up' } })],
    ["of somebody else's session", () => sign({ claims: { sub: '2' } })],
    [
      'unsigned',
      () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ ...claims(), iss: 'tensu', aud: 'tensu-api', exp: seconds() + 600 })}.`,
    ],
    [
      'changed after signing',
      () => {
        const [header, , signature] = api.people.viewer.token.split('.');
        return `${header}.${part({ ...claims(), iss: 'tensu', aud: 'tensu-api', exp: seconds() + 600 })}.${signature}`;
      },
    ],
    ['that is a refresh token', async () => (await signIn(api, 'admin')).cookie.split('=')[1]!],
    ['that is empty', () => ''],
    ['that is no token', () => 'x.y.z'],
  ])('%s is a 401', async (_, make) => {
    const { status, body } = await me(await make());
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'unauthorized' });
  });

  it('is no refresh token', async () => {
    expect((await refreshWith(api, `tensu_refresh=${api.people.admin.token}`)).status).toBe(401);
  });

  it('gives no right that the database does not: the roles in it are a hint', async () => {
    const { viewer } = api.people;
    const token = await sign({ claims: { sub: String(viewer.id), sid: 'session-viewer', roles: ['Admin'] } });
    expect((await api.call('GET', 'history', { headers: { authorization: `Bearer ${token}` } })).status).toBe(403);
    expect((await api.call('GET', 'users', { headers: { authorization: `Bearer ${token}` } })).body.data[0]).not.toHaveProperty('email');
  });

  it('is taken from the Authorization header alone', async () => {
    const { token } = api.people.admin;
    const elsewhere: Record<string, string>[] = [
      { cookie: `access_token=${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
    ];
    for (const headers of elsewhere) {
      expect((await api.call('GET', `me?access_token=${token}`, { headers })).status).toBe(401);
    }
  });
});

describe('secrets', () => {
  it('are in no log, no answer about users and no error', async () => {
    const lines: string[] = [];
    const spies = (['error', 'warn', 'info', 'log'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...args) => void lines.push(args.map(String).join(' '))),
    );
    const mails = openMailbox(api);
    const { body, cookie } = await signIn(api, 'writer');
    await signIn(api, 'writer', { password: 'Wrong-Secret-1' });
    const refreshed = await refreshWith(api, cookie);
    await api.call('POST', 'email-reset-password', { body: { email: 'viewer@tensu.test' } });
    const link = readResetToken(mails[0])!;
    // The worst case: the database fails in the middle of each call.
    await api.client.execute('ALTER TABLE users RENAME TO users_away');
    const answers = [
      await signIn(api, 'writer'),
      await refreshWith(api, refreshed.cookie),
      await me(body.access_token),
      await api.call('POST', 'reset-password', { body: { token: link, password: 'New-Secret-1', password_confirm: 'New-Secret-1' } }),
    ];
    await api.client.execute('ALTER TABLE users_away RENAME TO users');
    for (const spy of spies) spy.mockRestore();
    expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500, 500]);
    for (const { body } of answers) expect(Object.keys(body).sort()).toEqual(['code', 'message', 'request_id']);
    expect(lines).toHaveLength(4);
    const told = lines.join('\n') + JSON.stringify(answers.map((answer) => answer.body));
    for (const secret of [
      PASSWORD,
      'Wrong-Secret-1',
      'New-Secret-1',
      body.access_token,
      cookie.split('=')[1],
      refreshed.cookie.split('=')[1],
      link,
    ]) {
      expect(told).not.toContain(secret);
    }
    expect(told).not.toContain('scrypt$');
  });

  it('are kept as hashes only', async () => {
    const { body, cookie } = await signIn(api, 'writer');
    const { cookie: next } = await refreshWith(api, cookie);
    const { rows: tables } = await api.client.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
    const kept: string[] = [];
    for (const { name } of tables) kept.push(JSON.stringify((await api.client.execute(`SELECT * FROM "${name}"`)).rows));
    for (const secret of [PASSWORD, body.access_token, cookie.split('=')[1]!, next.split('=')[1]!])
      expect(kept.join()).not.toContain(secret);
  });
});

describe('a create that carries an Idempotency-Key', () => {
  it('is another one where long keys differ at their ends only', async () => {
    const create = async (key: string) => {
      const headers = { 'idempotency-key': key };
      return (await api.call('POST', 'contractors', { as: api.people.admin, body: { name: 'Nhà thầu' }, headers })).body.data.id;
    };
    const long = 'k'.repeat(300);
    const id = await create(`${long}1`);
    expect(await create(`${long}1`)).toBe(id);
    expect(await create(`${long}2`)).not.toBe(id);
  });

  it('leaves no fast hash of a password behind', async () => {
    const ids = { position_id: 1, company_id: 1, department_id: 1, dept_grp_id: 1, role_ids: [4] };
    const body = { username: 'moi', name: 'Mới', email: 'moi@tensu.test', employee_code: 'E9', area: 'HCM', ...ids, password: PASSWORD };
    const send = (password: string) =>
      api.call('POST', 'users', { as: api.people.admin, body: { ...body, password }, headers: { 'idempotency-key': 'k' } });
    const [first, again] = [await send(PASSWORD), await send('Another-Secret-1')];
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body.data.id).toEqual(first.body.data.id);
  });
});

describe('every answer', () => {
  it('carries the headers that tell a browser to trust it with nothing', async () => {
    const admin = { as: api.people.admin };
    const answers = [
      await api.call('GET', 'me', admin),
      await api.call('GET', 'me'),
      await api.call('GET', 'nowhere', admin),
      await api.call('POST', 'customers', { ...admin, body: {} }),
      await api.call('POST', 'customers', { ...admin, body: '{' }),
      await api.call('GET', 'customers/export', admin),
      await api.call('GET', 'files/x.png'),
      await api.call('POST', 'auth/login', { body: {} }),
      await api.call('OPTIONS', 'customers', { headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' } }),
    ];
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': expect.stringMatching(/no-store|immutable/),
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
  });
});
