import type { SheetRow } from '../../../worker/platform/xlsx/cell-value.ts';
import { readRows } from '../../../worker/platform/xlsx/read/read.ts';
import { bytesSource } from '../../../worker/platform/xlsx/read/source.ts';
import { WorkbookError, type WorkbookErrorCode } from '../../../worker/platform/xlsx/workbook-error.ts';

export async function readAll(bytes: Uint8Array, maxRows = 100_000): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readRows(bytesSource(bytes), { maxRows })) rows.push(row);
  return rows;
}

/** Only the cells, row by row. */
export async function cellsOf(bytes: Uint8Array): Promise<SheetRow['cells'][]> {
  return (await readAll(bytes)).map((row) => row.cells);
}

/** The code of the refusal; any other outcome is thrown. */
export async function refusalOf(bytes: Uint8Array, maxRows?: number): Promise<WorkbookErrorCode> {
  return (await errorOf(bytes, maxRows)).code;
}

export async function errorOf(bytes: Uint8Array, maxRows?: number): Promise<WorkbookError> {
  try {
    const rows = await readAll(bytes, maxRows);
    throw new Error(`Expected a refusal, read ${rows.length} rows`);
  } catch (error) {
    if (error instanceof WorkbookError) return error;
    throw error;
  }
}
