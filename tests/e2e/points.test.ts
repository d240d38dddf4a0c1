import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockOf } from '../../worker/clock.ts';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, PATIENT, type Person, type Story } from '../support/story.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let story: Story;
let viewer: Person;
let checked: Person;
/** A job of the Viewer that may still be corrected. */
let job: { id: number; name: string; point: number };
let of: string;
let named: string;

beforeAll(async () => {
  story = await openStory();
  const month = clockOf(story.stack.now).today().slice(0, 7);
  named = month.replace('-', '/');
  of = `year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`;
  const { rows } = await story.stack.client.execute({
    sql: `SELECT d.id, d.name, d.result_design_point AS point FROM directs d JOIN users u ON u.id = d.user_id
      WHERE u.username = 'viewer' AND d.is_checked = 0 AND d.henkyaku_hi LIKE ? AND d.result_design_point > 0 ORDER BY d.henkyaku_hi, d.id LIMIT 1`,
    args: [`${month}%`],
  });
  job = { id: Number(rows[0]!.id), name: String(rows[0]!.name), point: Number(rows[0]!.point) };
});
afterAll(() => story?.close());

const points = (value: number) => new Intl.NumberFormat('vi', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
const overflow = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function expectFlawless(person: Person, where: string) {
  expect(await overflow(person), `${where} scrolls sideways`).toBe(0);
  expect(await findViolationsInBothThemes(person.page), where).toEqual([]);
}

async function ask(person: Person, button: string | RegExp, text: string) {
  await person.page.getByRole('button', { name: button }).first().click();
  await person.field(/^Nội dung/).fill(text);
  await person.button('Gửi thắc mắc').click();
  await person.notice('Đã gửi thắc mắc');
}

async function answer(person: Person, text: string) {
  await person.field(/^Câu trả lời/).fill(text);
  await person.button('Trả lời').click();
  await person.notice('Đã gửi câu trả lời');
}

it('starts a Viewer on a phone at their own points, which say how the total comes about and from which jobs', async () => {
  viewer = await story.person('viewer', { ...PHONE, colorScheme: 'dark' });
  const { page } = viewer;
  await page.waitForURL('**/my-points');
  await page.getByRole('heading', { name: 'Điểm của tôi' }).waitFor();
  const total = page.locator('[data-figure=total_point_2]');
  await total.waitFor();
  expect(await total.textContent()).toMatch(/^\d+,\d\d$/);
  await page.getByText('Tổng điểm 2 = Tổng điểm 1 × Hệ số pro').waitFor();
  const line = page.getByRole('listitem').filter({ hasText: job.name }).first();
  await line.waitFor();
  expect(await line.textContent()).toContain(points(job.point));
  await expectFlawless(viewer, 'my points');
});

it('explains a line, and takes questions about it, the month and a missing job', async () => {
  const { page } = viewer;
  await page
    .getByRole('button', { name: `Cách tính điểm ${job.name}` })
    .first()
    .click();
  const explained = viewer.dialog(/^Cách tính điểm · /);
  await explained.getByText('1. Định mức').waitFor();
  await page.keyboard.press('Escape');
  await explained.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: `Thắc mắc về ${job.name}` })
    .first()
    .click();
  await viewer.dialog(`Thắc mắc về ${job.name}`).waitFor();
  await expectFlawless(viewer, 'asking');
  await page.keyboard.press('Escape');
  await ask(viewer, `Thắc mắc về ${job.name}`, 'Sao việc này thấp hơn việc trước?');
  await ask(viewer, 'Thắc mắc về tháng này', 'Hệ số pro có đúng không?');
  await ask(viewer, 'Thiếu công việc?', 'Thiếu việc DR-0000-0001');
  await page
    .getByRole('link', { name: new RegExp(`về ${job.name}: Chờ trả lời`) })
    .first()
    .waitFor();
  await viewer.go('/questions');
  await page.getByText('Thiếu công việc').first().waitFor();
  await expectFlawless(viewer, 'questions');
});

it('lets a Checked answer the three, one with a correction that the question shows', async () => {
  checked = await story.person('checked');
  const { page } = checked;
  await checked.go(`/statements?${of}&state=asked`);
  await checked.row('Đỗ Mai Anh').getByRole('link', { name: '3', exact: true }).click();
  for (const [about, text] of [
    ['Thiếu công việc', 'Việc này của tháng sau'],
    ['Tổng điểm', 'Hệ số đúng theo lần đánh giá mới nhất'],
  ] as const) {
    await page.getByRole('link', { name: new RegExp(`^#\\d+ · ${about}`) }).click();
    await answer(checked, text);
    await page.getByRole('link', { name: 'Tất cả thắc mắc' }).click();
  }
  await page.getByRole('link', { name: new RegExp(`^#\\d+ · ${job.name}`) }).click();
  await checked.button('Sửa điểm').click();
  const dialog = checked.dialog(`Sửa điểm của ${job.name}`);
  await dialog.getByLabel('Điểm thiết kế').fill('9,5');
  await dialog.getByLabel('Lý do điều chỉnh').fill('Bản vẽ có hai tầng');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await checked.notice('Đã sửa điểm; lần sửa được ghi vào thắc mắc này');
  const corrections = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Đã sửa theo thắc mắc này' });
  await corrections.first().waitFor();
  expect(await corrections.first().textContent()).toContain(`${points(job.point)}9,50`);
  await answer(checked, 'Đã sửa: nhà hai tầng');
  await expectFlawless(checked, 'a question');
});

it('tells the Viewer, who reads the answer, sees who adjusted the line and why, and confirms', async () => {
  const { page } = viewer;
  await viewer.go('/my-points');
  await page.getByRole('button', { name: /^Thông báo: \d+ chưa đọc$/ }).click();
  const notices = page.getByRole('dialog', { name: 'Thông báo mới nhất' });
  await expectFlawless(viewer, 'the notices');
  await notices
    .getByRole('link', { name: /đã được trả lời/ })
    .first()
    .click();
  await page.getByText('Đã sửa: nhà hai tầng').waitFor();
  await expectFlawless(viewer, 'the answered question');
  await page.getByRole('link', { name: 'Xem phiếu điểm' }).click();
  await page.getByText('Lý do: Bản vẽ có hai tầng').first().waitFor();
  await viewer.button('Xác nhận').click();
  await viewer.notice(`Bạn đã xác nhận điểm tháng ${named}`);
  await page.getByText(/^Bạn đã xác nhận lúc/).waitFor();
  await viewer.go('/notices');
  await viewer.button('Đánh dấu đã đọc tất cả').click();
  await expect.poll(() => page.locator('[data-unread]').count(), PATIENT).toBe(0);
  await page.getByRole('button', { name: 'Thông báo', exact: true }).waitFor();
});

it('lets the Checked close the month, after which the statement comes from the seal', async () => {
  const { page } = checked;
  await checked.go(`/total?${of}#lock`);
  const dialog = checked.dialog('Khóa và mở khóa tháng');
  await dialog.getByText('Đang mở').waitFor();
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).click();
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await checked.notice(`Đã cập nhật khóa tháng ${named}`);
  await viewer.go(`/my-points?${of}`);
  await viewer.page.getByText(/^Bản niêm phong số 1 · /).waitFor();
  expect(page.url()).toContain('/total');
  await expectFlawless(viewer, 'a locked month');
});
