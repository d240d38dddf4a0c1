import type { ImportError } from '../../contracts/calls/answers/imports.ts';
import { IMPORT_ERROR_COLUMNS, IMPORT_REASON_LABEL } from '../../contracts/calls/imports.ts';
import type { Text } from '../../contracts/text.ts';
import type { GrantedRecord } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { type CellValue, isCellError, isPaddedNumber } from '../../platform/xlsx/cell-value.ts';
import { readRows } from '../../platform/xlsx/read/read.ts';
import { bucketSource } from '../../platform/xlsx/read/source.ts';
import { writeWorkbook } from '../../platform/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../platform/xlsx/write/write-cells.ts';
import { type Importable, importableOf, maxRowsOf } from './importable.ts';
import { readDayNumber } from './read/cells.ts';
import { createTitleReader, fromHeadings, HEADING_ROWS, isReasonHeading, type TitleReader } from './read/headings.ts';
import { readImport, selectErrorPage } from './view.ts';
import { fileKey, mappingOf } from './work.ts';

const ERRORS_PER_READ = 5000;
const ROWS_PER_CHUNK = 500;

/** `GET /imports/{id}/errors`: every error as a workbook. */
export async function exportErrors(input: GrantedRecord): Promise<ReadableStream<Uint8Array>> {
  const { caller, id } = input;
  await readImport(input);
  async function* pages() {
    for await (const errors of errorsInPages(caller, id)) yield errors.map(({ row, column, message }) => [row, column, message]);
  }
  const header = (name: keyof ImportError) => IMPORT_ERROR_COLUMNS[name][caller.lang];
  return writeWorkbook({
    sheetName: header('message'),
    columns: [
      { header: header('row'), kind: 'integer' },
      { header: header('column'), kind: 'text', width: 24 },
      { header: header('message'), kind: 'text', width: 90 },
    ],
    rows: pages(),
  });
}

/**
 * `GET /imports/{id}/rejected-rows`: the rows of the file that were not written, as they were uploaded, with the reasons in a column in
 * front that a later import passes over. Where all or nothing was asked for these are all rows: right ones must not get lost.
 */
export async function exportRejectedRows(deps: Deps, input: GrantedRecord): Promise<ReadableStream<Uint8Array>> {
  const { caller, id } = input;
  const job = await readImport(input);
  const { entity, mode, sheet: sheetName } = job;
  const source = await bucketSource(deps.files, fileKey(id));
  if (!source) throw new AppError('not_found', { what: NO_REJECTED_ROWS[caller.lang] });
  const importable = importableOf(entity);
  const mapping = mappingOf(job);
  const rows = fromHeadings(readRows(source, { maxRows: maxRowsOf(importable) + HEADING_ROWS, sheet: sheetName }), importable, mapping);
  const { value: heading } = await rows.next();
  const cells: readonly CellValue[] = heading?.cells ?? [];
  const kept = cells.flatMap((cell, index) => (isReasonHeading(cell) ? [] : [index]));
  const reasons = await readReasons(caller, id);
  const fieldOf = createTitleReader(importable, mapping);
  const columns = kept.map((index) => columnOf(importable, fieldOf, cells[index] ?? null));
  return writeWorkbook({
    sheetName: REJECTED[caller.lang],
    columns: [{ header: IMPORT_REASON_LABEL[caller.lang], kind: 'text', width: 60 }, ...columns],
    rows: rejectedRows(),
  });

  async function* rejectedRows() {
    let chunk: unknown[][] = [];
    let left = reasons.size;
    for await (const { row, cells, sheet } of rows) {
      const reason = reasons.get(row);
      if (reason) left -= 1;
      const written = kept.map((index, at) => toWritten(cells[index] ?? null, columns[at]!.kind === 'mixed_date' && sheet.is1904));
      if (reason || mode === 'all_or_nothing') chunk.push([reason?.join('\n') ?? null, ...written]);
      if (left === 0 && mode !== 'all_or_nothing') break;
      if (chunk.length < ROWS_PER_CHUNK) continue;
      yield chunk;
      chunk = [];
    }
    yield chunk;
  }
}

const NO_REJECTED_ROWS: Text = { vi: 'tệp với các dòng bị từ chối', en: 'file with the rejected rows' };
const REJECTED: Text = { vi: 'Chưa ghi', en: 'Not written' };

/** A cell as it is written on: what shows zeros before it as a text, and the number of a day from 1904, which this workbook does not count from, as that day. */
function toWritten(cell: CellValue, isDayFrom1904: boolean): unknown {
  if (isPaddedNumber(cell)) return cell.text;
  return isDayFrom1904 && typeof cell === 'number' ? readDayNumber(cell, true) : cell;
}

/** A column as the file has it; only days are written as such, so that Excel shows them as in the file. */
function columnOf(importable: Importable, fieldOf: TitleReader, cell: CellValue): WorkbookColumn {
  const header = cell === null ? '' : isCellError(cell) ? cell.error : String(cell);
  // Id and version are no fields.
  const field = importable.resource.contract.fields[fieldOf(header) ?? ''];
  return { header, kind: field?.kind === 'date' ? 'mixed_date' : 'mixed' };
}

/** The errors of each row of the sheet. */
async function readReasons(caller: Caller, id: number): Promise<ReadonlyMap<number, string[]>> {
  const reasons = new Map<number, string[]>();
  for await (const errors of errorsInPages(caller, id)) {
    for (const { row, column, message } of errors) {
      const reason = column === null || message.startsWith(column) ? message : `${column}: ${message}`;
      reasons.set(row, [...(reasons.get(row) ?? []), reason]);
    }
  }
  return reasons;
}

async function* errorsInPages(caller: Caller, id: number): AsyncGenerator<ImportError[]> {
  for (let start = 0; ; start += ERRORS_PER_READ) {
    const errors = await caller.readMore(selectErrorPage(id, start, ERRORS_PER_READ, caller.lang));
    if (errors.length > 0) yield errors;
    if (errors.length < ERRORS_PER_READ) return;
  }
}
