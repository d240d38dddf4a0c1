import ExcelJS from 'exceljs';
import { type WorkbookContent, writeWorkbook } from '../../../worker/platform/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../../worker/platform/xlsx/write/write-cells.ts';

/** The sheet of a written workbook, as another library reads it. */
export async function load(content: WorkbookContent): Promise<ExcelJS.Worksheet> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await collect(writeWorkbook(content))).buffer as ArrayBuffer);
  return book.worksheets[0]!;
}

/** The bytes of a written workbook. */
export async function bytesOf(columns: WorkbookColumn[], rows: unknown[][]): Promise<Uint8Array> {
  return await collect(writeWorkbook({ sheetName: 'S', columns, rows: chunks([rows]) }));
}

/** Rows as they come from a database. */
export async function* chunks(rows: unknown[][][]): AsyncGenerator<unknown[][]> {
  yield* rows;
}

/** All bytes of a stream. */
export async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
