import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Client } from '@libsql/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../worker/modules/auth/totp.ts';
import { hashPassword } from '../../worker/passwords.ts';
import { launchChromium, openPage, type WatchedPage } from '../support/chromium.ts';
import { type Stack, startStack } from '../support/stack.ts';

const PASSWORD = 'Mat-Khau-1';
const NEW_PASSWORD = 'Mat-Khau-2';
const REFUSED = /status of 40[13]/;
let stack: Stack;
let browser: Browser;
let admin: WatchedPage;

beforeAll(async () => {
  const hash = await hashPassword(PASSWORD);
  stack = await startStack({ web: true, vars: { MAIL_FROM: 'tensu@example.test' }, prepare: (client) => fill(client, hash) });
  browser = await launchChromium();
  admin = await open();
  await signIn(admin.page, 'admin', PASSWORD);
  await admin.page.waitForURL('**/home');
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
  await stack?.close();
});

describe('the life of an account', () => {
  it('an Admin makes it, with a role and a strong password', async () => {
    const { page } = admin;
    await page.goto(`${stack.url}/users`);
    await page.getByRole('button', { name: 'Thêm' }).click();
    await page.getByRole('button', { name: 'Lưu' }).waitFor();
    await page.getByLabel('Tên đăng nhập').fill('lan');
    await page.getByLabel('Email').fill('lan@example.test');
    await page.getByLabel('Họ tên').fill('Nguyễn Thị Lan');
    await page.getByLabel('Mã nhân viên').fill('NV-77');
    await page.getByLabel('Khu vực').fill('Huế');
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill('yeu');
    await page.keyboard.press('Tab');
    for (const [label, name] of [
      ['Chức vụ', 'Nhân viên'],
      ['Công ty', 'Tensu'],
      ['Phòng ban', 'Phòng 1'],
      ['Nhóm', 'Nhóm 1'],
    ] as const)
      await choose(page, label, name);
    await page.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText('Vai trò không được để trống').waitFor();
    await page.getByText('Mật khẩu cần ít nhất 8 ký tự').waitFor();
    await choose(page, 'Vai trò', 'Viewer');
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText('Đã tạo!').waitFor();
    await page.waitForURL('**/users');
    await page.getByRole('link', { name: 'Nguyễn Thị Lan' }).waitFor();
  });

  it('its owner signs in, completes the profile and changes the password', async () => {
    const owner = await open();
    const { page } = owner;
    await signIn(page, 'lan', PASSWORD);
    await page.waitForURL('**/home');
    await page.goto(`${stack.url}/users/profile`);
    expect(await page.getByRole('combobox', { name: 'Phòng ban' }).isDisabled()).toBe(true);
    await page.getByLabel('Số điện thoại').fill('0912345678');
    await page.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText('Đã cập nhật!').waitFor();
    const saved = await stack.client.execute("SELECT phone_number FROM users WHERE username = 'lan'");
    expect(saved.rows[0]?.phone_number).toBe('0912345678');

    await page.getByRole('button', { name: 'Đổi mật khẩu' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Mật khẩu cũ' }).fill(PASSWORD);
    await dialog.getByRole('textbox', { name: 'Mật khẩu mới' }).fill(NEW_PASSWORD);
    await dialog.getByRole('textbox', { name: 'Xác nhận mật khẩu' }).fill('khac');
    await dialog.getByRole('button', { name: 'Đổi mật khẩu' }).click();
    await dialog.getByText('Xác nhận mật khẩu không khớp').waitFor();
    await dialog.getByRole('textbox', { name: 'Xác nhận mật khẩu' }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Đã đổi mật khẩu').waitFor();

    await page.setInputFiles('input[type=file]', { name: 'anh.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: 'Lưu ảnh' }).click();
    await page.getByText('Đã đổi ảnh đại diện').waitFor();
    await page.locator('main img[src*="/files/"]').waitFor();
    await owner.close();
  });

  it('is locked by the Admin, refused with the reason, and unlocked again', async () => {
    const { page } = admin;
    await page.goto(`${stack.url}/users`);
    await page.getByRole('button', { name: 'Khóa tài khoản Nguyễn Thị Lan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Thời gian kết thúc').fill('2020/01/01');
    await dialog.getByLabel('Lý do').fill('Nghỉ phép');
    await dialog.getByRole('button', { name: 'Khóa', exact: true }).click();
    await dialog.getByText('Thời gian kết thúc phải sau thời gian bắt đầu').waitFor();
    await dialog.getByLabel('Thời gian kết thúc').fill('2099/12/31');
    await dialog.getByRole('button', { name: 'Khóa', exact: true }).click();
    await page.getByText('Đã khóa Nguyễn Thị Lan').waitFor();

    const owner = await open();
    owner.expect(REFUSED);
    await signIn(owner.page, 'lan', NEW_PASSWORD);
    await owner.page.getByText('Tài khoản bị khóa đến 2099-12-31').waitFor();
    await owner.page.getByText('Nghỉ phép').waitFor();

    await page.getByRole('button', { name: 'Khóa tài khoản Nguyễn Thị Lan' }).click();
    await dialog.getByText('Đang bị khóa').waitFor();
    await dialog.getByRole('button', { name: 'Mở khóa' }).click();
    await page.getByText('Đã mở khóa Nguyễn Thị Lan').waitFor();
    await signIn(owner.page, 'lan', NEW_PASSWORD);
    await owner.page.waitForURL('**/home');
    await owner.close();
  });

  it('is switched off at once, and nobody switches their own off', async () => {
    const { page } = admin;
    await page.goto(`${stack.url}/users`);
    await page.getByRole('switch', { name: 'Hoạt động: Nguyễn Thị Lan' }).click();
    await page.getByText('Đã đổi trạng thái! Nguyễn Thị Lan').waitFor();
    await page.getByRole('switch', { name: 'Hoạt động: Nguyễn Thị Lan', checked: false }).waitFor();
    expect(await page.getByRole('switch', { name: 'Hoạt động: Quản trị' }).isDisabled()).toBe(true);
  });

  it('leaves every step in the history, before and after', async () => {
    const { page } = admin;
    await page.goto(`${stack.url}/history?entity=users`);
    const row = page.getByRole('row').filter({ hasText: 'Số điện thoại' });
    await row.getByRole('button').click();
    await page.getByText('Số điện thoại: ∅ → 0912345678').waitFor();
    await page.getByRole('tab', { name: 'Đăng nhập' }).click();
    await page.getByRole('cell', { name: 'Từ chối: tài khoản bị khóa' }).first().waitFor();
  });
});

describe('ways in', () => {
  it('a forgotten password is set through the mailed link, then the page returns to the login', async () => {
    const visitor = await open();
    const { page } = visitor;
    await page.goto(`${stack.url}/login`);
    await page.getByRole('link', { name: 'Quên mật khẩu?' }).click();
    await page.getByLabel('Email').fill('writer@example.test');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('liên kết đặt lại mật khẩu').waitFor();
    await page.goto(await mailedLink());
    await page.getByRole('textbox', { name: 'Mật khẩu mới' }).fill(NEW_PASSWORD);
    await page.getByRole('textbox', { name: 'Xác nhận mật khẩu' }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Đã đặt mật khẩu mới').waitFor();
    await page.waitForURL('**/login');
    await signIn(page, 'writer', NEW_PASSWORD);
    await page.waitForURL('**/home');
    await visitor.close();
  });

  it('a registered number waits for an Admin', async () => {
    const visitor = await open();
    visitor.expect(REFUSED);
    const { page } = visitor;
    await page.goto(`${stack.url}/register`);
    await page.getByLabel('Số điện thoại').fill('0987654321');
    await page.getByRole('textbox', { name: 'Mật khẩu mới' }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Xác nhận mật khẩu' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Đã ghi nhận đăng ký').waitFor();
    await signIn(page, '0987654321', PASSWORD);
    await page.getByText('Tài khoản chưa được kích hoạt').waitFor();
    await visitor.close();
  });

  it('a second factor is switched on, asked for, and switched off', async () => {
    const owner = await open();
    owner.expect(REFUSED);
    const { page } = owner;
    await signIn(page, 'checked', PASSWORD);
    await page.waitForURL('**/home');
    await page.goto(`${stack.url}/users/profile`);
    const factor = page.getByRole('region', { name: 'Mã xác thực hai lớp' });
    await factor.getByRole('button', { name: 'Bật' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Mật khẩu' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Mã QR cho ứng dụng xác thực' }).waitFor();
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await page.getByRole('textbox', { name: 'Mã xác thực' }).fill(await totpCode(secret, Math.floor(Date.now() / 30_000)));
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('listitem').first().waitFor();
    const codes = await page.getByRole('alertdialog').getByRole('listitem').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await page.getByRole('button', { name: 'Tôi đã cất giữ các mã' }).click();
    await factor.getByText('Còn 10 mã khôi phục').waitFor();

    await signIn(page, 'checked', PASSWORD);
    await page.getByRole('textbox', { name: 'Mã xác thực' }).fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('Mã xác thực không đúng').waitFor();
    await page.getByRole('textbox', { name: 'Mã xác thực' }).fill(codes[0]!);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    await page.goto(`${stack.url}/users/profile`);
    await factor.getByText('Còn 9 mã khôi phục').waitFor();
    await factor.getByRole('button', { name: 'Tắt' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Mật khẩu' }).fill(PASSWORD);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Mã xác thực' }).fill(codes[1]!);
    await page.keyboard.press('Enter');
    await factor.getByText('Chưa bật.').waitFor();

    await page.getByRole('button', { name: 'Đăng xuất khỏi mọi nơi' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Đăng xuất khỏi mọi nơi' }).click();
    await page.waitForURL(/\/login/);
    await owner.close();
  });

  it('a locked screen opens with the password where it was left', async () => {
    const owner = await open();
    owner.expect(REFUSED);
    const { page } = owner;
    await signIn(page, 'checked', PASSWORD);
    await page.waitForURL('**/home');
    await page.goto(`${stack.url}/users?order_by=username+DESC`);
    await page.getByRole('button', { name: 'Tài khoản của Người checked' }).click();
    await page.getByRole('link', { name: 'Khóa màn hình' }).click();
    await page.getByText('Màn hình đang khóa').waitFor();
    await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users?order_by=username+DESC');
    await owner.close();
  });
});

const SCREENS = [
  '/users',
  '/users/add',
  '/users/1/view',
  '/users/profile',
  '/history',
  '/history/sign-ins',
  '/history/failed-jobs',
  '/directs/crawls',
];
const PUBLIC = ['/login', '/register', '/forgot-password', '/reset-password?token=x', '/pricing', '/privacy-policy', '/term-of-use'];

describe.each(['light', 'dark'] as const)('every screen of accounts in %s', (colorScheme) => {
  it('has nothing that keeps a person out', { timeout: 120_000 }, async () => {
    const { page } = admin;
    await page.emulateMedia({ colorScheme });
    const found: string[] = [];
    for (const path of SCREENS) found.push(...(await violations(page, path)));
    const visitor = await open({ colorScheme });
    for (const path of PUBLIC) found.push(...(await violations(visitor.page, path)));
    await visitor.close();
    expect(found).toEqual([]);
  });

  it('and neither have its dialogs', async () => {
    const { page } = admin;
    await page.emulateMedia({ colorScheme });
    await page.goto(`${stack.url}/users`);
    await page.getByRole('button', { name: 'Khóa tài khoản Nguyễn Thị Lan' }).click();
    await page.getByRole('dialog').getByLabel('Lý do').waitFor();
    const found = await violations(page);
    await page.goto(`${stack.url}/users/profile`);
    await page.getByRole('button', { name: 'Đổi mật khẩu' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    found.push(...(await violations(page)));
    await page.keyboard.press('Escape');
    await page.setInputFiles('input[type=file]', { name: 'anh.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: 'Lưu ảnh' }).waitFor();
    found.push(...(await violations(page)));
    expect(found).toEqual([]);
  });
});

/** One pixel is enough to be cropped. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function fill(client: Client, hash: string): Promise<void> {
  await client.batch([
    'INSERT INTO roles (name, name_fold, name_sort) SELECT value, lower(value), lower(value) FROM json_each(\'["Admin","Writer","Checked","Viewer"]\')',
    "INSERT INTO positions (name, name_fold, name_sort) VALUES ('Nhân viên', 'nhan vien', 'nhan vien')",
    "INSERT INTO companies (name, name_fold, name_sort) VALUES ('Tensu', 'tensu', 'tensu')",
    "INSERT INTO departments (name, code, note, name_fold, name_sort) VALUES ('Phòng 1', 'P1', 'Kết cấu', 'phong 1', 'phong 1')",
    "INSERT INTO department_groups (group_name, note, dept_id, group_name_fold, group_name_sort) VALUES ('Nhóm 1', 'Tổ 1', 1, 'nhom 1', 'nhom 1')",
    ...[
      ['admin', 'Quản trị', '[1]'],
      ['writer', 'Người writer', '[2]'],
      ['checked', 'Người checked', '[3]'],
    ].map(([username, name, roles]) => ({
      sql: `INSERT INTO users (username, username_fold, name, name_fold, name_sort, email, email_fold, employee_code, area, role_ids, password,
          position_id, company_id, department_id, dept_grp_id)
        VALUES (?1, ?1, ?2, ?1, ?1, ?1 || '@example.test', ?1 || '@example.test', ?1, 'Huế', ?3, ?4, 1, 1, 1, 1)`,
      args: [username!, name!, roles!, hash],
    })),
  ]);
}

/** A page of its own; a busy machine gets 20 s to answer. */
async function open(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const opened = await openPage(browser, options);
  opened.context.setDefaultTimeout(20_000);
  return opened;
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${stack.url}/login`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name }).first().click();
}

/** The link in the newest mail that was sent, on the site's own address. */
async function mailedLink(): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const files = await readdir(stack.tmp, { recursive: true }).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.txt'))) {
      const link = /\/reset-password\?token=\S+/.exec(await readFile(join(stack.tmp, file), 'utf8'))?.[0];
      if (link) return stack.url + link;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('No mail came');
}

async function violations(page: Page, path?: string): Promise<string[]> {
  if (path) await page.goto(stack.url + path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
