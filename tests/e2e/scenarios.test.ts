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

/** The points of all jobs, of the month from which the scenario counts or of those before. */
async function readPoints(comparison: '>=' | '<'): Promise<[number, number, number][]> {
  const { rows } = await story.stack.client.execute({
    sql: `SELECT id, result_design_point AS design, result_check_point AS "check" FROM directs WHERE henkyaku_hi ${comparison} ? ORDER BY id`,
    args: [`${nextMonth().replace('/', '-')}-01`],
  });
  return rows.map((row) => [Number(row.id), Number(row.design), Number(row.check)]);
}

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
  await admin.button('Thao tác khác').first().click();
  await expect.poll(() => admin.button('Xuất Excel').count()).toBe(1);
  expect(await admin.button('Nhập Excel').count(), 'no scenario takes an import').toBe(0);

  await admin.visit(`/standards/${standard.id}/view`);
  await page.getByText('Đang ở trong phương án').waitFor();
  await admin.field(/^Điểm thiết kế định mức/).fill(String(Math.round(standard.points * 150) / 100).replace('.', ','));
  await admin.button('Thoát phương án').press('Enter');
  await admin.dialog().getByRole('button', { name: 'Ở lại' }).press('Enter');
  await page.getByText('Đang ở trong phương án').waitFor();
  await page.keyboard.press('Control+s');
  await admin.notice(/Đã lưu|Đã cập nhật/);
  const live = await story.stack.client.execute({
    sql: 'SELECT standard_design_point AS points FROM standards WHERE id = ?',
    args: [standard.id],
  });
  expect(live.rows[0]!.points, 'the live rule stays').toBe(standard.points);

  await admin.button('Thoát phương án').press('Enter');
  await page.getByText(standard.customer).first().waitFor();
  await admin.button('Thử').press('Enter');
  await page.getByText(/^\d+ việc: /).waitFor();
  await page.getByRole('tab', { name: 'Khách hàng' }).click();
  await page.getByRole('tabpanel').getByText(standard.customer).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  await admin.button('Áp dụng').press('Enter');
  await admin.dialog('Đưa phương án vào áp dụng').getByRole('button', { name: 'Áp dụng' }).press('Enter');
  await admin.notice(/^Đã áp dụng: 1 dòng mới/);
  const versions = await story.stack.client.execute({
    sql: `SELECT n.standard_design_point AS points FROM standards n JOIN standards o ON o.id = ? AND n.customer_id = o.customer_id
      AND n.work_category_id = o.work_category_id WHERE n.valid_from <> ''`,
    args: [standard.id],
  });
  expect(versions.rows.map(({ points }) => Number(points))).toEqual([Math.round(standard.points * 150) / 100]);
});

it('publishes by a calculation what the trial predicted, for jobs of the month it counts from and no other', async () => {
  const { page } = admin;
  const { rows: jobs } = await story.stack.client.execute(`SELECT r.direct_id AS id, after_design, after_check FROM rule_scenario_results r
    JOIN directs d ON d.id = r.direct_id WHERE r.after_design > r.before_design AND d.is_checked = 0 ORDER BY r.month DESC, 1 LIMIT 2`);
  expect(jobs).toHaveLength(2);
  const predicted = jobs
    .map((job) => [Number(job.id), Number(job.after_design), Number(job.after_check)] as const)
    .sort(([one], [other]) => one - other);
  const day = `${nextMonth().replace('/', '-')}-05`;
  await story.stack.client.batch(jobs.map(({ id }) => ({ sql: 'UPDATE directs SET henkyaku_hi = ? WHERE id = ?', args: [day, id!] })));
  const earlier = await readPoints('<');
  const [year, month] = nextMonth().split('/').map(Number) as [number, number];
  await admin.go(`/calculate?year=${year}&month=${month}`);
  await admin.button('Tính điểm').press('Enter');
  await page.getByRole('status').filter({ hasText: 'Đã xong' }).waitFor();
  expect(await readPoints('>=')).toEqual(predicted);
  expect(await readPoints('<')).toEqual(earlier);
});

it('says in words that somebody ended the scenario one is in, keeps what was typed, and leads out with one press', async () => {
  const other = await story.person('admin');
  const { page } = admin;
  admin.expect(/status of (?:404|409) /);
  const enter = async (name: string) => {
    await admin.go('/rules/scenarios/add');
    await admin.field(/^Tên phương án/).fill(name);
    await page.keyboard.press('Control+s');
    await admin.row(name).getByRole('link').first().press('Enter');
    await admin.button('Sửa quy tắc trong phương án').press('Enter');
    await page.getByText('Đang ở trong phương án').waitFor();
    await admin.visit(`/standards/${standard.id}/view`);
    await admin.field(/^Điểm thiết kế định mức/).fill('7,5');
  };
  const save = () => page.keyboard.press('Control+s');

  await enter('Bị bỏ');
  await other.go('/rules/scenarios');
  await other.row('Bị bỏ').getByRole('link').first().press('Enter');
  await other.button('Bỏ phương án').press('Enter');
  await other.dialog().getByRole('button', { name: 'Bỏ phương án' }).press('Enter');
  await other.button('Bỏ phương án').waitFor({ state: 'detached' });
  await save();
  await page.getByText('Phương án Bị bỏ đã bị bỏ').waitFor();
  expect(await admin.field(/^Điểm thiết kế định mức/).inputValue()).toBe('7,5');
  await admin.button('Thoát phương án').press('Enter');
  await admin.dialog().getByRole('button', { name: 'Ở lại' }).press('Enter');
  expect(await admin.field(/^Điểm thiết kế định mức/).inputValue()).toBe('7,5');
  await admin.button('Thoát phương án').press('Enter');
  await admin.dialog().getByRole('button', { name: 'Rời trang' }).press('Enter');
  await page.waitForURL('**/rules/scenarios/*/view');

  await enter('Bị xóa');
  await other.go('/rules/scenarios');
  await other.deleteRow('Bị xóa');
  await other.dialog().getByRole('button', { name: 'Xóa' }).press('Enter');
  await other.row('Bị xóa').waitFor({ state: 'detached' });
  await save();
  await page.getByText('Phương án Bị xóa đã bị xóa').waitFor();
  expect(await admin.field(/^Điểm thiết kế định mức/).inputValue()).toBe('7,5');
  await admin.go('/standards');
  await page.locator('main').getByText('Phương án quy tắc này đã bị xóa').first().waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await admin.button('Thoát phương án').press('Enter');
  await page.waitForURL('**/rules/scenarios');
  await admin.visit('/standards');
  await admin.row(/./).first().waitFor();
  expect(await admin.button('Thoát phương án').count()).toBe(0);
});
