import { afterAll, beforeAll, expect, it } from 'vitest';
import { variableLabel } from '../../worker/contracts/calls/formula-words.ts';
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
  const correct = async () => {
    await admin.button('Lưu').click();
    const question = admin.dialog('Thay đổi này áp dụng từ tháng nào?');
    await question.getByText(/việc chưa khóa/).waitFor();
    await question.getByLabel('Sửa cho mọi tháng của phiên bản đang mở').check();
    await question.getByRole('button', { name: 'Sửa mọi tháng' }).click();
  };
  await correct();
  const asked = admin.dialog('1 ví dụ sẽ ra điểm khác');
  await asked.getByText('Ví dụ thứ nhất').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Quay lại sửa' }).click();
  await asked.waitFor({ state: 'detached' });
  const stored = async () =>
    (await story.stack.client.execute(`SELECT standard_design_point AS points FROM standards WHERE id = ${job.standard}`)).rows[0]!.points;
  expect(await stored()).toBe(job.points);

  await correct();
  await asked.getByRole('button', { name: 'Vẫn lưu, chấp nhận điểm mới' }).click();
  await expect.poll(stored).toBe(job.points + 1);
  await admin.go('/rules/cases');
  await admin.row('Ví dụ thứ nhất').getByText('Khác').waitFor();
});

it('saves a change of a rule as a version from the first open month, where nothing else is chosen', async () => {
  const { page } = admin;
  await admin.go(`/standards/${job.standard}/view`);
  await admin.field(/^Điểm kiểm tra định mức/).fill('7,5');
  await page.keyboard.press('Control+s');
  const question = admin.dialog('Thay đổi này áp dụng từ tháng nào?');
  await question.getByText(/^Áp dụng: Từ 2026\/11/).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Hủy' }).click();
  await page.keyboard.press('Control+s');
  await question.getByRole('button', { name: 'Lưu thành phiên bản' }).click();
  const made = async () =>
    (await story.stack.client.execute("SELECT standard_check_point AS points FROM standards WHERE valid_from = '2026-11'")).rows[0]?.points;
  await expect.poll(made).toBe(7.5);
  await page.waitForURL((url) => /\/standards\/\d+\/view$/.test(url.pathname) && !url.pathname.includes(`/${job.standard}/`));
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
    .toContain(`${variableLabel('tsubosuu', 'vi')} × 1,5`);
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

it('shows the rules of a month in words, marks what is new to the reader, and lists it beside the month before', async () => {
  const { page } = admin;
  await admin.go('/rules/document?month=2026-11');
  await page.getByRole('heading', { name: 'Tổng điểm' }).waitFor();
  await page.getByText(`${variableLabel('total_point_1', 'vi')} × ${variableLabel('pro_index', 'vi')}`).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await admin.button('Đánh dấu đã đọc').click();
  await page.getByText(/^Bạn đã đọc bản này/).waitFor();
  await story.stack.client.execute(`UPDATE standards SET standard_design_point = 9, version = version + 1 WHERE valid_from = '2026-11'`);
  await page.reload();
  await page.getByText('Mới', { exact: true }).nth(1).waitFor();
  await page.getByText(/^Điểm thiết kế định mức: trước là/).waitFor();
  await admin.button('Đánh dấu đã đọc').waitFor();
  const rows = page.getByRole('table', { name: 'Định mức theo khách hàng và hạng mục' }).getByRole('row');
  const all = await rows.count();
  await page.getByLabel('Tìm trong sổ quy tắc').fill('khong co chu nay');
  await page.getByText('Không có quy tắc nào khớp').waitFor();
  await page.getByLabel('Tìm trong sổ quy tắc').fill('');
  await expect.poll(() => rows.count()).toBe(all);

  await page.getByRole('link', { name: 'So với tháng trước' }).click();
  await page.waitForURL('**/rules/changes?from=2026-10&to=2026-11');
  await page.getByRole('cell', { name: 'Điểm kiểm tra định mức' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});
