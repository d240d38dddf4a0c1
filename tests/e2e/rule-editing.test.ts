import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
let admin: Person;
/** A job that was calculated, with the standard that it goes by. */
let job: { id: number; name: string; standard: number; points: number };

beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
  const { rows } = await story.stack.client.execute(
    `SELECT d.id, d.name, s.id AS standard, s.standard_design_point AS points FROM directs d
      JOIN standards s ON s.customer_id = d.customer_id AND s.work_category_id = d.work_category_id
      JOIN formula_results f ON f.scale_code = s.scale_code AND f.result_design_formula LIKE '%standard_design_point%'
      WHERE d.result_design_point > 0 AND d.is_updated = 0 AND s.standard_design_point > 0 ORDER BY d.henkyaku_hi DESC, d.id LIMIT 1`,
  );
  job = { id: Number(rows[0]!.id), name: String(rows[0]!.name), standard: Number(rows[0]!.standard), points: Number(rows[0]!.points) };
});
afterAll(() => story?.close());

it('makes an explained job a worked example, which the list marks as right', async () => {
  const { page } = admin;
  await admin.go(`/directs?ids=${job.id}`);
  await admin.row(job.name).getByRole('button', { name: 'Cách tính điểm' }).click();
  await admin.dialog().getByRole('button', { name: 'Thêm làm ví dụ' }).click();
  const form = admin.dialog('Thêm công việc làm ví dụ kiểm chứng');
  await expect.poll(() => form.getByLabel(/^Tên ví dụ/).inputValue()).toContain(job.name);
  await form.getByLabel(/^Tên ví dụ/).fill('Ví dụ thứ nhất');
  await form.getByRole('button', { name: 'Lưu' }).click();
  await admin.notice(/Ví dụ thứ nhất/);
  await page.keyboard.press('Escape');
  await admin.go('/rules/cases');
  await admin.row('Ví dụ thứ nhất').getByText('Đúng').waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('asks before a rule is saved that gives the example other points', async () => {
  const { page } = admin;
  admin.expect(/status of 409/);
  await admin.go(`/standards/${job.standard}/view`);
  const field = admin.field(/^Điểm thiết kế định mức/);
  await field.fill(String(job.points + 1).replace('.', ','));
  await admin.button('Lưu').click();
  const asked = admin.dialog('1 ví dụ sẽ ra điểm khác');
  await asked.getByText('Ví dụ thứ nhất').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Quay lại sửa' }).click();
  await asked.waitFor({ state: 'detached' });
  const stored = async () =>
    (await story.stack.client.execute(`SELECT standard_design_point AS points FROM standards WHERE id = ${job.standard}`)).rows[0]!.points;
  expect(await stored()).toBe(job.points);

  await admin.button('Lưu').click();
  await asked.getByRole('button', { name: 'Vẫn lưu, chấp nhận điểm mới' }).click();
  await expect.poll(stored).toBe(job.points + 1);
  await admin.go('/rules/cases');
  await admin.row('Ví dụ thứ nhất').getByText('Khác').waitFor();
});

it('completes names in a formula by keyboard, marks what is wrong where it stands, and says how to mend it', async () => {
  const { page } = admin;
  await admin.go('/formula-results/add');
  const formula = admin.field(/^Công thức điểm thiết kế/);
  await formula.focus();
  await page.keyboard.type('tsu');
  const list = page.getByRole('listbox', { name: 'Biến và hàm khớp với chữ đang gõ' });
  await list.getByRole('option', { name: /^tsubosuu/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' * diem');
  await list.getByRole('option', { name: /base_point1/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => formula.inputValue()).toBe('tsubosuu * diem');

  await formula.fill('1 + tsubosu');
  await page.keyboard.press('Escape');
  await page.getByText('Có phải «tsubosuu»?').waitFor();
  await expect.poll(() => page.locator('mark').textContent()).toBe('tsubosu');
  await formula.fill('tsubosuu * 1,5');
  await page.getByText('hãy gõ 1.5 (dấu chấm) thay cho 1,5').waitFor();
  await formula.fill('tsubosuu * 1.5');
  await page.locator('mark').waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      page
        .getByText(/^Đọc là:/)
        .first()
        .textContent(),
    )
    .toContain('Diện tích (tsubo) × 1,5');
});

it('leaves an input method alone while it composes', async () => {
  const { page } = admin;
  const formula = admin.field(/^Công thức điểm thiết kế/);
  await formula.fill('');
  await formula.focus();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'tsubo', selectionStart: 5, selectionEnd: 5 });
  await expect.poll(() => formula.inputValue()).toBe('tsubo');
  expect(await page.getByRole('listbox').count()).toBe(0);
  await session.send('Input.insertText', { text: 'tsubo' });
  await page.getByRole('option', { name: /^tsubosuu/ }).waitFor();
});
