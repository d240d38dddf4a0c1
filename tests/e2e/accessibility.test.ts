import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import { findViolations, findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

/** The lists of all entities that have a page and, in the demo, rows. */
const LISTS = Object.values(CONTRACTS).flatMap(({ name, path }) => (/^rule_/.test(name) ? [] : (path ?? [])));
/** Other pages, and what is on them once they are whole. */
const PAGES = {
  '/home': 'canvas',
  '/home?tab=department': 'canvas',
  '/total': '.data-table tfoot',
  '/total-customer': '.data-table tfoot',
  '/calculate': 'main li',
  '/months/2026-10': 'main li',
  '/calculate/runs/1': '[role=status]',
  '/my-points': '[data-figure]',
  '/users/1/points': '[data-figure]',
  '/statements': '.data-table tbody:not([aria-hidden]) tr',
  '/questions': 'main .data-table, main p',
  '/notices': 'main [role=switch]',
  '/users/profile': 'section li',
  '/users/1/view': 'main form',
  '/directs/{open}/view': '[role=toolbar]',
  '/directs/crawls': 'main .data-table, main p',
  '/imports': 'main .data-table, main p',
  '/first-steps': '[data-step]',
  '/users/password-links': 'main p',
  '/operations': 'main .data-table',
  '/access-tokens': 'main p',
  '/crawl-settings': 'main section',
  '/rules/document': 'main .data-table',
  '/rules/changes': 'main p',
  '/rules/cases': 'main .data-table',
  '/rules/scenarios': 'main .data-table',
  '/directs-techousei/check': 'main [role=progressbar]',
  '/help': 'main article',
  '/system': '.data-table tbody:not([aria-hidden]) tr',
  '/history': 'main .data-table, main p',
  '/history/sign-ins': '.data-table tbody:not([aria-hidden]) tr',
  '/history/refusals': 'main .data-table, main p',
  '/history/failed-jobs': 'main p',
  '/khong/co': 'main a',
};
const PUBLIC = ['/login', '/register', '/forgot-password', '/reset-password?token=x', '/pricing', '/privacy-policy', '/term-of-use'];

/** Presses a button that stands behind '⋯'. */
async function pressTool(person: Person, name: string): Promise<void> {
  await person.button('Thao tác khác').first().click();
  await person.button(name).click();
}

/** Presses that open a dialog, by the page they are on. */
const DIALOGS: [string, (person: Person) => Promise<unknown>][] = [
  ['/directs?limit=1', (person) => pressTool(person, 'Tính điểm')],
  ['/directs?limit=1', (person) => pressTool(person, 'Nhập Excel')],
  ['/directs?limit=1', (person) => pressTool(person, 'Cột hiển thị')],
  ['/directs?limit=1', (person) => pressTool(person, 'Chú thích')],
  ['/directs?limit=1', (person) => person.button(/^(Lấy|Chưa lấy) dữ liệu/).click()],
  ['/directs?limit=1', (person) => person.button('Cách tính điểm').first().click()],
  ['/directs/{open}/view', (person) => person.button('Liên kết').click()],
  ['/directs/{open}/view', (person) => person.page.setInputFiles('.rich-text-frame input[type=file]', PNG)],
  ['/directs-techousei?limit=1', (person) => person.button('Lịch sử').first().click()],
  ['/total', (person) => person.button('Khóa tháng').click()],
  ['/customers?limit=1', (person) => person.deleteRow('')],
  ['/customers?limit=1', (person) => person.button('Lịch sử').first().click()],
  ['/customers/1/view', conflict],
  ['/users?username__~=writer', (person) => person.button('Khóa tài khoản Nguyễn Thu Trang').click()],
  ['/users/profile', (person) => person.button('Đổi mật khẩu').click()],
  ['/users/profile', (person) => person.page.setInputFiles('input[type=file]', PNG)],
  ['/users/profile', (person) => person.page.getByRole('region', { name: 'Mã xác thực hai lớp' }).getByRole('button').click()],
  ['/users/profile', (person) => person.button('Đăng xuất khỏi mọi nơi').click()],
  ['/users/profile', (person) => person.page.keyboard.press('?')],
];

/** One pixel is enough to be cropped. */
const PNG = {
  name: 'anh.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
};

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };

/** What is looked at in both themes: between them they have every kind of text and ground. The rest is looked at in the theme of the page before it. */
const IN_BOTH_THEMES = new Set(['/directs', '/directs/add', '/home', '/total', '/system', '/login', 'refused', 'conflict', 'filters']);

let story: Story;
let admin: Person;
/** A job that may be edited. */
let open: string;

beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
  for (const fold of ['direct.notes', 'direct.building', 'direct.source', 'standard.more', 'scenario']) await admin.unfold(fold);
  const { rows } = await story.stack.client.execute('SELECT id FROM directs WHERE is_checked = 0 ORDER BY id LIMIT 1');
  open = String(rows[0]!.id);
});

afterAll(() => story?.close());

it('finds nothing wrong with the lists, with rows, without, waiting and failed, and nothing beyond the edge of a phone or tablet', async () => {
  const found: Found = {};
  for (const path of LISTS) {
    await admin.visit(`${path}?limit=2`);
    await admin.row('').first().waitFor();
    found[path] = [...(await look(admin.page, path)), ...(await findSecondFilledButton(admin.page))];
    await expectToFit(admin.page, path, DESKTOP);
  }
  await admin.visit('/customers?name__~=khong co ai');
  await admin.page.getByText('Không có bản ghi nào khớp với bộ lọc.').waitFor();
  found.empty = await look(admin.page, 'empty');

  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  admin.expect(/status of 500/);
  const answer = { status: 500, json: { message: 'Hệ thống gặp lỗi ngoài dự kiến', code: 'internal', request_id: 'r-1' } };
  await admin.page.route('**/api/v1/customers?*', (route) => failed.then(() => route.fulfill(answer)));
  await admin.go('/customers');
  await admin.page.locator('.data-table tbody[aria-hidden]').waitFor();
  found.waiting = await look(admin.page, 'waiting');
  fail();
  await admin.page.getByText('Không tải được dữ liệu').waitFor();
  found.failed = await look(admin.page, 'failed');
  await admin.page.unroute('**/api/v1/customers?*');
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the forms, with mistakes in them too', async () => {
  const found: Found = {};
  for (const path of LISTS) {
    await admin.visit(`${path}/add`);
    await admin.button('Lưu').click();
    await admin.page.locator('[aria-invalid=true]').first().waitFor();
    found[path] = await look(admin.page, `${path}/add`);
  }
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the totals, the dashboard, the calculation, the logs and the profile, nor beyond a narrow edge', async () => {
  const found: Found = {};
  for (const [path, whole] of Object.entries(PAGES)) {
    await (path === '/khong/co' ? admin.go(path) : admin.visit(path.replace('{open}', open)));
    await admin.page.locator(whole).filter({ visible: true }).first().waitFor();
    found[path] = [...(await look(admin.page, path)), ...(await findSecondFilledButton(admin.page))];
    await expectToFit(admin.page, path, DESKTOP);
  }
  await admin.button('Tài khoản của Trần Quốc Việt').click();
  await admin.page.getByRole('link', { name: 'Khóa màn hình' }).waitFor();
  found.menu = await look(admin.page, 'menu');
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the pages before the login, nor with a locked screen', async () => {
  const found: Found = {};
  const visitor = await story.person('');
  const check = '**/api/v1/reset-password/check';
  await visitor.page.route(check, (route) => route.fulfill({ json: { message: 'Liên kết còn dùng được' } }));
  for (const path of PUBLIC) {
    await visitor.go(path);
    found[path] = await look(visitor.page, path);
  }
  await visitor.page.unroute(check);
  visitor.expect(/status of 422/);
  await visitor.go('/reset-password?token=y');
  await visitor.page.getByRole('alert').filter({ hasText: /\p{L}/u }).waitFor();
  found.over = await look(visitor.page, 'over');
  await visitor.go('/forgot-password');
  await visitor.field(/^Email/).fill('khong.ai@example.test');
  await visitor.page.keyboard.press('Enter');
  await visitor.dialog().getByRole('heading').waitFor();
  found.sent = await look(visitor.page, 'sent');
  visitor.expect(/status of 401/);
  await visitor.go('/login');
  await visitor.signIn('viewer', 'sai mật khẩu');
  await visitor.page.getByRole('alert').filter({ hasText: /\p{L}/u }).waitFor();
  found.refused = await look(visitor.page, 'refused');
  await visitor.signIn('viewer');
  await visitor.page.waitForURL('**/home');
  await visitor.page.goto('/lock');
  await visitor.page.getByText('Màn hình đang khóa').waitFor();
  found.lock = await look(visitor.page, 'lock');
  await visitor.close();
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong with the dialogs', async () => {
  const found: Found = {};
  admin.expect(/status of 409/);
  let remains = false;
  for (const [index, [path, press]] of DIALOGS.entries()) {
    const address = path.replace('{open}', open);
    // A question that is open, and unsaved input, outlast a step inside the app.
    await (remains ? admin.go(address) : admin.visit(address));
    remains = /customers|view/.test(path);
    await press(admin);
    const heading = admin.page.getByRole('dialog').or(admin.page.getByRole('alertdialog')).getByRole('heading');
    await heading.or(admin.page.locator('[popover][role=dialog]:popover-open')).first().waitFor();
    found[`${path} ${index}`] = await look(admin.page, press.name);
  }
  expect(onlyWrong(found)).toEqual({});
});

it('finds nothing wrong on a phone', async () => {
  const found: Found = {};
  const phone = await story.person('admin', { viewport: PHONE });
  const examined = ['/home', '/directs', '/directs-techousei', '/customers', '/total', '/statements', '/my-points', '/calculate'];
  const forms = [
    '/customers/add',
    '/customers/1/view',
    '/directs/{open}/view',
    '/directs/add',
    '/standards/1/view',
    '/formula-results/1/view',
  ];
  for (const path of [...examined, ...forms]) {
    await phone.visit(path.replace('{open}', open));
    await phone.page.locator('main :is(form, [data-row-id], canvas, article, section, p, li)').filter({ visible: true }).first().waitFor();
    await phone.page.waitForLoadState('networkidle');
    found[path] = await look(phone.page, path);
    await expectToFit(phone.page, path, PHONE);
  }
  await phone.go('/directs');
  await phone.button(/^Bộ lọc/).click();
  await phone.dialog().getByRole('heading').first().waitFor();
  found.filters = await look(phone.page, 'filters');
  await phone.go('/directs');
  await phone.button('Mở menu').click();
  await phone.dialog('Điều hướng chính').getByRole('link', { name: 'Tổng quan' }).waitFor();
  found.navigation = await look(phone.page, 'navigation');
  await phone.close();
  await admin.close();
  expect(onlyWrong(found)).toEqual({});
});

type Found = Record<string, string[]>;

const look = (page: Page, name: string) => (IN_BOTH_THEMES.has(name) ? findViolationsInBothThemes(page) : findViolations(page));

/** The page does not scroll sideways on a phone or a tablet; leaves it as wide as it was. */
async function expectToFit(page: Page, path: string, before: typeof PHONE): Promise<void> {
  for (const size of [PHONE, TABLET]) {
    await page.setViewportSize(size);
    // What stands elsewhere in another width moves there a moment after the window has it.
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(beyond, { message: `${path} at ${size.width}` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(before);
}

/** The buttons filled with the accent, where they are more than the one that a screen may have. */
async function findSecondFilledButton(page: Page): Promise<string[]> {
  const filled = await page.locator('main :is(a, button).bg-accent:not([role=switch])').filter({ visible: true }).allTextContents();
  return filled.length > 1 ? [`filled: ${filled.join(', ')}`] : [];
}

/** Somebody else saves the customer while it is being edited. */
async function conflict(person: Person): Promise<void> {
  await person.field('Fax').fill('03-111');
  await story.stack.client.execute("UPDATE customers SET version = version + 1, fax = '03-222' WHERE id = 1");
  await person.button('Lưu').click();
}

const onlyWrong = (found: Found) => Object.fromEntries(Object.entries(found).filter(([, lines]) => lines.length > 0));
