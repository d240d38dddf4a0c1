import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Story } from '../support/story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story?.close());

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
