import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { customerRows, openStubbedApp } from '../support/stub-app.ts';

it('says that a sign-out failed and stays signed in, then signs out', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page } = app;
  app.expect(/status of 503/);
  const answers = [{ status: 503, json: { code: 'database_unavailable', message: 'Bận' } }, { json: { message: 'Xong' } }];
  app.answer('POST', 'auth/logout', () => answers.shift());
  await app.go('/customers');
  const signOut = async () => {
    await page.getByRole('button', { name: /Stub/ }).click();
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
  };
  await signOut();
  await page.getByText('Chưa đăng xuất được').waitFor();
  expect(new URL(page.url()).pathname).toBe('/customers');
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();
  await signOut();
  await page.waitForURL('**/login');
});

it('answers a press on a link within 100 ms, also where the page is still to be fetched', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page } = app;
  await app.go('/customers');
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();
  const fetched = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await fetched.promise;
    await route.continue();
  });
  // No time passes but what the test lets pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('navigation', { name: 'Điều hướng' }).getByRole('link', { name: 'Thắc mắc' }).click();
  await page.clock.runFor(100);
  await page.getByRole('status', { name: 'Đang tải' }).waitFor();
  await page.clock.resume();
  fetched.resolve();
  await page.getByRole('status', { name: 'Đang tải' }).waitFor({ state: 'detached' });
});

it('runs the app once its first calls have been made, and without them where the token is long in coming', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page } = app;
  await page.addInitScript(noteOrder);
  // No time passes but what the test lets pass: nothing runs the app but that its calls have been made.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/customers');
  await page.locator('script[type=module]').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => (globalThis as unknown as OrderedWindow).order.slice(0, 3))).toEqual([
    'auth/refresh-tokens',
    'me',
    'app',
  ]);
  await page.clock.resume();
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();

  const token = Promise.withResolvers<void>();
  app.answer('POST', 'auth/refresh-tokens', async () => {
    await token.promise;
    return undefined;
  });
  await page.reload();
  await page.locator('script[type=module]').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => (globalThis as unknown as OrderedWindow).order[1])).toBe('app');
  token.resolve();
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();
});

interface OrderedWindow {
  order: string[];
}

/** Runs in the page before its own scripts: notes its first calls, and when the app is run. */
function noteOrder(): void {
  const order: string[] = [];
  Object.assign(globalThis, { order });
  const ask = globalThis.fetch;
  globalThis.fetch = (url, init) => {
    order.push(String(url).replace('/api/v1/', ''));
    return ask(url, init);
  };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('script[type=module]')) return;
    order.push('app');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

it('draws the navigation of the last visit before the server has said who it is, and none after a sign-out', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page } = app;
  await app.go('/customers');
  app.answer('POST', 'auth/logout', () => ({ json: { message: 'Xong' } }));
  let tellPerson: (() => void) | undefined;
  app.answer('GET', 'me', async () => {
    await new Promise<void>((resolve) => (tellPerson = resolve));
    return undefined;
  });
  // Else what the page read is asked for before the server has said who it is, too.
  await page.addInitScript(() => localStorage.removeItem('tensu.needs'));
  await page.reload();
  const navigation = page.getByRole('navigation', { name: 'Điều hướng' });
  await navigation.getByRole('link', { name: 'Việc trực tiếp' }).waitFor();
  // What only an Admin may open is not offered, and nothing is read for a page.
  expect(await navigation.getByRole('link', { name: 'Cài đặt' }).count()).toBe(0);
  expect(app.callsOf('GET', 'customers')).toHaveLength(1);
  await expect.poll(() => tellPerson).toBeDefined();
  tellPerson!();
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();
  await page.getByRole('button', { name: /Stub/ }).click();
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('tensu.roles'))).toBeNull();
});

it('asks for what an address showed the last time while the app is still on its way, once, and forgets it after a sign-out', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page } = app;
  app.answer('POST', 'auth/logout', () => ({ json: { message: 'Xong' } }));
  await app.go('/customers');
  await waitForNeeds(page);
  expect(app.callsOf('GET', 'customers')).toHaveLength(1);

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const lists = page.waitForRequest(/\/assets\/lists-/);
  await page.route(/\/assets\/frame-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => app.callsOf('GET', 'customers').length).toBe(2);
  await lists;
  expect(await page.getByRole('link').count()).toBe(0);
  release();
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();
  expect(app.callsOf('GET', 'customers')).toHaveLength(2);
  expect(app.callsOf('GET', 'me')).toHaveLength(2);

  await page.getByRole('button', { name: /Stub/ }).click();
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await page.waitForURL('**/login');
  expect(await readNeeds(page)).toBeNull();
});

it('draws a page that is opened again once, with its rows', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page } = app;
  await app.go('/customers');
  await waitForNeeds(page);
  // No timer ends: what comes after the first drawing, such as an answer that a query waits for, is never shown.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Khách hàng 1' }).waitFor();
});

/** The browser's record of the pages it opened; null for none. */
const readNeeds = (page: Page) => page.evaluate(() => localStorage.getItem('tensu.needs'));

/** Waits until it is kept that the page of customers reads them: on a busy machine not yet what is kept first. */
async function waitForNeeds(page: Page): Promise<void> {
  await expect.poll(() => readNeeds(page)).toMatch(/"files":\[[^\]]*"lists-[^\]]*\],"calls":\[[^\]]*"customers\?/);
}

it('asks before a sign-out when a form of another window has unsaved input', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { customers: customerRows(3) } });
  const { page, context } = app;
  // The empty page of a new window, before its address is opened.
  app.expect(/SecurityError/);
  app.answer('POST', 'auth/logout', () => ({ json: { message: 'Xong' } }));
  const other = await context.newPage();
  await other.goto(new URL('/customers/1/view', await openedAt(app)).href);
  await other.getByLabel(/^Tên khách hàng/).fill('青葉住建');
  const signOut = async () => {
    await page.getByRole('button', { name: /Stub/ }).click();
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
  };
  await signOut();
  await page.getByText('Trong một cửa sổ của trình duyệt này có biểu mẫu chưa lưu').waitFor();
  await page.getByRole('button', { name: 'Ở lại' }).click();
  expect(await other.getByLabel(/^Tên khách hàng/).inputValue()).toBe('青葉住建');
  expect(app.callsOf('POST', 'auth/logout')).toEqual([]);
  await other.getByLabel(/^Tên khách hàng/).fill('Khách hàng 1');
  await signOut();
  await page.waitForURL('**/login');
});

async function openedAt(app: Awaited<ReturnType<typeof openStubbedApp>>): Promise<string> {
  await app.go('/customers');
  return app.page.url();
}
