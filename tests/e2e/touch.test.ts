import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';
import { findSmallTargets } from '../support/targets.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** Pages, and what is on them once they are whole. */
const SCREENS: Record<string, string> = {
  '/home': 'canvas',
  '/directs': 'main :is(.data-table tbody:not([aria-hidden]) tr, .phone-rows li)',
  '/directs-techousei': 'main :is(.data-table tbody:not([aria-hidden]) tr, .phone-rows li)',
  '/standards': 'main :is(.data-table tbody:not([aria-hidden]) tr, .phone-rows li)',
  '/users': 'main :is(.data-table tbody:not([aria-hidden]) tr, .phone-rows li)',
  '/total': 'main :is(.data-table tfoot, .phone-rows .bg-sunken)',
  '/total#lock': '[role=dialog] [type=radio]:checked',
  '/calculate': 'main li',
  '/months/2026-10': 'main li',
  '/history': 'main :is(.data-table tbody:not([aria-hidden]) tr, .phone-rows li)',
  '/directs/add': 'main form',
  '/mistake/add': 'main form',
  '/users/profile': 'section li',
};
const FORMS = { '/directs/add': 'main form .ProseMirror', '/users/add': 'main form' };

let story: Story;
let admin: Person;

beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
});
afterAll(() => story?.close());

it('fills the window with rows of a list whose address says nothing else, and shows ten below charts', async () => {
  for (const path of ['/directs', '/total', '/total-customer', '/home']) {
    await admin.visit(path);
    await admin.row('').first().waitFor();
    const [shown, all] = (await admin.page
      .getByText(/^1–\d+ \/ \d+$/)
      .first()
      .textContent())!
      .match(/\d+/g)!
      .slice(1)
      .map(Number);
    expect(shown, path).toBe(path === '/home' ? 10 : Math.min(25, all!));
    await expect.poll(() => admin.row('').count()).toBe(shown);
  }
});

it.each([DESK, PHONE])('gives a finger 24 px for whatever can be pressed, at $width px', async (viewport) => {
  const { page } = admin;
  await page.setViewportSize(viewport);
  const found: Record<string, string[]> = {};
  for (const [path, whole] of Object.entries(SCREENS)) {
    await admin.visit(path);
    await page.locator(whole).first().waitFor({ state: 'attached' });
    const small = await findSmallTargets(page);
    if (small.length > 0) found[path] = small;
  }
  expect(found).toEqual({});
});

it.each([
  { lang: 'vi', viewport: DESK },
  { lang: 'vi', viewport: PHONE },
  { lang: 'en', viewport: PHONE },
] as const)('keeps a form still when what was typed is refused, in $lang at $viewport.width px', async ({ lang, viewport }) => {
  const person = await story.person('admin', { lang, viewport });
  const { page } = person;
  await person.unfold('direct.notes');
  for (const [path, whole] of Object.entries(FORMS)) {
    await person.go(path);
    await page.locator(whole).waitFor();
    const places = () =>
      page.evaluate(
        async () =>
          (await document.fonts.ready) &&
          [...document.querySelectorAll('main form label')].map((each) => Math.round(each.getBoundingClientRect().top + scrollY)),
      );
    const before = await places();
    await page.locator('main form [type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    expect(await places(), path).toEqual(before);
    const typed = page.locator('main form input[type=text]:not([role=combobox]):enabled');
    for (const input of await typed.all()) await input.fill('-5,123456789');
    await page.locator('main form [type=submit]').focus();
    await page.locator('main form input[aria-invalid=true][type=text]:not([role=combobox])').first().waitFor();
    expect(await places(), path).toEqual(before);
  }
  await person.close();
});

it('lets a notice be closed and reached while the navigation is open on a phone', async () => {
  const { page } = admin;
  await page.setViewportSize(PHONE);
  admin.expect(/status of 500/);
  await admin.go('/customers');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const failure = { status: 500, json: { message: 'Hệ thống gặp lỗi ngoài dự kiến', code: 'internal', request_id: 'r-1' } };
  await page.route('**/api/v1/customers/export*', (route) => opened.then(() => route.fulfill(failure)));
  const navigation = admin.dialog('Điều hướng chính');
  const notice = page.locator('[data-sonner-toast]');

  await admin.button('Thao tác khác').first().click();
  await admin.button('Xuất Excel').click();
  await admin.button('Mở menu').click();
  await navigation.waitFor();
  open();
  await notice.waitFor();
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await expect.poll(() => notice.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);
  await notice.getByRole('button', { name: 'Đóng' }).click();
  await notice.waitFor({ state: 'detached' });
  await expect.poll(() => navigation.isVisible()).toBe(true);
  // What lies behind is out of reach, and the focus comes back to the button that opened.
  await expect.poll(() => page.locator('main').evaluate((main) => main.closest('[inert]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await navigation.waitFor({ state: 'hidden' });
  await expect.poll(() => admin.button('Mở menu').evaluate((button) => document.activeElement === button)).toBe(true);
  await page.setViewportSize(DESK);
});

it('says once that the session ended, and keeps what is being typed', async () => {
  const writer = await story.person('writer');
  const { page } = writer;
  writer.expect(/status of 401/);
  await writer.go('/indirectnote/add');
  await writer.field(/^Nội dung/).fill('Việc chưa lưu');
  await endSessions();
  // By its key: another call may have brought the question up already, which lies over the button.
  await page.keyboard.press('Control+s');
  const again = page.getByRole('alertdialog', { name: 'Đăng nhập lại để tiếp tục' });
  await again.getByLabel('Mật khẩu', { exact: true }).fill('Tensu-2026');
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  await expect.poll(() => writer.field(/^Nội dung/).inputValue()).toBe('Việc chưa lưu');

  await writer.go('/standards');
  await writer.row('').first().waitFor();
  // A call still under way would lead to the login before the press.
  await page.waitForLoadState('networkidle');
  await endSessions();
  // Without a pointer over it, which would have its rows asked for and lead to the login before the press.
  await page.getByRole('link', { name: 'Tổng hợp', exact: true }).dispatchEvent('click');
  await page.waitForURL('**/login*');
  const notices = page.locator('[data-sonner-toast]');
  await notices.first().waitFor();
  await expect.poll(() => notices.locator('[data-title]').allTextContents()).toEqual(['ERROR']);
  await expect
    .poll(() => notices.locator('[data-description]').textContent())
    .toBe('Unauthorized\nPhiên đăng nhập đã hết, hãy đăng nhập lại.');
  await expect.poll(() => notices.count()).toBe(1);
  await writer.close();
});

const endSessions = () => story.stack.client.execute('UPDATE sessions SET ended_at = 1 WHERE ended_at IS NULL');
