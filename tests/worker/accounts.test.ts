import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../worker/platform/auth/passwords.ts';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';
import { type Stack, startStack } from '../support/stack.ts';

const PASSWORD = 'Duong-Xanh-1';
let stack: Stack;
beforeAll(async () => {
  const hash = await hashPassword(PASSWORD);
  stack = await startStack({
    vars: { MAIL_FROM: 'tensu@example.test' },
    prepare: async (client) => {
      await client.batch([
        "INSERT INTO roles (name) VALUES ('Admin'), ('Writer'), ('Checked'), ('Viewer')",
        {
          sql: `INSERT INTO users (username, username_fold, name, email, email_fold, role_ids, password)
            VALUES ('admin', 'admin', 'Quản trị', 'admin@example.test', 'admin@example.test', '[1]', ?)`,
          args: [hash],
        },
      ]);
    },
  });
});
afterAll(() => stack.close());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  stack.fetch(`/api/v1/${path}`, {
    method: 'POST',
    body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    headers: { 'content-type': body instanceof Uint8Array ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json', ...headers },
  });
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
const json = async (response: Response): Promise<any> => response.json();
const signIn = async (password = PASSWORD) => {
  const response = await post('auth/login', { username: 'admin', password });
  const { access_token } = await json(response);
  return { response, token: `Bearer ${access_token}`, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
};

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const BOUNDARY = 'the-edge';
const imageForm = (field: string, bytes: Uint8Array, name = 'photo.png', type = 'image/png'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  );

describe('a session in the real runtime', () => {
  it('is opened, refreshed and ended through the site', async () => {
    const { response, cookie } = await signIn();
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^tensu_refresh=[\w-]{22}\.[\w-]{43}\.[\w-]{43}; Max-Age=1209600; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/,
    );
    const tabs = await Promise.all(Array.from({ length: 10 }, () => post('auth/refresh-tokens', {}, { cookie })));
    expect(tabs.map((tab) => tab.status)).toEqual(Array(10).fill(200));
    expect(new Set(tabs.map((tab) => tab.headers.get('set-cookie'))).size).toBe(1);
    const next = tabs[0]!.headers.get('set-cookie')!.split(';')[0]!;
    expect((await post('auth/logout', {}, { cookie: next })).status).toBe(200);
    expect((await post('auth/refresh-tokens', {}, { cookie: next })).status).toBe(401);
  });

  it('takes three round trips to the database to open', async () => {
    stack.proxy.reset();
    await signIn();
    expect(stack.proxy.requests()).toBe(3);
  });
});

describe('an uploaded image', () => {
  it('becomes the avatar and is served as what it is', async () => {
    const { token } = await signIn();
    const { url } = await json(await post('me/avatar', imageForm('avatar', PNG), { authorization: token }));
    expect(url).toMatch(/^\/api\/v1\/files\/[0-9a-f]{64}\.png\?signed=\d+\.[\w-]{43}$/);
    const me = await json(await stack.fetch('/api/v1/me', { headers: { authorization: token } }));
    expect(me.data.avatar).toBe(url);
    const image = await stack.fetch(url);
    expect(Buffer.from(await image.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  it('is refused when it is not an image, is too large, or is not there', async () => {
    const { token } = await signIn();
    const send = (form: object) => post('upload', form, { authorization: token, 'accept-language': 'en' });
    const script = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const page = await send(imageForm('upload', script));
    expect(page.status).toBe(415);
    expect((await json(page)).error).toEqual({ message: 'This content type is not taken; send JPEG, PNG, WebP' });
    expect((await send(imageForm('upload', new Uint8Array(6 * 1024 * 1024)))).status).toBe(413);
    const empty = await send(imageForm('other', PNG));
    expect({ status: empty.status, error: (await json(empty)).error }).toEqual({ status: 422, error: { message: 'Image is required' } });
    expect((await send({})).status).toBe(415);
    expect((await post('upload', imageForm('upload', PNG))).status).toBe(401);
    expect((await json(await send(imageForm('upload', PNG, 'x.html', 'text/html')))).url).toMatch(/\.png\?/);
  });

  it('that was never uploaded is not found, whatever the path is', async () => {
    for (const name of ['..%2Fbackups', 'x', '%00.png']) expect((await stack.fetch(`/api/v1/files/${name}`)).status).toBe(404);
    expect((await stack.fetch(`/api/v1/files/${'0'.repeat(64)}.png`)).status).toBe(403);
  });
});

describe('the password mail', () => {
  it('lands as a file with a link that works', async () => {
    const answer = await json(await post('email-reset-password', { email: 'Admin@example.test' }, { 'accept-language': 'vi' }));
    expect(answer.original.message).toContain('30 phút');
    const mail = await sentMail();
    const token = /http:\/\/[^/]+\/reset-password\?token=([\w-]{43})/.exec(mail)?.[1];
    const body = { token, password: 'Duong-Xanh-2', password_confirm: 'Duong-Xanh-2' };
    expect((await post('reset-password', body)).status).toBe(200);
    expect((await signIn('Duong-Xanh-2')).response.status).toBe(200);
    expect(stack.logs.join('\n')).not.toContain(token);
  });
});

describe('a second factor in the real runtime', () => {
  it('is set up, asked for and taken', async () => {
    const PASSWORD_NOW = 'Duong-Xanh-2';
    const { token } = await signIn(PASSWORD_NOW);
    const call = async (path: string, body: object) => (await json(await post(path, body, { authorization: token }))).data;
    const { secret } = await call('me/second-factor', { password: PASSWORD_NOW });
    const step = Math.floor(Date.now() / 30_000);
    const { recovery_codes } = await call('me/second-factor/confirm', { code: await computeTotpCode(secret, step) });
    const login = async (otp?: string) =>
      json(await post('auth/login', { username: 'admin', password: PASSWORD_NOW, ...(otp && { otp }) }));
    expect((await login()).code).toBe('second_factor_required');
    expect((await login(await computeTotpCode(secret, step))).code).toBe('second_factor_wrong');
    expect((await login(await computeTotpCode(secret, step + 1))).access_token).toBeTypeOf('string');
    expect((await login(recovery_codes[0])).access_token).toBeTypeOf('string');
    const told = stack.logs.join('\n');
    for (const text of [secret, PASSWORD, PASSWORD_NOW, ...recovery_codes]) expect(told).not.toContain(text);
  });
});

/** The text of the newest mail that the local mail binding wrote. */
async function sentMail(): Promise<string> {
  const find = async () => {
    const names = await readdir(stack.tmp, { recursive: true }).catch(() => []);
    return names.find((name) => name.endsWith('.txt')) ?? Promise.reject(new Error('no mail was written'));
  };
  return readFile(join(stack.tmp, await vi.waitFor(find, { timeout: MAX_WAIT_MS, interval: 50 })), 'utf8');
}
