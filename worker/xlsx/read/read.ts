import type { SheetRow } from '../cell-value.ts';
import { nextTask } from '../next-task.ts';
import { WorkbookError } from '../workbook-error.ts';
import { RecordReader } from '../xls/biff-records.ts';
import { XlsRows } from '../xls/xls-rows.ts';
import { readXlsWorkbook } from '../xls/xls-workbook.ts';
import { Archive } from './archive.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { ReadBudget } from './read-budget.ts';
import { RowAssembler } from './row-assembler.ts';
import { readSharedStrings } from './shared-strings.ts';
import { SheetHandlers } from './sheet-rows.ts';
import { openXlsStream, sniffWorkbook } from './sniff.ts';
import { inBlocks, type WorkbookSource } from './source.ts';
import { readWorkbookParts } from './workbook-parts.ts';
import { XmlReader } from './xml-reader.ts';

export interface ReadOptions {
  /** Rows with a value, the header included; a sheet with more is refused as 'too_many_rows'. */
  maxRows: number;
  /** Stops the reading with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * The rows of the first visible sheet that has any, from an .xlsx or .xls of at most 20 MB, one by one: formulas by their saved
 * result, rich text as plain text, merged cells at their top left. Memory does not grow with the rows. Everything wrong with the
 * file is a WorkbookError, also after some rows; a failure of the source itself is thrown as it is.
 */
export async function* readRows(source: WorkbookSource, { maxRows, signal }: ReadOptions): AsyncGenerator<SheetRow> {
  if (source.size === 0) throw new WorkbookError('no_bytes');
  if (source.size > MAX_FILE_BYTES) throw new WorkbookError('large_file', { limit: MAX_FILE_BYTES / 1024 / 1024 });
  const blocks = inBlocks(source);
  const kind = await sniffWorkbook(blocks);
  if (kind === 'other') throw new WorkbookError('not_a_workbook');
  if (kind === 'encrypted') throw new WorkbookError('encrypted');
  let any = false;
  for await (const rows of kind === 'xlsx' ? xlsxRows(blocks, maxRows) : xlsRows(blocks, maxRows)) {
    signal?.throwIfAborted();
    any ||= rows.length > 0;
    yield* rows;
  }
  if (!any) throw new WorkbookError('no_cells');
}

/** Batches of rows, so that only batches are awaited; an empty batch is a chance to stop. */
type RowBatches = AsyncGenerator<SheetRow[]>;

async function* xlsxRows(source: WorkbookSource, maxRows: number): RowBatches {
  const archive = await Archive.open(source);
  const book = await readWorkbookParts(archive);
  const strings = book.sharedStrings === undefined ? undefined : await readSharedStrings(archive, book.sharedStrings);
  for (const path of book.sheets) {
    const rows = new RowAssembler(maxRows, archive.budget);
    const xml = new XmlReader(new SheetHandlers(rows, strings, book), archive.budget);
    for await (const chunk of archive.chunks(path)) {
      xml.write(chunk);
      yield rows.take();
    }
    xml.end();
    rows.end();
    yield rows.take();
    if (rows.count > 0) return;
  }
}

async function* xlsRows(source: WorkbookSource, maxRows: number): RowBatches {
  const stream = await openXlsStream(source);
  try {
    const book = await readXlsWorkbook(stream);
    const budget = new ReadBudget();
    for (const offset of book.sheets) {
      const rows = new RowAssembler(maxRows, budget);
      yield* xlsSheetRows(new RecordReader(stream, offset), new XlsRows(rows, book), rows);
      if (rows.count > 0) return;
    }
  } catch (error) {
    // A record shorter than its fields.
    throw error instanceof RangeError ? new WorkbookError('broken', { cause: error }) : error;
  }
}

async function* xlsSheetRows(reader: RecordReader, sheet: XlsRows, rows: RowAssembler): RowBatches {
  while (await reader.load()) {
    for (let record = reader.next(); record; record = reader.next()) {
      if (!sheet.read(record)) continue;
      rows.end();
      yield rows.take();
      return;
    }
    yield rows.take();
    await nextTask();
  }
  throw new WorkbookError('broken', { cause: 'the sheet of the .xls does not end' });
}
