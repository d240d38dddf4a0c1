import type { SheetRow } from '../cell-value.ts';
import { nextTask } from '../next-task.ts';
import { WorkbookError } from '../workbook-error.ts';
import { type OrderedRecords, readInRowOrder } from '../xls/row-order.ts';
import { XlsRows } from '../xls/xls-rows.ts';
import { readXlsWorkbook } from '../xls/xls-workbook.ts';
import { Archive } from './archive.ts';
import { MAX_COLUMNS, MAX_FILE_BYTES } from './limits.ts';
import { readMergedCells } from './merged-cells.ts';
import { LISTS_SHEET } from './open-xml.ts';
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
  /** Name of the visible sheet to read, in any case; without one it is the first that has any row. */
  sheet?: string | null;
  /** Is told of every other sheet with rows but the lists of our own files, or that cannot be read, after the last row. Counts to a thousand, or to what cannot be read. */
  onOtherSheet?: (sheet: OtherSheet) => void;
  /** Rows that an earlier reading had: after the first row of that sheet it goes on behind them. */
  skip?: SkippedRows | undefined;
  /** Stops the reading with the signal's reason. */
  signal?: AbortSignal;
}

/** The rows of a sheet of an .xlsx behind its first and up to another, as places in its text. */
export interface SkippedRows {
  sheet: string;
  from: number;
  to: number;
  /** Number of the last one, and how many rows with a value there are up to it. */
  row: number;
  count: number;
}

/**
 * The rows of one visible sheet of an .xlsx or .xls of at most 20 MB, one by one: formulas by their saved result, rich text as plain text, cells
 * that are merged below each other with their value in every row. Memory does not grow with the rows. Everything wrong with the file is a WorkbookError, also after some rows; a failure
 * of the source itself is thrown as it is.
 */
export async function* readRows(source: WorkbookSource, options: ReadOptions): AsyncGenerator<SheetRow> {
  if (source.size === 0) throw new WorkbookError('no_bytes');
  if (source.size > MAX_FILE_BYTES) throw new WorkbookError('large_file', { limit: MAX_FILE_BYTES / 1024 / 1024 });
  const blocks = inBlocks(source);
  const kind = await sniffWorkbook(blocks);
  if (kind === 'other') throw new WorkbookError('not_a_workbook');
  if (kind === 'encrypted') throw new WorkbookError('encrypted');
  let any = false;
  for await (const rows of readSheets(kind === 'xlsx' ? await openXlsx(blocks) : await openXls(blocks), options)) {
    options.signal?.throwIfAborted();
    any ||= rows.length > 0;
    yield* rows;
  }
  if (!any) throw new WorkbookError('no_cells');
}

/** A sheet of the file that is not read. */
export interface OtherSheet {
  name: string;
  rows: number;
  hidden?: true;
}

/** A sheet and how to read its rows, up to a number of them. */
interface Sheet {
  name: string;
  isHidden: boolean;
  read(rows: RowAssembler, skip?: SkippedRows): RowBatches;
}

interface Workbook {
  sheets: readonly Sheet[];
  is1904: boolean;
  budget: ReadBudget;
}

/** Rows of another sheet that are counted at most. */
const MAX_COUNTED_ROWS = 1000;

async function* readSheets({ sheets, is1904, budget }: Workbook, { maxRows, sheet: wanted, onOtherSheet, skip }: ReadOptions): RowBatches {
  const others: Sheet[] = [];
  let isFound = false;
  for (const sheet of sheets) {
    if (isFound || sheet.isHidden || (wanted && !isSameSheet(sheet.name, wanted))) {
      others.push(sheet);
      continue;
    }
    const rows = new RowAssembler({ name: sheet.name, is1904 }, { maxRows, maxColumns: MAX_COLUMNS }, budget);
    yield* sheet.read(rows, skip?.sheet === sheet.name ? skip : undefined);
    isFound = rows.count > 0;
  }
  if (!onOtherSheet) return;
  for (const sheet of others) {
    if (sheet.isHidden && sheet.name === LISTS_SHEET) continue;
    const rows = new RowAssembler({ name: sheet.name, is1904 }, UNLIMITED, budget);
    const isReadable = await countRows(sheet, rows);
    if (rows.count > 0 || !isReadable)
      onOtherSheet({ name: sheet.name, rows: Math.min(rows.count, MAX_COUNTED_ROWS), ...(sheet.isHidden && { hidden: true }) });
  }
}

const UNLIMITED = { maxRows: Number.POSITIVE_INFINITY, maxColumns: Number.POSITIVE_INFINITY };

/** Reads enough of a sheet to say how long it is. What is wrong with it is no fault of the one that is read for its rows. */
async function countRows(sheet: Sheet, rows: RowAssembler): Promise<boolean> {
  try {
    for await (const _ of sheet.read(rows)) if (rows.count >= MAX_COUNTED_ROWS) break;
    return true;
  } catch (error) {
    if (error instanceof WorkbookError) return false;
    throw error;
  }
}

/** Excel, too, holds no two sheets of which only the case differs. */
const isSameSheet = (...names: [string, string]) => new Set(names.map((name) => name.normalize('NFC').trim().toLowerCase())).size === 1;

/** Batches of rows, so that only batches are awaited; an empty batch is a chance to stop. */
type RowBatches = AsyncGenerator<SheetRow[]>;

async function openXlsx(source: WorkbookSource): Promise<Workbook> {
  const archive = await Archive.open(source);
  const book = await readWorkbookParts(archive);
  const strings = book.sharedStrings === undefined ? undefined : await readSharedStrings(archive, book.sharedStrings);
  const sheets = book.sheets.map(({ name, path, isHidden }): Sheet => {
    return { name, isHidden, read: (rows, skip) => xlsxSheetRows(archive, path, new SheetHandlers(rows, strings, book), rows, skip) };
  });
  return { sheets, is1904: book.is1904, budget: archive.budget };
}

async function* xlsxSheetRows(
  archive: Archive,
  path: string,
  handlers: SheetHandlers,
  rows: RowAssembler,
  skip: SkippedRows | undefined,
): RowBatches {
  // A place to go on from is told of a sheet without such cells only.
  if (!skip) rows.setMerged(await readMergedCells(archive, path));
  const gap = skip && { from: skip.from, to: skip.to, onPassed: () => handlers.skipTo(skip.row, skip.count) };
  const xml = new XmlReader(handlers, archive.budget, gap);
  for await (const chunk of archive.chunks(path)) {
    xml.write(chunk);
    yield rows.take();
  }
  xml.end();
  rows.end();
  yield rows.take();
}

async function openXls(source: WorkbookSource): Promise<Workbook> {
  const stream = await openXlsStream(source);
  const book = await refuseShortRecords(() => readXlsWorkbook(stream));
  const sheets = book.sheets.map(({ name, offset, isHidden }): Sheet => {
    return { name, isHidden, read: (rows) => xlsSheetRows(readInRowOrder(stream, offset), new XlsRows(rows, book), rows) };
  });
  return { sheets, is1904: book.is1904, budget: new ReadBudget() };
}

/** A record that is shorter than its fields is damage. */
async function refuseShortRecords<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof RangeError ? new WorkbookError('broken', { cause: error }) : error;
  }
}

async function* xlsSheetRows(opening: Promise<OrderedRecords>, sheet: XlsRows, rows: RowAssembler): RowBatches {
  const { reader, merged } = await opening;
  rows.setMerged(merged);
  while (await reader.load()) {
    const isEnd = await refuseShortRecords(async () => {
      for (let record = reader.next(); record; record = reader.next()) if (sheet.read(record)) return true;
      return false;
    });
    if (isEnd) rows.end();
    yield rows.take();
    if (isEnd) return;
    await nextTask();
  }
  throw new WorkbookError('broken', { cause: 'the sheet of the .xls does not end' });
}
