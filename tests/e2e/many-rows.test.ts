import type { InValue } from '@libsql/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Story } from '../support/story.ts';

const JOBS = 546;
const LOCKED = 12;
const FREE = JOBS - LOCKED;
const LOCKED_DAY = '2024-03-10';
/** Columns that every write changes. */
const COUNTED_BY_WRITES = ['version', 'updated_at'];
const ROWS = 200;
const DAY = '2026-11-02';
/** Other than those in the rows before, as Excel shows them. */
const DAYS = ['2026/11/3', '4/11/2026', '2026-11-05'];

let story: Story;
let customer: number;
let person: number;
let notes: { id: number; content: string }[];
beforeAll(async () => {
  story = await openStory();
  await insertJobs();
  await insertIndirects();
});
afterAll(() => story?.close());

const query = async (sql: string, args: InValue[] = []) => (await story.stack.client.execute({ sql, args })).rows;

/** 546 jobs of one customer, like one of the demo: 12 of them in a month that is locked, none checked. */
async function insertJobs(): Promise<void> {
  const [made] = await query(`INSERT INTO customers (name, code, code_fold, name_fold, name_sort, work_category)
    SELECT 'Khách gộp', 'GOP', 'gop', 'khach gop', 'khach gop', work_category FROM customers LIMIT 1 RETURNING id`);
  customer = Number(made!.id);
  const own: Record<string, string> = {
    external_id: 'NULL',
    external_id_key: 'NULL',
    name: "printf('GOP-%03d', i)",
    customer_id: String(customer),
    henkyaku_hi: `CASE WHEN i <= ${LOCKED} THEN '${LOCKED_DAY}' ELSE d.henkyaku_hi END`,
    is_checked: '0',
  };
  const columns = (await query('PRAGMA table_info(directs)')).map(({ name }) => String(name)).filter((name) => name !== 'id');
  await query(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${JOBS})
    INSERT INTO directs (${columns.join()}) SELECT ${columns.map((name) => own[name] ?? `d.${name}`).join()}
    FROM n CROSS JOIN (SELECT * FROM directs ORDER BY henkyaku_hi DESC LIMIT 1) d`);
  await query("INSERT INTO month_locks (month, status, at) VALUES (?, 1, '2026-01-01 00:00:00')", [LOCKED_DAY.slice(0, 7)]);
}

/** 200 records of indirect work of one person, none checked, in an open month. */
async function insertIndirects(): Promise<void> {
  const [made] = await query(
    "INSERT INTO users (username, username_fold, name, name_fold) VALUES ('dan200', 'dan200', 'Dán Hàng Loạt', 'dan hang loat') RETURNING id",
  );
  person = Number(made!.id);
  const found = await query('SELECT id, content FROM indirect_note ORDER BY id LIMIT 2');
  notes = found.map(({ id, content }) => ({ id: Number(id), content: String(content) }));
  await query(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO indirects (user_id, indirect_note_id, rate_at, point, indirect_point_type, note) SELECT ?, ?, '${DAY}', 1, 'K', 'trước' FROM n`,
    [person, notes[0]!.id],
  );
}

const readJobs = async () => {
  const rows = await query('SELECT * FROM directs WHERE customer_id = ? ORDER BY id', [customer]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTED_BY_WRITES.includes(name))));
};

/** The header of somebody who calls the API. */
async function signIn(username: string): Promise<string> {
  const answer = await story.stack.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}

it('edits two fields of all that match, though somebody moved one meanwhile, and is undone by the notice', async () => {
  const writer = await story.person('writer', { viewport: { width: 1440, height: 900 } });
  const { page } = writer;
  writer.expect(/status of 409/);
  await writer.go(`/directs?customer_id=${customer}`);
  await page.locator('[data-select-row]:enabled').first().press(' ');
  await writer.button(`Chọn tất cả ${JOBS} dòng khớp`).press('Enter');
  await page.getByText(`Đã chọn ${JOBS} bản ghi`).waitFor();
  await writer.button('Sửa').press('Enter');
  const dialog = writer.dialog(/^Sửa 54[56] dòng/);
  await dialog.getByRole('button', { name: /^Nơi đặt hàng: .*giá trị khác nhau|^Nơi đặt hàng: Giữ nguyên/ }).press('Enter');
  await page.keyboard.type('Văn phòng Huế');
  await dialog.getByRole('button', { name: /^Ghi chú: / }).press('Enter');
  await page.keyboard.type('Đã đối chiếu');

  const before = await readJobs();
  const moved = before.find(({ henkyaku_hi }) => henkyaku_hi !== LOCKED_DAY)!;
  const authorization = await signIn('admin');
  const [other] = await query('SELECT MIN(id) AS id FROM customers');
  const answer = await story.stack.fetch(`/api/v1/directs/${moved.id}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ customer_id: other!.id }),
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
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).first().press('Enter');
  await page.getByText(`Đã hoàn tác ${FREE - 1} bản ghi`).waitFor();
  expect(await readJobs()).toEqual(before.filter(({ id }) => id !== moved.id));
  await writer.close();
});

const readRecords = async () => new Map((await query('SELECT * FROM indirects ORDER BY id')).map((row) => [Number(row.id), { ...row }]));

/** What the row at this place is to hold, and its five cells as Excel puts them on the clipboard. */
function makeRow(at: number) {
  const note = [
    { text: `"dòng 1\nnói ""${at}"""`, value: `dòng 1\nnói "${at}"` },
    { text: '=1+1', value: '=1+1' },
    { text: `"có\ttab ${at}"`, value: `có\ttab ${at}` },
    { text: '', value: null },
  ][at % 4]!;
  const cells = [notes[1]!.content, DAYS[at % 3]!, `1.234,${at % 10}5`, 'Tính vào tổng', note.text];
  return {
    line: cells.join('\t'),
    values: {
      indirect_note_id: notes[1]!.id,
      rate_at: `2026-11-0${3 + (at % 3)}`,
      point: Number(`1234.${at % 10}5`),
      indirect_point_type: 'C',
      note: note.value,
    },
  };
}

it('takes 200 × 5 cells as Excel copies them, changes exactly those, and gives them back by one Ctrl+Z or by the notice', async () => {
  const writer = await story.person('writer', {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, button } = writer;
  await writer.go(`/indirect?user_id=${person}&limit=${ROWS}`);
  await writer
    .row('Dán Hàng Loạt')
    .nth(ROWS - 1)
    .waitFor();
  await button('Sửa bảng').press('Enter');
  const focused = page.locator('td[data-focused]');
  await focused.locator('.grid-input').waitFor();
  await page.locator('[role=grid][aria-busy=false]').waitFor();
  while ((await focused.getAttribute('data-key')) !== 'indirect_note.content') await page.keyboard.press('Tab');

  const before = await readRecords();
  const rows = Array.from({ length: ROWS }, (_, at) => makeRow(at));
  await page.evaluate((text) => navigator.clipboard.writeText(text), rows.map(({ line }) => `${line}\r\n`).join(''));
  await page.keyboard.press('Control+v');
  await page.getByText('Đã dán, chưa lưu: 1.000 ô sẽ đổi.').waitFor();
  expect(await page.locator('td[data-changed]').count()).toBe(ROWS * 5);
  expect(await page.locator('td[data-refused]').count()).toBe(0);
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  await page.keyboard.press('Control+z');
  await button('Lưu').waitFor();
  expect(await page.locator('td[data-changed]').count()).toBe(0);
  expect(await readRecords()).toEqual(before);

  const ids = await page
    .locator('tr[data-row-id]')
    .evaluateAll((lines) => lines.map((line) => Number((line as HTMLElement).dataset.rowId)));
  await page.keyboard.press('Control+v');
  await button('Lưu (1.000)').waitFor();
  await page.keyboard.press('Control+s');
  const notice = page.locator('[data-sonner-toast]', { hasText: `Đã lưu ${ROWS} dòng` });
  await notice.waitFor();
  const after = await readRecords();
  expect(after.size).toBe(before.size);
  for (const [id, row] of after) {
    const at = ids.indexOf(id);
    expect(row, `record ${id}`).toEqual({ ...before.get(id), ...(at >= 0 && { ...rows[at]!.values, ...written(row) }) });
  }
  const [operation] = await query('SELECT created, updated, deleted FROM operations ORDER BY id DESC LIMIT 1');
  expect(operation).toMatchObject({ created: 0, updated: ROWS, deleted: 0 });

  await notice.getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  await page.getByText(`Đã hoàn tác ${ROWS} bản ghi`).waitFor();
  const restored = await readRecords();
  for (const [id, row] of restored) expect({ ...row, ...written(before.get(id)!) }, `record ${id}`).toEqual(before.get(id));
  await writer.close();
});

/** What every write of a record raises, and what follows from its columns. */
const written = ({ version, updated_at, audit_json, note_sort }: Record<string, unknown>) => ({
  version,
  updated_at,
  audit_json,
  note_sort,
});
