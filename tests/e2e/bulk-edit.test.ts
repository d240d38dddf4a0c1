import type { InValue } from '@libsql/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

const JOBS = 546;
const LOCKED = 12;
const WITHOUT_POINTS = 30;
const FREE = JOBS - LOCKED;
const LOCKED_DAY = '2024-03-10';
/** Columns that every write changes. */
const COUNTED_BY_WRITES = ['version', 'updated_at'];

let story: Story;
let customer: number;

/** 546 jobs of one customer, like one of the demo: 12 of them in a month that is locked, 30 others without points, none checked. */
beforeAll(async () => {
  story = await openStory();
  const { client } = story.stack;
  const run = async (sql: string, args: InValue[] = []) => (await client.execute({ sql, args })).rows;
  const [made] = await run(`INSERT INTO customers (name, code, code_fold, name_fold, name_sort, work_category)
    SELECT 'Khách gộp', 'GOP', 'gop', 'khach gop', 'khach gop', work_category FROM customers LIMIT 1 RETURNING id`);
  customer = Number(made!.id);
  const own: Record<string, string> = {
    external_id: 'NULL',
    external_id_key: 'NULL',
    name: "printf('GOP-%03d', i)",
    customer_id: String(customer),
    henkyaku_hi: `CASE WHEN i <= ${LOCKED} THEN '${LOCKED_DAY}' ELSE d.henkyaku_hi END`,
    result_design_point: `CASE WHEN i > ${JOBS - WITHOUT_POINTS} THEN NULL ELSE 5 END`,
    result_check_point: `CASE WHEN i > ${JOBS - WITHOUT_POINTS} THEN NULL ELSE 1 END`,
    is_checked: '0',
  };
  const columns = (await run('PRAGMA table_info(directs)')).map(({ name }) => String(name)).filter((name) => name !== 'id');
  await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${JOBS})
    INSERT INTO directs (${columns.join()}) SELECT ${columns.map((name) => own[name] ?? `d.${name}`).join()}
    FROM n CROSS JOIN (SELECT * FROM directs ORDER BY henkyaku_hi DESC LIMIT 1) d`);
  await run("INSERT INTO month_locks (month, status, at) VALUES (?, 1, '2026-01-01 00:00:00')", [LOCKED_DAY.slice(0, 7)]);
});
afterAll(() => story?.close());

const readJobs = async () => {
  const { rows } = await story.stack.client.execute({ sql: 'SELECT * FROM directs WHERE customer_id = ? ORDER BY id', args: [customer] });
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTED_BY_WRITES.includes(name))));
};
const countChecked = async () => (await readJobs()).filter(({ is_checked }) => is_checked === 1).length;

/** The header of somebody who calls the API. */
async function signIn(username: string): Promise<string> {
  const answer = await story.stack.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}

/** Opens the list of the customer's jobs and chooses all that match, by keyboard. */
async function chooseAll({ page, go, button }: Person, path: string): Promise<void> {
  await go(`${path}?customer_id=${customer}`);
  await page.locator('[data-select-row]:enabled').first().press(' ');
  await button(`Chọn tất cả ${JOBS} dòng khớp`).press('Enter');
  await page.getByText(`Đã chọn ${JOBS} bản ghi`).waitFor();
}

const undo = (page: Page) => page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).first().press('Enter');

it('checks 546 jobs in one action, with the locked ones and those without points named, and takes it back', async () => {
  const checked = await story.person('checked', { viewport: { width: 1440, height: 900 } });
  const { page } = checked;
  await chooseAll(checked, '/directs-techousei');
  await checked.button('Kiểm tra').press('Enter');
  const dialog = checked.dialog(`Kiểm tra ${JOBS} dòng`);
  await dialog.getByText(`Có ${WITHOUT_POINTS} việc chưa có điểm`).waitFor();
  await dialog.getByText(`${LOCKED} dòng không sửa được`).waitFor();
  await dialog.getByText('GOP-001 ').waitFor();
  await dialog.getByText('GOP-517 ').waitFor();
  await dialog.getByText(`Xem ${LOCKED - 8} dòng khác`).waitFor();
  await dialog.getByRole('button', { name: 'Tính trước' }).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Chỉ kiểm tra ${FREE - WITHOUT_POINTS} việc có điểm` }).press('Enter');
  await page.getByText(`Đã kiểm tra ${FREE - WITHOUT_POINTS} bản ghi`).waitFor();
  await page.getByText(`Đã chọn ${LOCKED + WITHOUT_POINTS} bản ghi`).waitFor();
  expect(await countChecked()).toBe(FREE - WITHOUT_POINTS);
  await undo(page);
  await page.getByText(`Đã hoàn tác ${FREE - WITHOUT_POINTS} bản ghi`).waitFor();
  expect(await countChecked()).toBe(0);
  await checked.close();
});

it('edits two fields of all that match, though somebody moved one meanwhile, and is undone by the notice', async () => {
  const writer = await story.person('writer', { viewport: { width: 1440, height: 900 } });
  const { page } = writer;
  writer.expect(/status of 409/);
  await chooseAll(writer, '/directs');
  await writer.button('Sửa').press('Enter');
  const dialog = writer.dialog(/^Sửa 54[56] dòng/);
  await dialog.getByRole('button', { name: /^Nơi đặt hàng: .*giá trị khác nhau|^Nơi đặt hàng: Giữ nguyên/ }).press('Enter');
  await page.keyboard.type('Văn phòng Huế');
  await dialog.getByRole('button', { name: /^Ghi chú: / }).press('Enter');
  await page.keyboard.type('Đã đối chiếu');

  const before = await readJobs();
  const moved = before.find(({ henkyaku_hi }) => henkyaku_hi !== LOCKED_DAY)!;
  const authorization = await signIn('admin');
  const { rows } = await story.stack.client.execute('SELECT MIN(id) AS id FROM customers');
  const answer = await story.stack.fetch(`/api/v1/directs/${moved.id}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ customer_id: rows[0]!.id }),
  });
  expect(answer.status).toBe(200);

  await dialog.getByRole('button', { name: 'Xem trước' }).press('Enter');
  await dialog.getByText(`Bây giờ có ${JOBS - 1} dòng khớp với bộ lọc, không còn là ${JOBS} dòng`).waitFor();
  await dialog.getByRole('button', { name: `Xem trước lại với ${JOBS - 1} dòng` }).press('Enter');
  await dialog.getByText(`${FREE - 1} dòng sẽ đổi`).waitFor();
  await dialog.getByText(`${LOCKED} dòng không sửa được`).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Sửa ${FREE - 1} dòng` }).press('Enter');
  await page.locator('[data-sonner-toast]', { hasText: `Đã sửa ${FREE - 1} dòng` }).waitFor();
  const written = (await readJobs()).filter(({ bikou, hacchyuumoto }) => bikou === 'Đã đối chiếu' && hacchyuumoto === 'Văn phòng Huế');
  expect(written).toHaveLength(FREE - 1);
  await undo(page);
  await page.getByText(`Đã hoàn tác ${FREE - 1} bản ghi`).waitFor();
  expect(await readJobs()).toEqual(before.filter(({ id }) => id !== moved.id));
  await writer.close();
});
