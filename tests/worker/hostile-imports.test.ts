import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_MAX_ROWS } from '../../worker/contracts/calls/imports.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { relationships, workbookOf, xlsxOf, zipOf } from '../support/workbooks.ts';
import { type Staff, signIn } from './calculation-month.ts';
import { cleared, ended, imported, insertPeople, upload } from './import-file.ts';

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

describe('a file of too many rows', () => {
  test('is refused with the number that can be taken', async () => {
    const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    // Rows of examples count, and are passed over. All alike they would be packed as tightly as a bomb.
    const rows = Array.from({ length: IMPORT_MAX_ROWS + 1 }, () => `<row>${cell(`(ví dụ) ${randomBytes(12).toString('hex')}`)}</row>`);
    const file = await xlsxOf({
      rows: `<row>${cell('Nhân viên')}${cell('Hệ số pro')}${cell('rate_at')}</row>${rows.join('')}`,
    });
    const before = await countRatings();
    const { body } = await upload(stack, staff, 'pro', new Uint8Array(file));
    const failed = await ended(staff, body.id);
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('hơn 100000 dòng') });
    expect(await countRatings()).toBe(before);
  });
});

describe('a file that is no honest workbook', () => {
  const xlsx = (rows: string) => xlsxOf({ rows });
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const cases: [name: string, file: () => Promise<Uint8Array>, status: number, said: RegExp][] = [
    ['is empty', async () => new Uint8Array(), 422, /0 byte/],
    ['is a text', async () => new TextEncoder().encode('Nhân viên,Điểm\nnv001,1'), 415, /\.xlsx, \.xls/],
    ['is a zip file of something else', () => zipOf({ 'readme.txt': 'hello' }), 201, /Excel/],
    ['is cut off', async () => (await workbookOf([['Nhân viên'], ['nv001']])).slice(0, 900), 201, /hỏng/],
    ['has no cells', () => xlsx(''), 201, /không có dữ liệu/],
    ['has a header only', () => workbookOf([['Nhân viên', 'Hệ số pro', 'rate_at']]), 201, /Chưa có dòng dữ liệu nào/],
    ['has no header we know', () => xlsx(`<row r="1">${text('Tên')}${text('Tuổi')}</row>`), 422, /headings_unknown.*Tuổi/],
    ['lacks a required column', () => workbookOf([['Nhân viên'], ['nv001']]), 201, /Hệ số pro/],
    [
      'has a column twice',
      () =>
        workbookOf([
          ['Nhân viên', 'Hệ số pro', 'Ghi chú', 'note'],
          ['nv001', 1.2, 'a', 'b'],
        ]),
      201,
      /Ghi chú|note/,
    ],
  ];

  test.each(cases)('%s: the reason is reported', async (_, make, status, said) => {
    const answer = await upload(stack, staff, 'pro', new Uint8Array(await make()));
    expect(answer.status).toBe(status);
    if (status !== 201) return expect(JSON.stringify(answer.body)).toMatch(said);
    const failed = await ended(staff, answer.body.id);
    expect(failed.status).toBe('failed');
    expect(failed.message).toMatch(said);
  });
});

async function countRatings(): Promise<number> {
  const { rows } = await stack.client.execute('SELECT COUNT(*) AS n FROM pro');
  return Number(rows[0]!.n);
}

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
