import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClock } from '../../worker/platform/clock.ts';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
let admin: Person;
/** The customer with most jobs that have a standard, and that standard. */
let standard: { id: number; customer: string; points: number };

beforeAll(async () => {
  story = await openStory();
  const { rows } = await story.stack.client.execute(`SELECT s.id, c.name AS customer, s.standard_design_point AS points, COUNT(*) AS jobs
    FROM standards s JOIN customers c ON c.id = s.customer_id JOIN directs d ON d.customer_id = s.customer_id AND d.work_category_id = s.work_category_id
    WHERE s.valid_from = '' AND d.is_updated = 0 AND d.result_design_point > 0 GROUP BY s.id ORDER BY jobs DESC LIMIT 1`);
  standard = { id: Number(rows[0]!.id), customer: String(rows[0]!.customer), points: Number(rows[0]!.points) };
});
afterAll(() => story?.close());

const nextMonth = () => {
  const [year, month] = createClock(story.stack.now).today().split('-').map(Number) as [number, number];
  return `${month === 12 ? year + 1 : year}/${String((month % 12) + 1).padStart(2, '0')}`;
};

it('tries a rise of one customer from next month on the last three, by keyboard, and promotes it', async () => {
  admin = await story.person('admin', { viewport: { width: 1440, height: 900 } });
  const { page } = admin;
  await admin.go('/rules/scenarios/add');
  await admin.field(/^Tên phương án/).fill('Tăng điểm một khách');
  await admin.field(/^Dự kiến áp dụng từ tháng/).fill(nextMonth());
  await page.keyboard.press('Control+s');
  await admin.row('Tăng điểm một khách').getByRole('link').first().press('Enter');
  const edit = admin.button('Sửa quy tắc trong phương án');
  await edit.waitFor();
  await edit.press('Enter');
  await page.getByText('Đang ở trong phương án').waitFor();
  await admin.row(/./).first().waitFor();
  await expect.poll(() => admin.button('Xuất Excel').count()).toBe(1);
  expect(await admin.button('Nhập Excel').count(), 'no scenario takes an import').toBe(0);

  await admin.visit(`/standards/${standard.id}/view`);
  await page.getByText('Đang ở trong phương án').waitFor();
  await admin.field(/^Điểm thiết kế định mức/).fill(String(Math.round(standard.points * 150) / 100).replace('.', ','));
  await admin.button('Rời phương án').press('Enter');
  await admin.dialog().getByRole('button', { name: 'Ở lại' }).press('Enter');
  await page.getByText('Đang ở trong phương án').waitFor();
  await page.keyboard.press('Control+s');
  await admin.notice(/Đã lưu|Đã cập nhật/);
  const live = await story.stack.client.execute({
    sql: 'SELECT standard_design_point AS points FROM standards WHERE id = ?',
    args: [standard.id],
  });
  expect(live.rows[0]!.points, 'the live rule stays').toBe(standard.points);

  await admin.button('Rời phương án').press('Enter');
  await page.getByText(standard.customer).first().waitFor();
  await admin.button('Thử').press('Enter');
  await page.getByText(/^\d+ việc: /).waitFor();
  await page.getByRole('tab', { name: 'Khách hàng' }).click();
  await page.getByRole('tabpanel').getByText(standard.customer).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  await admin.button('Áp dụng').press('Enter');
  await admin.dialog('Áp dụng phương án thành quy tắc').getByRole('button', { name: 'Áp dụng' }).press('Enter');
  await admin.notice(/^Đã áp dụng: 1 dòng mới/);
  const versions = await story.stack.client.execute({
    sql: `SELECT n.standard_design_point AS points FROM standards n JOIN standards o ON o.id = ? AND n.customer_id = o.customer_id
      AND n.work_category_id = o.work_category_id WHERE n.valid_from <> ''`,
    args: [standard.id],
  });
  expect(versions.rows.map(({ points }) => Number(points))).toEqual([Math.round(standard.points * 150) / 100]);
});

it('is read on a phone without scrolling sideways', async () => {
  const phone = await story.person('admin', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.go('/rules/scenarios/1/view');
  await phone.page.getByText(/^\d+ việc: /).waitFor();
  await expect.poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
