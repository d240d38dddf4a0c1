import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const NEWCOMER = {
  id: 7,
  version: 1,
  username: 'moi',
  name: 'Nguyễn Văn Mới',
  code: 'NV107',
  active: 0,
  roles: [{ id: 4, name: 'Viewer' }],
  department_id: 1,
};

it('mails a link to set a password to an account; copies that of a new one, and says how to do it by hand where the browser refuses', async () => {
  const app = await openStubbedApp({
    rows: { users: [NEWCOMER, { ...NEWCOMER, id: 8, name: 'Lê An', username: 'an', active: 1, email: 'an@tensu.vn' }] },
  });
  const { page } = app;
  app.answer('POST', 'email-reset-password', () => ({ json: { original: { message: 'Đã gửi thư' } } }));
  app.answer('POST', 'user/active', () => ({
    json: { password_link: { url: '/reset-password?token=secret', expires_at: '2026-11-18 20:00:00', mailed: 0 } },
  }));
  await app.go('/users');
  const known = page.getByRole('row', { name: /Lê An/ });
  await known.hover();
  await known.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Gửi liên kết đặt mật khẩu' }).click();
  await page.getByText('Thư được gửi đến an@tensu.vn', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Gửi liên kết đặt mật khẩu' }).click();
  await page.getByText('Đã gửi thư').waitFor();
  expect(app.callsOf('POST', 'email-reset-password').map(({ body }) => body)).toEqual([{ email: 'an@tensu.vn' }]);
  await page
    .getByRole('row', { name: /Nguyễn Văn Mới/ })
    .getByRole('switch')
    .click();
  const copy = page.getByRole('alertdialog').getByRole('button', { name: 'Chép liên kết' });
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }));
  await copy.click();
  await page.getByText('Chưa chép được').waitFor();
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => Object.assign(globalThis, { copied: text }) },
    }),
  );
  await copy.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đã chép' }).waitFor();
  expect(await page.evaluate(() => String((globalThis as { copied?: string }).copied))).toMatch(/^http.*\/reset-password\?token=secret$/);
});

it('asks for a name, a role and a department before somebody who registered is activated', async () => {
  const registered = {
    ...NEWCOMER,
    username: '0912345678',
    name: '0912345678',
    phone_number: '0912345678',
    roles: [],
    department_id: null,
  };
  const app = await openStubbedApp({
    rows: { users: [registered], roles: [{ id: 4, name: 'Viewer' }], departments: [{ id: 1, name: 'Phòng A' }] },
  });
  const { page } = app;
  app.answer('PUT', 'users/7', ({ body }) => ({ json: { data: { ...registered, ...body, version: 2 } } }));
  app.answer('POST', 'user/active', () => ({ json: {} }));
  await app.go('/users');
  await page.getByText('Chờ bổ sung').waitFor();
  await page.getByRole('switch').click();
  const dialog = page.getByRole('dialog', { name: 'Kích hoạt 0912345678' });
  await dialog.getByLabel(/^Họ tên/).fill('Trần Thị Mai');
  await dialog.getByRole('button', { name: 'Kích hoạt' }).click();
  expect(app.callsOf('POST', 'user/active')).toEqual([]);
  for (const [label, option] of [
    [/^Vai trò/, 'Viewer'],
    [/^Phòng ban/, 'Phòng A'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await dialog.getByRole('button', { name: 'Kích hoạt' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(app.callsOf('PUT', 'users/7').map(({ body }) => body)).toEqual([
    { name: 'Trần Thị Mai', role_ids: [4], department_id: 1, version: 1 },
  ]);
  expect(app.callsOf('POST', 'user/active').map(({ body }) => body)).toEqual([{ userId: 7, active: 1 }]);
});
