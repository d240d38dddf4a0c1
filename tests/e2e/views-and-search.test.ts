import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story?.close());

const WIDE = { viewport: { width: 1440, height: 900 } };
const query = async (sql: string, args: (string | number)[] = []) => (await story.stack.client.execute({ sql, args })).rows;
const views = () => query('SELECT * FROM views ORDER BY id');

/** The columns that a list shows, but for that of the boxes that choose rows, and its rows. */
async function readList({ page }: Person): Promise<{ columns: string[]; rows: string[] }> {
  await page.locator('.data-table tbody:not([aria-hidden]) tr[data-row-id]').first().waitFor();
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
  const columns = await page.getByRole('columnheader').allInnerTexts();
  const rows = await page.locator('tr[data-row-id]').evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.rowId!));
  return { columns: columns.map((name) => name.trim()).filter((name) => name !== ''), rows };
}

it('lets somebody else play with a shared view, while its owner and a third see it as it was saved', async () => {
  const owner = await story.person('writer', WIDE);
  await owner.go('/directs?order_by=tsubosuu DESC');
  await readList(owner);
  await owner.button('Thao tác khác').first().click();
  await owner.button('Chế độ xem').press('Enter');
  await owner.button('Lưu thành chế độ xem mới').press('Enter');
  const dialog = owner.dialog('Lưu thành chế độ xem mới');
  await dialog.getByLabel('Tên chế độ xem').waitFor();
  await owner.page.keyboard.type('Việc lớn nhất');
  await dialog.getByRole('radio', { name: 'Mọi người' }).press(' ');
  await owner.page.keyboard.press('Enter');
  await owner.notice('Đã lưu chế độ xem «Việc lớn nhất»');
  const [saved] = await views();
  const link = `/directs?view=${saved!.id}`;
  const shown = await readList(owner);

  const other = await story.person('checked', WIDE);
  const { page } = other;
  await other.go(link);
  await other.button('Việc lớn nhất').waitFor();
  await expect.poll(() => readList(other)).toEqual(shown);
  await page.getByRole('columnheader').getByRole('button', { name: 'Khách hàng', exact: true }).press('Enter');
  await other.button('Việc lớn nhất •').waitFor();
  await other.button('Thao tác khác').first().click();
  await other.button('Cột hiển thị').press('Enter');
  await page.getByRole('dialog', { name: 'Cột hiển thị' }).getByLabel('Tên công trình', { exact: true }).press(' ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('DR');
  await expect.poll(async () => (await readList(other)).rows.join()).not.toBe(shown.rows.join());
  expect((await readList(other)).columns).not.toContain('Tên công trình');
  // Who only uses a view may save what they made of it as their own, not over it.
  await other.button('Lưu thành…').waitFor();
  expect(await other.button('Lưu').count()).toBe(0);

  const third = await story.person('viewer', WIDE);
  for (const person of [owner, third]) {
    await person.go(link);
    await person.button('Việc lớn nhất').waitFor();
    await expect.poll(() => readList(person)).toEqual(shown);
  }
  await other.button('Bỏ thay đổi').press('Enter');
  await other.button('Việc lớn nhất').waitFor();
  await expect.poll(() => readList(other)).toEqual(shown);
  expect(await views()).toEqual([saved]);
  for (const person of [owner, other, third]) await person.close();
});

it('opens a view that names what one may not read with the rest of it, and tells nothing of it', async () => {
  const [gone] = await query(
    "INSERT INTO customers (name, code, code_fold, name_fold) VALUES ('Sắp Xóa', 'SX', 'sx', 'sap xoa') RETURNING id",
  );
  const state = {
    filters: { customer_id: String(gone!.id), is_checked: '0' },
    order_by: 'tsubosuu DESC',
    columns: { order: ['name', 'old_column'], hidden: [] },
  };
  const [view] = await query(
    "INSERT INTO views (entity, name, state, shared, user_id, created_at, updated_at) SELECT 'directs', 'Có phần đã mất', ?, 'all', id, '', '' FROM users WHERE username = 'admin' RETURNING id",
    [JSON.stringify(state)],
  );
  const [foreign] = await query(
    "INSERT INTO views (entity, name, state, shared, user_id, created_at, updated_at) SELECT 'users', 'Bí mật', ?, 'all', id, '', '' FROM users WHERE username = 'admin' RETURNING id",
    [JSON.stringify({ filters: { email: 'ai-do@tensu.test' } })],
  );
  await query('DELETE FROM customers WHERE id = ?', [Number(gone!.id)]);
  const viewer = await story.person('viewer', WIDE);
  await viewer.go(`/directs?view=${view!.id}`);
  await viewer.page.getByText('Chế độ xem «Có phần đã mất» có phần không còn nữa: «Khách hàng»').waitFor();
  await readList(viewer);
  const token = await viewer.page.evaluate(async () => {
    const answer = await fetch('/api/v1/auth/refresh-tokens', { method: 'POST' });
    return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
  });
  const told = await story.stack.fetch(`/api/v1/views/${foreign!.id}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await told.text()).not.toContain('ai-do@tensu.test');
  await viewer.close();
});

it('finds a record by words in any order without accents, by keyboard alone, and nobody what is not theirs', async () => {
  const [job] = await query(`SELECT d.id, d.name, u.name AS person, c.code FROM directs d JOIN users u ON u.id = d.user_id
    JOIN customers c ON c.id = d.customer_id WHERE c.code IS NOT NULL AND u.name LIKE '% % %' ORDER BY d.id DESC LIMIT 1`);
  const plain = (text: unknown) =>
    String(text).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').toLowerCase();
  const [family, ...given] = plain(job!.person).split(' ');
  const viewer = await story.person('viewer');
  const { page } = viewer;
  await viewer.go('/home');
  const open = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).waitFor();
  };
  await open();
  await page.keyboard.type(`${given.at(-1)} ${plain(job!.name)} ${family}`);
  const hit = page.getByRole('group', { name: 'Việc trực tiếp' }).getByRole('option', { name: String(job!.name) });
  await hit.first().waitFor();
  for (let step = 0; step < 10 && (await hit.first().getAttribute('aria-selected')) !== 'true'; step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/directs/${job!.id}/view`);

  // The box of the list finds the same words.
  await viewer.go('/directs?exc_start_time=&exc_end_time=');
  await page.keyboard.press('/');
  await page.keyboard.type(`${given.at(-1)} ${plain(job!.name)} ${family}`);
  await viewer.row(String(job!.name)).first().waitFor();
  await expect.poll(async () => (await readList(viewer)).rows).toContain(String(job!.id));
  await viewer.close();

  // A Writer finds the groups of their department only, an Admin all.
  const ofWriter = "(SELECT department_id FROM users WHERE username = 'writer')";
  const [own] = await query(`SELECT id, group_name AS name FROM department_groups WHERE dept_id = ${ofWriter} LIMIT 1`);
  const [foreign] = await query(`SELECT id, group_name AS name FROM department_groups WHERE dept_id <> ${ofWriter} LIMIT 1`);
  for (const [username, names] of [
    ['writer', [own]],
    ['admin', [own, foreign]],
  ] as const) {
    const person = await story.person(username);
    await person.go('/home');
    for (const group of [own, foreign]) {
      await person.page.keyboard.press('Control+k');
      await person.page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).waitFor();
      await person.page.keyboard.type(plain(group!.name));
      const found = person.page
        .getByRole('group', { name: 'Nhóm', exact: true })
        .getByRole('option', { name: String(group!.name), exact: true });
      const answered = person.page.waitForResponse((answer) => answer.url().includes('/search?'));
      await answered;
      if (names.includes(group)) await found.first().waitFor();
      else expect(await found.count(), `${username}: ${group!.name}`).toBe(0);
      await person.page.keyboard.press('Escape');
    }
    await person.close();
  }
});
