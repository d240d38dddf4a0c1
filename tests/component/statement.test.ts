import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { officeToday } from '../../web/i18n/index.ts';
import { focusedLabel, listensToPage, openStubbedApp } from '../support/stub-app.ts';

const TOTALS = {
  ...{ user_id: 1, username: 'stub', name: 'Stub', month: '2026-09', pro_id: null, direct_point: 46.434, indirect_point_yes: 0 },
  ...{ indirect_point_no: 0, mistake_point_n: 0.675, mistake_point_t: 0, total_point_1: 45.759, pro_index: 1.05, total_point_2: 48.047 },
};
const STATEMENT = {
  user: { id: 1, username: 'stub', code: 'NV1', name: 'Stub', employee_code: null, position_name: null },
  ...{ year: 2026, month: 9, state: 'open', totals: TOTALS },
  lines: {
    design: { count: 2, sum: 40.118 },
    check: { count: 1, sum: 6.316 },
    mistakes: { count: 1, sum: 0.675 },
    indirects: { count: 0, sum: 0 },
    pro: { count: 0, sum: 0 },
  },
  in_progress: { count: 0, sum: 0 },
  expressions: { total_point_1: 'direct_point - mistake_point_n - mistake_point_t', total_point_2: 'total_point_1 * pro_index' },
  ...{ previous: [], sha256: 'a'.repeat(64), review: null, sealed: null, open_questions: 0 },
  confirmation: { state: 'none', changed: false, confirmed_at: null, sha256: null, confirmed_figures: null },
};
const line = (id: number, point: number) => ({
  ...{ kind: 'design', id, entity: 'directs', title: `DR-${id}`, subtitle: null, date: '2026-09-03', tsubosuu: 30, point },
  ...{ type: null, is_checked: 0, adjusted: null, explanation: null },
});

async function openMonth(role: 'Viewer' | 'Checked' = 'Viewer') {
  const app = await openStubbedApp({ role });
  app.answer('GET', 'statements/me', () => ({ json: STATEMENT }));
  app.answer('GET', 'statements/me/lines', ({ query }) => {
    const data = query.get('kind') === 'design' ? [line(1, 20.059), line(2, 20.059)] : [];
    return { json: { data, total: data.length, current_page: 1, from: 1, to: data.length } };
  });
  await app.go('/my-points?year=2026&month=9');
  await app.page.getByText('Tổng điểm được tính thế nào').waitFor();
  return app;
}

/** The numbers of a text, as the Vietnamese write them. */
const numbersOf = (text: string) =>
  [...text.matchAll(/\d[\d.]*,\d+/g)].map(([number]) => Number(number.replaceAll('.', '').replace(',', '.')));

it('reckons with all places, so that what is shown of a total adds up', async () => {
  const app = await openMonth();
  const { page } = app;
  const sums = await page.locator('ol > li').filter({ hasText: 'Tổng điểm' }).locator('span.block').allTextContents();
  const [first, second] = sums.map(numbersOf);
  expect(first).toEqual([46.434, 0.675, 0, 45.759]);
  expect(second).toEqual([45.759, 1.05, 48.047]);
  const parts = await page.getByText(/^Thiết kế .* \+ kiểm tra/).textContent();
  expect(numbersOf(parts!).reduce((sum, part) => sum + part, 0)).toBeCloseTo(TOTALS.direct_point, 9);
});

it('writes all points of one working with as many places, and compares a month that was locked before its end as a whole one', async () => {
  const app = await openMonth();
  const sums = await app.page.locator('ol > li').filter({ hasText: 'Tổng điểm' }).locator('span.block').allTextContents();
  expect(sums).toEqual(['= 46,434 − 0,675 − 0,000 = 45,759', '= 45,759 × 1,05 = 48,047']);
  const previous = ['2020-01', officeToday().slice(0, 7)].map((month, n) => ({ month, total_point_1: 1 + n, total_point_2: 1 + n }));
  app.answer('GET', 'statements/me', () => ({ json: { ...STATEMENT, previous } }));
  await app.page.reload();
  await app.page.getByText('Chưa hết tháng · cả tháng 2020/01: 1,00 điểm').waitFor();
  app.answer('GET', 'statements/me', () => ({ json: { ...STATEMENT, previous, state: 'locked' } }));
  await app.page.reload();
  await app.page.getByText('Tăng 1,00 điểm so với tháng 2020/01').waitFor();
});

it('prints points with all places: who adds up a column comes to its sum', async () => {
  const app = await openMonth();
  const { page } = app;
  await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }));
  await page.getByRole('button', { name: 'In phiếu' }).click();
  const table = page.locator('[data-print] table').first();
  await table.waitFor({ state: 'attached' });
  const cells = await table.locator('tr').evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? ''));
  expect(cells.slice(1)).toEqual(['20,059', '20,059', '40,118']);
});

it('keeps the focus in its place after the button has gone with what it was for', async () => {
  const app = await openMonth();
  const { page } = app;
  app.answer('POST', 'statements/me/confirm', () => {
    const confirmation = {
      state: 'confirmed',
      changed: false,
      confirmed_at: '2026-10-02 09:00:00',
      sha256: STATEMENT.sha256,
      confirmed_figures: null,
    };
    app.answer('GET', 'statements/me', () => ({ json: { ...STATEMENT, confirmation } }));
    return { json: {} };
  });
  await listensToPage(page);
  const confirm = page.getByRole('button', { name: /^Xác nhận 48,05/ });
  const early = page.getByRole('dialog', { name: 'Chưa mở kỳ xem lại tháng 2026/09, vẫn xác nhận?' });
  await confirm.press('Enter');
  await early.getByRole('button', { name: 'Hủy' }).click();
  expect(app.callsOf('POST', 'statements/me/confirm')).toEqual([]);
  await confirm.press('Enter');
  await early.getByRole('button', { name: 'Vẫn xác nhận' }).click();
  await page.getByText('Bạn đã xác nhận lúc').waitFor();
  await expect.poll(() => focusedLabel(page)).toBe('Thắc mắc về tháng này');
  expect(await page.getByRole('button', { name: /^Xác nhận/ }).count()).toBe(0);
});

it('sends a question, and an answer to one, by Ctrl+Enter; the key a leads to the answer', async () => {
  const app = await openMonth('Checked');
  const { page } = app;
  app.answer('POST', 'questions', () => ({ json: { data: QUESTION } }));
  app.answer('POST', 'questions/3/answers', () => ({ json: { data: { ...QUESTION, status: 'answered' } } }));
  app.answer('GET', 'questions/3', () => ({ json: { data: QUESTION } }));
  app.answer('GET', 'questions', () => ({
    json: { data: [QUESTION], total: 1, per_page: 25, current_page: 1, from: 1, to: 1 },
  }));
  await page.getByRole('button', { name: 'Thắc mắc về tháng này' }).press('Enter');
  const asking = page.getByRole('dialog', { name: /^Thắc mắc về/ });
  await asking.waitFor();
  await isFocused(page, 'textarea[name=text]');
  await page.keyboard.press('Control+Enter');
  await asking.getByText('Nội dung không được để trống', { exact: false }).waitFor();
  await page.keyboard.type('Sao ít hơn?');
  await page.keyboard.press('Control+Enter');
  await asking.waitFor({ state: 'detached' });
  expect(app.callsOf('POST', 'questions').map(({ body }) => body.text)).toEqual(['Sao ít hơn?']);

  await app.go('/questions');
  await page.getByRole('link', { name: '#3 · Tổng điểm' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await isFocused(page, 'tr[data-row-id="3"]');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('textbox', { name: /^Câu trả lời/ });
  await answer.waitFor();
  await page.keyboard.press('a');
  await isFocused(page, 'textarea[name=text]');
  await page.keyboard.type('Vì tháng này ít việc hơn.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => app.callsOf('POST', 'questions/3/answers').map(({ body }) => body.text)).toEqual(['Vì tháng này ít việc hơn.']);
});

it('keeps the answer being written when the question is closed, and the remark of a step that was not taken', async () => {
  const app = await openMonth('Checked');
  const { page } = app;
  app.expect(/status of 409/);
  const show = (change: object) => {
    const data = { ...QUESTION, ...change };
    app.answer('GET', 'questions/3', () => ({ json: { data } }));
    return { json: { data } };
  };
  show({});
  const answered = { id: 1, user_id: 6, user_name: 'Bình', action: 'answer', text: 'Đã xem', at: '2026-10-01 09:00:00' };
  app.answer('POST', 'questions/3/close', () => {
    app.answer('POST', 'questions/3/close', () => show({ version: 3, status: 'closed' }));
    const current = { ...QUESTION, version: 2, status: 'answered', thread: [answered] };
    return { status: 409, json: { code: 'conflict', message: 'Người khác vừa trả lời thắc mắc này', messages: {}, current } };
  });
  app.answer('POST', 'questions/3/reopen', () => show({ version: 4, status: 'open' }));
  await app.go('/questions/3');
  const answer = page.getByRole('textbox', { name: /^Câu trả lời/ });
  await answer.fill('Vì tháng này ít việc hơn.');

  await page.getByRole('button', { name: 'Đóng thắc mắc' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Đóng thắc mắc này?' });
  await dialog.getByRole('textbox').fill('Đã rõ');
  await dialog.getByRole('button', { name: 'Đóng thắc mắc' }).press('Enter');
  await dialog.getByText('Bước này chưa được ghi: Bình vừa trả lời lúc 2026/10/01 09:00.', { exact: false }).waitFor();
  expect(await page.getByText('Người khác vừa trả lời').count()).toBe(0);
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Đã rõ');
  await dialog.getByRole('button', { name: 'Đóng thắc mắc' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(app.callsOf('POST', 'questions/3/close').map(({ body }) => [body.text, body.version])).toEqual([
    ['Đã rõ', 1],
    ['Đã rõ', 2],
  ]);

  await page.getByText('Thắc mắc đã được đóng khi bạn đang viết', { exact: false }).waitFor();
  expect(await answer.inputValue()).toBe('Vì tháng này ít việc hơn.');
  expect(await page.getByRole('button', { name: 'Trả lời', exact: true }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Mở lại' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Mở lại' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  app.answer('POST', 'questions/3/answers', () => show({ version: 5, status: 'answered' }));
  await answer.press('Control+Enter');
  await expect.poll(() => app.callsOf('POST', 'questions/3/answers').map(({ body }) => body.text)).toEqual(['Vì tháng này ít việc hơn.']);
  await expect.poll(() => answer.inputValue()).toBe('');
});

it('keeps the remark when somebody else closes the question first; its notice is read with the page', async () => {
  const app = await openMonth('Checked');
  const { page } = app;
  app.expect(/status of 409/);
  app.answer('GET', 'questions/3', () => ({ json: { data: QUESTION } }));
  const notices = [3, 4].map((id) => ({
    id,
    kind: 'question_asked',
    text: `Thắc mắc ${id}`,
    link: `/questions/${id}`,
    at: QUESTION.created_at,
    read_at: null,
  }));
  app.answer('GET', 'notices', () => ({ json: { data: notices, total: 2, per_page: 8, current_page: 1, from: 1, to: 2, unread: 2 } }));
  app.answer('POST', 'notices/read', () => ({ json: { unread: 1 } }));
  const closed = { id: 1, user_id: 6, user_name: 'Bình', action: 'close', text: null, at: '2026-10-01 09:00:00' };
  const current = { ...QUESTION, version: 2, status: 'closed', thread: [closed] };
  app.answer('POST', 'questions/3/close', () => ({ status: 409, json: { code: 'conflict', message: 'Bị chặn', messages: {}, current } }));
  await app.go('/questions/3');
  await page.getByRole('button', { name: 'Thông báo: 1 chưa đọc' }).waitFor();
  expect(app.callsOf('POST', 'notices/read')[0]?.body).toEqual({ ids: [3] });
  await page.getByRole('button', { name: 'Đóng thắc mắc' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Đóng thắc mắc này?' });
  await dialog.getByRole('textbox').fill('Đã rõ');
  await dialog.getByRole('textbox').press('Control+Enter');
  await dialog.getByText('Bình vừa đóng thắc mắc lúc', { exact: false }).waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Đã rõ');
});

it('holds back an answer and a remark that are too long, and says by how much; a refusal is told once, at the field', async () => {
  const app = await openMonth('Checked');
  const { page } = app;
  app.expect(/status of 422/);
  app.answer('GET', 'questions/3', () => ({ json: { data: QUESTION } }));
  await app.go('/questions/3');
  const answer = page.getByRole('textbox', { name: /^Câu trả lời/ });
  // Passing by says nothing; sending nothing does.
  await answer.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Câu trả lời không được để trống', { exact: false }).waitFor();
  await answer.fill('a'.repeat(2003));
  await page.getByText('đang thừa 3;', { exact: false }).waitFor();
  await answer.press('Control+Enter');
  await page.getByRole('button', { name: 'Đóng thắc mắc' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('b'.repeat(2001));
  await dialog.getByRole('textbox').press('Control+Enter');
  await dialog.getByText('đang thừa 1;', { exact: false }).waitFor();
  expect(await dialog.getByRole('textbox').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(app.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).not.toContain('questions/3/answers');
  expect(app.callsOf('POST', 'questions/3/close')).toHaveLength(0);

  const refusal = 'Ghi chú có ký tự không lưu được';
  app.answer('POST', 'questions/3/close', () => ({
    status: 422,
    json: { code: 'invalid', message: refusal, messages: { text: refusal } },
  }));
  await dialog.getByRole('textbox').fill('c');
  await dialog.getByRole('textbox').press('Control+Enter');
  await dialog.getByText(refusal).waitFor();
  expect(await page.getByText(refusal).count()).toBe(1);
});

const isFocused = (page: Page, selector: string) => expect.poll(() => page.locator(`${selector}:focus`).count()).toBe(1);

const QUESTION = {
  ...{ id: 3, version: 1, user_id: 5, user_name: 'An', month: '2026-09', kind: 'total', record_id: null, record_title: null },
  ...{ text: 'Sao ít hơn?', expected_point: null, picture: null, status: 'open', created_at: '2026-10-01 08:00:00', age_days: 1 },
  ...{ record: null, record_now: null, corrections: [], thread: [], can_answer: true },
};
