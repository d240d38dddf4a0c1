import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClock } from '../../worker/platform/clock.ts';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let story: Story;
let viewer: Person;
let checked: Person;
/** A job of the Viewer that may still be corrected. */
let job: { name: string; point: number };
let inMonth: string;
let named: string;

beforeAll(async () => {
  story = await openStory();
  const month = createClock(story.stack.now).today().slice(0, 7);
  named = month.replace('-', '/');
  inMonth = `year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`;
  const { rows } = await story.stack.client.execute({
    sql: `SELECT d.name, d.result_design_point AS point FROM directs d JOIN users u ON u.id = d.user_id
      WHERE u.username = 'viewer' AND d.is_checked = 0 AND d.henkyaku_hi LIKE ? AND d.result_design_point > 0 ORDER BY d.henkyaku_hi, d.id LIMIT 1`,
    args: [`${month}%`],
  });
  job = { name: String(rows[0]!.name), point: Number(rows[0]!.point) };
});
afterAll(() => story?.close());

const points = (value: number) => new Intl.NumberFormat('vi', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

async function expectFlawless({ page }: Person, where: string) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: `${where} scrolls sideways` })
    .toBe(0);
  expect(await findViolationsInBothThemes(page), where).toEqual([]);
}

it('shows a Viewer on a phone their own points, where each line is explained and asked about', async () => {
  viewer = await story.person('viewer', { ...PHONE, colorScheme: 'dark' });
  const { page } = viewer;
  await viewer.go('/my-points');
  await page.getByText('Tổng điểm 2 = Tổng điểm 1 × Hệ số pro').waitFor();
  const line = page.getByRole('listitem').filter({ hasText: job.name }).first();
  await line.waitFor();
  await expect.poll(() => line.textContent()).toContain(points(job.point));
  await expectFlawless(viewer, 'my points');
  await viewer.button(`Cách tính điểm ${job.name}`).click();
  await viewer.dialog(`Cách tính điểm · ${job.name}`).getByText('1. Định mức').waitFor();
  await page.keyboard.press('Escape');
  await viewer.button(`Thắc mắc về ${job.name}`).click();
  const asking = viewer.dialog(`Thắc mắc về ${job.name}`);
  await asking.waitFor();
  await viewer.field(/^Nội dung/).fill('Sao việc này thấp hơn việc trước?');
  await page.keyboard.press('Escape');
  await viewer.button('Viết tiếp').click();
  await expectFlawless(viewer, 'asking');
  await viewer.button('Gửi thắc mắc').click();
  await viewer.notice('Đã gửi thắc mắc');
  await page.getByRole('link', { name: new RegExp(`về ${job.name}: Chờ trả lời`) }).waitFor();
});

it('tells the Viewer in words why the month differs from the one before, in steps that add up', async () => {
  const { page } = viewer;
  await viewer.button('Vì sao khác tháng trước?').click();
  const section = page.getByRole('region', { name: 'Vì sao khác tháng' });
  await section.getByText(/ hơn tháng .* điểm, do:$/).waitFor();
  await expect.poll(() => section.evaluate((element) => element.getBoundingClientRect().top < innerHeight / 2)).toBe(true);
  await expectFlawless(viewer, 'the comparison');
  const numbers = async (texts: string[]) =>
    texts.map((text) => Number(/[+−]?[\d.]+,\d\d$/.exec(text)![0].replaceAll('.', '').replace(',', '.').replace('−', '-')));
  const steps = await numbers(await section.locator('[data-step]').allTextContents());
  const [sum] = await numbers([(await section.getByText('Cộng lại').locator('..').textContent())!]);
  expect(steps.length).toBeGreaterThan(2);
  // Each step is shown with two of its three decimals, and still they add up.
  expect(steps.reduce((added, step) => added + Math.round(step * 100), 0)).toBe(Math.round(sum! * 100));
  await section.getByRole('button', { name: 'Số việc thiết kế: xem từng mục' }).click();
  await section.getByRole('link', { name: /^DR-/ }).first().waitFor();
  await page.reload();
  await section.getByText(/ hơn tháng .* điểm, do:$/).waitFor();
  await viewer.button('Ẩn giải thích').click();
  await section.waitFor({ state: 'detached' });
});

it('lets a Checked correct the job from inside the question, which shows it, and answer', async () => {
  checked = await story.person('checked');
  const { page } = checked;
  await checked.go(`/statements?${inMonth}&state=asked`);
  await checked.row('Đỗ Mai Anh').getByRole('link', { name: '1', exact: true }).click();
  await page.getByRole('link', { name: `#1 · ${job.name}` }).click();
  await checked.button('Sửa điểm').click();
  const dialog = checked.dialog(`Sửa điểm của ${job.name}`);
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await dialog.getByText('Chưa có điểm nào khác với bây giờ.').waitFor();
  await dialog.getByLabel('Điểm thiết kế').fill('9,5');
  await dialog.getByLabel('Lý do điều chỉnh').fill('Bản vẽ có hai tầng');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await checked.notice('Đã sửa điểm; lần sửa được ghi vào thắc mắc này');
  const corrections = page.locator('section').filter({ hasText: 'Đã sửa theo thắc mắc này' });
  await expect.poll(() => corrections.textContent()).toContain(`${points(job.point)} → 9,50`);
  await checked.field(/^Câu trả lời/).fill('Đã sửa: nhà hai tầng');
  await checked.button('Trả lời').click();
  await checked.notice('Đã gửi câu trả lời');
  await expectFlawless(checked, 'a question');
});

it('tells the Viewer, who reads the answer, sees who adjusted the line and why, and confirms', async () => {
  const { page } = viewer;
  await viewer.go('/my-points');
  await page.getByRole('button', { name: /^Thông báo: \d+ chưa đọc$/ }).click();
  const notices = page.getByRole('dialog', { name: 'Thông báo mới nhất' });
  await expectFlawless(viewer, 'the notices');
  await notices
    .getByRole('link', { name: `Thắc mắc của bạn về tháng ${named} đã được trả lời` })
    .first()
    .click();
  await page.getByText('Đã sửa: nhà hai tầng').waitFor();
  await page.getByRole('link', { name: 'Xem phiếu điểm' }).click();
  await page.getByText('Lý do: Bản vẽ có hai tầng').first().waitFor();
  await viewer.button(/^Xác nhận/).click();
  await viewer.button('Vẫn xác nhận').click();
  await viewer.notice(`Bạn đã xác nhận điểm tháng ${named}`);
  await page.getByText(/^Bạn đã xác nhận lúc/).waitFor();
});

it('closes the month, after which the statement comes from the seal; in English its screens hold too', async () => {
  await checked.go(`/total?${inMonth}#lock`);
  const dialog = checked.dialog('Khóa và mở khóa tháng');
  await dialog.getByText('Công việc chưa được kiểm tra').waitFor();
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).click();
  await dialog.getByRole('button', { name: `Khóa tháng ${named}` }).click();
  const anyway = checked.button(/^Vẫn khóa tháng/);
  await anyway
    .or(dialog.getByText('Đã khóa', { exact: true }))
    .first()
    .waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await checked.notice(`Đã khóa tháng ${named}`);
  await dialog.getByRole('button', { name: /^Khi khóa còn \d+ mục$/ }).click();
  await expectFlawless(checked, 'the lock');
  await viewer.go(`/my-points?${inMonth}`);
  await viewer.page.getByText(/^Bản niêm phong số 1 · /).waitFor();
  await expectFlawless(viewer, 'a locked month');
  const admin = await story.person('admin', { lang: 'en' });
  for (const [path, sign] of [
    [`/calculate?${inMonth}&tab=seals`, 'Version 1'],
    ['/questions/1', 'Bản vẽ có hai tầng'],
    [`/users/4/points?${inMonth}`, /^Seal version 1 · /],
    [`/statements?${inMonth}`, 'Confirmed at'],
  ] as const) {
    await admin.go(path);
    await admin.page.getByText(sign).first().waitFor();
    await expectFlawless(admin, path);
  }
});
