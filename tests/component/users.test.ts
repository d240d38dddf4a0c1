import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const NEWCOMER = { id: 7, version: 1, username: 'moi', name: 'Nguyễn Văn Mới', code: 'NV107', active: 0, roles: [] };

it('copies the link of a new account, and says how to do it by hand where the browser refuses', async () => {
  const app = await openStubbedApp({ rows: { users: [NEWCOMER] } });
  const { page } = app;
  app.answer('POST', 'user/active', () => ({
    json: { password_link: { url: '/reset-password?token=secret', expires_at: '2026-11-18 20:00:00', mailed: 0 } },
  }));
  await app.go('/users');
  await page.getByRole('switch').click();
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
  await app.close();
});
