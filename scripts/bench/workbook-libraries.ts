import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { excelLikeWorkbook } from '../../tests/support/workbooks.ts';
import { printTable } from './print-table.ts';
import { HEAP_MB, measureWorkbook } from './workbook-request.ts';

/**
 * Our workbooks beside those of libraries, 30 columns in a real workerd with a limited heap, each in a fresh process. Files to read are as
 * Excel makes them (texts in shared strings, behind the sheet). What takes longer than two minutes is given up.
 */
const TIMEOUT_MS = 120_000;
const WAYS: Record<string, { worker: string; prefix: string; sizes: number[] }> = {
  ours: { worker: 'xlsx-worker.ts', prefix: '', sizes: [10_000, 100_000] },
  [`hucre ${versionOf('hucre')}`]: { worker: 'workbook-libraries-worker.ts', prefix: '/hucre', sizes: [10_000, 100_000] },
  [`exceljs ${versionOf('exceljs')}`]: { worker: 'workbook-libraries-worker.ts', prefix: '/exceljs', sizes: [1000, 10_000] },
};

const table: Record<string, string | number>[] = [];
for (const [way, { worker, prefix, sizes }] of Object.entries(WAYS))
  for (const rows of sizes) {
    const written = await measureWorkbook({ worker, path: `${prefix}/write?rows=${rows}`, timeoutMs: TIMEOUT_MS });
    table.push({ what: `${way}: write ${rows}`, ...written.row });
    const read = await measureWorkbook({
      worker,
      path: `${prefix}/read`,
      file: await excelLikeWorkbook(rows, 30),
      timeoutMs: TIMEOUT_MS,
    });
    table.push({ what: `${way}: read ${rows}`, ...read.row });
  }
printTable(`30 columns, workerd with a script heap of ${HEAP_MB} MB, given up after ${TIMEOUT_MS / 1000} s`, table);

function versionOf(library: string): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../node_modules/${library}/package.json`), 'utf8')).version;
}
