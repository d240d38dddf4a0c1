import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const JOBS = [{ id: 1, name: 'DR-1', version: 1, is_checked: 0, is_updated: 0 }];

it('asks before Back takes away what is written in a dialog, which nothing opens again on another list', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS, customers: [] } });
  const { page } = app;
  app.answer('GET', 'views', () => ({ json: { data: [], total: 0, per_page: 500, current_page: 1, from: null, to: null } }));
  await app.go('/customers');
  await page.getByRole('link', { name: 'Việc trực tiếp', exact: true }).click();
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const saving = page.getByRole('dialog', { name: 'Lưu thành chế độ xem mới' });
  const open = async () => {
    await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
    await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
    await page.getByRole('button', { name: 'Lưu thành chế độ xem mới' }).click();
    await saving.waitFor();
  };
  await open();
  await saving.getByLabel('Tên chế độ xem').fill('Việc của tôi');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Bỏ các thay đổi chưa lưu?' });
  await question.getByRole('button', { name: 'Ở lại' }).click();
  expect(await saving.getByLabel('Tên chế độ xem').inputValue()).toBe('Việc của tôi');
  await page.goBack();
  await question.getByRole('button', { name: 'Rời trang, không lưu' }).click();
  await page.waitForURL('**/customers');
  await page.locator('main h1', { hasText: 'Khách hàng' }).waitFor();
  expect(await saving.count()).toBe(0);

  // What is untouched is not asked about.
  await page.goForward();
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  await open();
  await page.goBack();
  await page.waitForURL('**/customers');
  await saving.waitFor({ state: 'detached' });
});

it('asks before a page is left of which any form holds something, not the last one only', async () => {
  const app = await openStubbedApp({ role: 'Checked' });
  const { page } = app;
  const question = {
    ...{ id: 3, version: 1, user_id: 5, user_name: 'An', month: '2026-09', kind: 'total', record_id: null, record_title: null },
    ...{ text: 'Sao ít hơn?', expected_point: null, picture: null, status: 'open', created_at: '2026-10-01 08:00:00', age_days: 1 },
    ...{ record: null, record_now: null, corrections: [], thread: [], can_answer: true },
  };
  app.answer('GET', 'questions/3', () => ({ json: { data: question } }));
  app.answer('GET', 'questions', () => ({ json: { data: [question], total: 1, per_page: 25, current_page: 1, from: 1, to: 1 } }));
  await app.go('/questions');
  await page.getByRole('link', { name: '#3 · Tổng điểm' }).click();
  const answer = page.getByRole('textbox', { name: /^Câu trả lời/ });
  await answer.fill('Vì tháng này ít việc hơn.');
  await page.getByRole('button', { name: 'Đóng thắc mắc' }).click();
  await page.getByRole('dialog', { name: 'Đóng thắc mắc này?' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Bỏ các thay đổi chưa lưu?' }).getByRole('button', { name: 'Ở lại' }).click();
  expect(await page.locator('form textarea').first().inputValue()).toBe('Vì tháng này ít việc hơn.');
});
