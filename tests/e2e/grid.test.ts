import type { InValue } from '@libsql/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Story } from '../support/story.ts';

const ROWS = 200;
const DAY = '2026-11-02';
/** Other than those in the rows before, as Excel shows them. */
const DAYS = ['2026/11/3', '4/11/2026', '2026-11-05'];

let story: Story;
let person: number;
let notes: { id: number; content: string }[];

const query = async (sql: string, args: InValue[] = []) => (await story.stack.client.execute({ sql, args })).rows;

/** 200 records of indirect work of one person, none checked, in an open month. */
beforeAll(async () => {
  story = await openStory();
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
});
afterAll(() => story?.close());

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

it('names the cells of a paste that say no clear number, day or choice, and leaves what cannot be written', async () => {
  const [checked] = await query('SELECT id FROM indirects WHERE user_id = ? ORDER BY rate_at DESC, id DESC LIMIT 1 OFFSET 1', [person]);
  await query('UPDATE indirects SET is_checked = 1 WHERE id = ?', [checked!.id!]);
  const writer = await story.person('writer', {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, button } = writer;
  await writer.go(`/indirect?user_id=${person}&limit=5`);
  await button('Sửa bảng').press('Enter');
  const focused = page.locator('td[data-focused]');
  await focused.locator('.grid-input').waitFor();
  await page.locator('[role=grid][aria-busy=false]').waitFor();
  while ((await focused.getAttribute('data-key')) !== 'rate_at') await page.keyboard.press('Tab');
  const lines = ['2026/11/6\t=1+1\tC', '2026/11/6\t9\tC', '31/2/2026\t1,234.5\tkhông rõ', '６/１１/２０２６\t\u00a07\tC'];
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${lines.join('\r\n')}\r\n`);
  await page.keyboard.press('Control+v');
  await page.getByText('4 ô không dùng được').waitFor();
  const report = page.locator('.grid-report');
  await report.getByText('1 dòng không sửa được nên được giữ nguyên').waitFor();
  await report.getByText('Đã kiểm tra').waitFor();
  const titles = await page.locator('td[data-refused]').evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).title));
  expect(titles.map((title) => title.length > 0)).toEqual([true, true, true, true]);
  expect(titles[0]).toBe('«=1+1» là công thức; hãy dán giá trị');
  // More rows than stand on the page: none of them is taken.
  await page.keyboard.press('Control+z');
  await page.evaluate((text) => navigator.clipboard.writeText(text), '2026/11/6\r\n'.repeat(6));
  await page.keyboard.press('Control+v');
  await page.getByText('Chưa dán ô nào: vùng dán dài hơn trang này 1 dòng').waitFor();
  expect(await page.locator('td[data-changed]').count()).toBe(0);
  await writer.close();
});
