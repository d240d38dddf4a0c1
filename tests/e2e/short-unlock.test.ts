import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

const MONTH = '2026-10';
const DIALOG = 'Khóa và mở khóa tháng';

let story: Story;
let admin: Person;
let checked: Person;
/** A job of the month that may be edited. */
let job: { id: number; name: string };

beforeAll(async () => {
  story = await openStory();
  [admin, checked] = await Promise.all([story.person('admin'), story.person('checked')]);
  const { rows } = await story.stack.client.execute(
    `SELECT id, name FROM directs WHERE is_checked = 0 AND henkyaku_hi LIKE '${MONTH}%' ORDER BY id LIMIT 1`,
  );
  job = { id: Number(rows[0]!.id), name: String(rows[0]!.name) };
  await admin.go(`/total?year=2026&month=10#lock`);
  const dialog = admin.dialog(DIALOG);
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).check();
  await dialog.getByRole('button', { name: 'Khóa tháng 2026/10' }).click();
  const anyway = admin.dialog().getByRole('button', { name: 'Vẫn khóa tháng 2026/10' });
  await anyway
    .or(dialog.getByText('Đã khóa', { exact: true }))
    .first()
    .waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await admin.notice('Đã khóa tháng 2026/10');
  await dialog.getByRole('button', { name: 'Đóng' }).last().click();
  await dialog.waitFor({ state: 'detached' });
});
afterAll(() => story?.close());

const seals = async () => Number((await story.stack.client.execute('SELECT COUNT(*) AS n FROM month_seals')).rows[0]!.n);
/** As if the minutes were over: the cron of the minute comes then. */
async function letTimePass(): Promise<void> {
  await story.stack.client.execute(`UPDATE month_locks SET open_until = '2026-11-01 00:00:00' WHERE month = '${MONTH}'`);
  await story.stack.dispatchCron('* * * * *');
}
async function unlock(forWhom: string): Promise<void> {
  await admin.go(`/total?year=2026&month=10#unlock`);
  const dialog = admin.dialog(DIALOG);
  await dialog.getByRole('radio', { name: 'Mở hẳn', checked: true }).waitFor();
  await dialog.getByRole('radio', { name: 'Mở 30 phút rồi tự khóa lại' }).check();
  await dialog.getByRole('radio', { name: forWhom }).check();
  await dialog.getByLabel('Lý do mở khóa').fill('Sửa tsubo một việc');
  await dialog.getByRole('button', { name: 'Mở khóa tháng 2026/10' }).click();
  await admin.notice('Đã mở khóa tháng 2026/10');
  await dialog
    .getByText(/^mở đến \d\d:\d\d$/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Đóng' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await admin.page
    .locator('[data-month-lock]')
    .getByText(/mở đến \d\d:\d\d/)
    .first()
    .waitFor();
}

it('opens a month for 30 minutes to one person, and tells the others who may write until when', async () => {
  await unlock('Chỉ mình tôi');
  for (const width of [1440, 390]) {
    await checked.page.setViewportSize({ width, height: 900 });
    await checked.go(`/directs/${job.id}/view`);
    await checked.page.getByText(/Trần Quốc Việt mở để sửa đến/).waitFor();
    expect(await checked.button('Lưu').count()).toBe(0);
    expect(await checked.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true);
  }
});

it('is locked again under its seal when the time is over and nothing was changed, and nobody is told', async () => {
  const before = await seals();
  await letTimePass();
  expect(await seals()).toBe(before);
  const { rows } = await story.stack.client.execute(`SELECT status, seal_id FROM month_locks WHERE month = '${MONTH}'`);
  expect(rows[0]).toMatchObject({ status: 1, seal_id: before });
  const told = await story.stack.client.execute("SELECT kind FROM notices WHERE kind IN ('month_unlocked', 'month_corrected')");
  expect(told.rows).toEqual([]);
});

it('is sealed anew when something was changed, and those whose figures moved are told what moved', async () => {
  const before = await seals();
  await unlock('Mọi người có quyền sửa');
  await admin.go(`/directs/${job.id}/view`);
  await checked.page.setViewportSize({ width: 1440, height: 900 });
  await checked.go(`/directs/${job.id}/view`);
  await checked.button('Lưu').waitFor();
  await story.stack.client.execute({
    sql: 'UPDATE directs SET result_design_point = ifnull(result_design_point, 0) + 1.5 WHERE id = ?',
    args: [job.id],
  });
  await letTimePass();
  expect(await seals()).toBe(before + 1);
  const { rows } = await story.stack.client.execute("SELECT params FROM notices WHERE kind = 'month_corrected'");
  expect(rows.length).toBe(1);
  await checked.page.reload();
  await checked.page.getByRole('status').filter({ hasText: 'Tháng 2026/10 đã khóa' }).waitFor();
  expect(await checked.button('Lưu').count()).toBe(0);
});
