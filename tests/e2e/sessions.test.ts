import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Story } from '../support/story.ts';

let story: Story;
let foreign: Server;
let address = '';
let form = '';

beforeAll(async () => {
  foreign = createServer((_, response) => response.setHeader('content-type', 'text/html').end(form));
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`;
  story = await openStory();
});
afterAll(async () => {
  foreign?.close();
  await story?.close();
});

/** Fields that a form of that type sends as a login of `writer`. */
const LOGIN_FORMS = {
  'text/plain': `<input name='{"username":"writer","password":"Tensu-2026","x":"' value='"}'>`,
  'application/x-www-form-urlencoded': `<input name="username" value="writer"><input name="password" value="Tensu-2026">`,
};

it.each(Object.entries(LOGIN_FORMS))(
  'a page of another site cannot sign a person in as somebody else by a form of %s',
  async (type, inputs) => {
    const { page, context } = await story.person('viewer');
    const refreshCookie = async () => (await context.cookies()).find(({ name }) => name.endsWith('tensu_refresh'))?.value;
    const before = await refreshCookie();
    expect(before).toBeDefined();
    form = `<form method="post" action="${story.stack.url}/api/v1/auth/login" enctype="${type}">${inputs}<button>Xem</button></form>`;
    await page.goto(address);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/auth/login'));
    await page.getByRole('button', { name: 'Xem' }).click();
    expect((await answered).status()).toBeOneOf([403, 415]);
    expect(await refreshCookie()).toBe(before);
    const me = page.waitForResponse((response) => response.url().endsWith('/api/v1/me') && response.ok());
    await page.goto(story.stack.url);
    expect(await (await me).json()).toMatchObject({ data: { username: 'viewer' } });
    await context.close();
  },
);

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });

it('two tabs are signed in and out together, and a look at the login page in one leaves the other alone', async () => {
  const { page: first, context, ...person } = await story.person('viewer');
  const nameOf = async (username: string) =>
    String((await story.stack.client.execute({ sql: 'SELECT name FROM users WHERE username = ?', args: [username] })).rows[0]!.name);
  await person.go('/home');
  const [viewer, writer] = [await nameOf('viewer'), await nameOf('writer')];
  person.expect(/status of 401/);

  const second = await context.newPage();
  await second.goto(`${story.stack.url}/login`);
  await second.locator('input[name=username]').waitFor();
  await first.reload();
  await menuOf(first, viewer).waitFor();

  await second.locator('input[name=username]').fill('writer');
  await second.locator('input[name=password]').fill('Tensu-2026');
  await second.keyboard.press('Enter');
  await menuOf(second, writer).waitFor();
  await menuOf(first, writer).waitFor();
  await expect.poll(() => menuOf(first, viewer).count()).toBe(0);

  await menuOf(second, writer).click();
  await second.getByRole('button', { name: 'Đăng xuất' }).click();
  await first.locator('input[name=username]').waitFor();
  await expect.poll(() => first.url()).toContain('/login');
  await context.close();
});
