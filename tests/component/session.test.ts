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
  await app.close();
});
