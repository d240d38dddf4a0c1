import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { relationships, xlsxOf } from '../support/workbooks.ts';
import { type Staff, signIn } from './calculation-month.ts';
import { cleared, ended, imported, insertPeople, upload, workbookOf } from './import-file.ts';

let stack: Stack;
let staff: Staff;

beforeAll(async () => {
  stack = await startStack({ prepare: insertPeople, heapMb: 96 });
  staff = await signIn(stack);
});
afterAll(() => stack?.close());

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const FILES: [what: string, file: () => Promise<Uint8Array>, limit: string][] = [
  ['40,000 sheets', () => manySheets(40_000), '100 trang tính'],
  ['millions of blank cells', () => blankCells(4_000_000), '3.000.000'],
];

test.each(FILES)('a workbook of %s is refused with its limit, and calls are answered meanwhile', async (_, file, limit) => {
  const { status, body } = await upload(stack, staff, 'pro', (await file()) as Uint8Array<ArrayBuffer>);
  expect(status).toBe(201);
  let answers = 0;
  let done = false;
  const probing = (async () => {
    while (!done) {
      expect((await stack.fetch('/api/v1/healthz')).status).toBe(200);
      answers += 1;
    }
  })();
  const result = await ended(staff, body.id).finally(() => (done = true));
  await probing;
  expect(result).toMatchObject({ status: 'failed', inserted: 0, message: expect.stringContaining(limit) });
  expect(answers).toBeGreaterThan(1);
  await cleared(stack, body.id);
});

test('an ordinary import after them is written', async () => {
  const file = await workbookOf([
    ['Nhân viên', 'Pro factor', 'rate_at', 'Ghi chú'],
    ['nv001', '1,2', '2026/11/05', 'tốt'],
  ]);
  expect(await imported(stack, staff, 'pro', file)).toMatchObject({ status: 'done', inserted: 1 });
});

/** Sheets that are all one and the same part, the first one visible. */
function manySheets(count: number): Promise<Uint8Array> {
  const sheets = Array.from({ length: count }, (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('');
  return xlsxOf({
    rows: '<row><c><v>1</v></c></row>',
    parts: {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${sheets}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(Array(count).fill(['worksheet', 'worksheets/sheet1.xml'])),
    },
  });
}

/** Cells without a value; noise in a comment keeps the ratio of compression honest. */
function blankCells(count: number): Promise<Uint8Array> {
  const noise = randomBytes(300_000).toString('base64');
  return xlsxOf({ rows: `${`<row>${'<c/>'.repeat(200)}</row>`.repeat(count / 200)}<!--${noise}-->` });
}
