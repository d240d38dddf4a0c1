import { excelLikeWorkbook } from '../../tests/support/workbooks.ts';
import { printTable } from './print-table.ts';
import { HEAP_MB, measureWorkbook } from './workbook-request.ts';

/**
 * Writing and reading workbooks of 30 columns in a real workerd whose script heap is limited (a Worker dies at 128 MB), each
 * in a fresh process. The files to read lie in R2: one the writer made, one as Excel makes it (texts in shared strings, behind the
 * sheet). Prints wall clock, processor time and peak memory of the process; a run that dies says so.
 */
const table: Record<string, string | number>[] = [];
for (const rows of [20_000, 100_000]) {
  const written = await measure(`write ${rows}`, `/write?rows=${rows}`);
  if (written) await measure(`read ${rows}, our own file`, '/read', written);
  await measure(`read ${rows}, as Excel writes it`, '/read', await excelLikeWorkbook(rows, 30));
  await measure(`write ${rows}, reader waits`, `/write-ahead?rows=${rows}`);
  if (written) await measure(`read ${rows}, importer waits`, '/read-ahead', written);
}
printTable(`30 columns, workerd with a script heap of ${HEAP_MB} MB`, table);

async function measure(what: string, path: string, file?: Uint8Array): Promise<Uint8Array | undefined> {
  const { row, written } = await measureWorkbook({ worker: 'xlsx-worker.ts', path, file });
  table.push({ what, ...row });
  return written;
}
