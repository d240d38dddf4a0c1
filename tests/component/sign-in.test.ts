import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

/** Answers every login as one that came after too many others. */
function refuseLogins(app: StubbedApp): void {
  app.expect(/status of 429/);
  app.answer('POST', 'auth/login', () => ({ status: 429, json: { code: 'rate_limited', message: 'Quá nhiều lần thử' } }));
}

it('says how long to wait after too many attempts, and lets another account try', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  refuseLogins(app);
  await app.go('/login');
  await page.getByLabel('Tên đăng nhập').fill('an');
  await page.getByLabel('Mật khẩu', { exact: true }).fill('sai');
  await page.keyboard.press('Enter');
  await page.getByText(/Quá nhiều lần thử. Hãy đợi \d+ giây rồi thử lại/).waitFor();
  const send = page.getByRole('button', { name: 'Đăng nhập', exact: true });
  expect(await send.isDisabled()).toBe(true);
  await page.getByLabel('Tên đăng nhập').fill('binh');
  await expect.poll(() => send.isEnabled()).toBe(true);
  expect(await page.getByText('Quá nhiều lần thử').count()).toBe(0);
});

it('keeps the error of a field 6 px away from what follows, also one of two lines', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await app.go('/login');
  await page.keyboard.press('Enter');
  const distance = async (error: string, next: Locator) => (await next.boundingBox())!.y - (await bottomOf(page.getByText(error)));
  expect(await distance('Tên đăng nhập không được để trống', page.getByText('Mật khẩu', { exact: true }))).toBeGreaterThanOrEqual(6);
  const send = page.getByRole('button', { name: 'Đăng nhập', exact: true });
  expect(await distance('Mật khẩu không được để trống', send)).toBeGreaterThanOrEqual(6);

  app.answer('POST', 'reset-password/check', () => ({ json: { message: 'Còn dùng được' } }));
  await app.go('/reset-password?token=abc');
  await page.getByLabel(/^Mật khẩu mới/).fill('abc');
  await page.keyboard.press('Enter');
  // What the field asks for is said once: the words below it become the error.
  expect(await page.getByText(/ít nhất 8 ký tự/i).count()).toBe(1);
  const twoLines = 'Mật khẩu mới cần ít nhất 8 ký tự, có chữ hoa, chữ thường và chữ số';
  expect(await distance(twoLines, page.getByText('Xác nhận mật khẩu', { exact: false }).first())).toBeGreaterThanOrEqual(6);
});

it('says that a link to set a password is over before one is typed, and keeps the form where that is not known', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 4(22|29)/);
  const field = page.getByLabel(/^Mật khẩu mới/);
  app.answer('POST', 'reset-password/check', ({ body }) =>
    body.token === 'abc'
      ? { status: 429, json: { code: 'too_many_requests', message: 'Quá nhiều lần thử' } }
      : { status: 422, json: { code: 'link_expired', message: 'Liên kết này đã hết hạn hoặc đã được dùng' } },
  );
  await app.go('/reset-password?token=abc');
  await field.fill('Duong-Xanh-2');
  // A refusal for the time being may be repeated, with the same words.
  const asked = () => new Set(app.callsOf('POST', 'reset-password/check').map(({ body }) => JSON.stringify(body)));
  await expect.poll(asked).toEqual(new Set(['{"token":"abc"}']));
  await app.go('/reset-password?token=cu');
  await page.getByRole('alert').getByText('Liên kết này đã hết hạn hoặc đã được dùng').waitFor();
  expect(await field.count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Đặt mật khẩu' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Yêu cầu liên kết mới' }).waitFor();
  expect(app.callsOf('POST', 'forgot-password')).toEqual([]);
});

it('shows one error at a time in the second step', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 401/);
  const refuse = (code: string, message: string) => ({ status: 401, json: { code, message } });
  app.answer('POST', 'auth/login', ({ body }) =>
    body.otp === undefined ? refuse('second_factor_required', 'Cần mã') : refuse('second_factor_wrong', 'Mã xác thực không đúng'),
  );
  await app.go('/login');
  await page.getByLabel('Tên đăng nhập').fill('an');
  await page.getByLabel('Mật khẩu', { exact: true }).fill('Bien-Xanh-7');
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Mã xác thực', { exact: false });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Mã xác thực không đúng').waitFor();
  await code.fill('');
  await page.keyboard.press('Enter');
  await page.getByText('Mã xác thực không được để trống').waitFor();
  expect(await page.getByText('Mã xác thực không đúng').count()).toBe(0);
  expect(app.callsOf('POST', 'auth/login')).toHaveLength(2);
});

it('offers no button where a link to confirm an address is not whole or over, but the way to a new one', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 422/);
  const button = page.getByRole('button', { name: 'Xác nhận email' });
  await app.go('/confirm-email');
  await page.getByText('Liên kết chưa đầy đủ').waitFor();
  expect(await button.count()).toBe(0);
  app.answer('POST', 'confirm-email', () => ({ status: 422, json: { code: 'link_expired', message: 'Liên kết đã được dùng' } }));
  await app.go('/confirm-email?token=abc');
  await button.click();
  await page.getByText('Liên kết đã được dùng').waitFor();
  expect(await button.count()).toBe(0);
  await page.getByRole('link', { name: 'Hồ sơ của tôi' }).waitFor();
});

async function bottomOf(text: Locator): Promise<number> {
  const { y, height } = (await text.boundingBox())!;
  return y + height;
}
