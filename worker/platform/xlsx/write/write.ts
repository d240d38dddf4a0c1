import { toAttribute } from '../read/cell-text.ts';
import { columnLetters, LISTS_SHEET, MAIN_NAMESPACE, MAX_SHEET_ROWS, XML_DECLARATION } from '../read/open-xml.ts';
import { RowCursor } from './row-cursor.ts';
import { StyleSheet } from './style-sheet.ts';
import { formatOf, headerRow, rowWriter, type WorkbookColumn } from './write-cells.ts';
import { frameParts, legalSheetName, sheetPath, type WrittenSheet } from './write-parts.ts';
import { type ZipPart, zipStream } from './zip-stream.ts';

export interface WorkbookContent {
  sheetName: string;
  columns: WorkbookColumn[];
  /** Chunks of rows, values in the order of the columns. Dates are 'YYYY-MM-DD', datetimes 'YYYY-MM-DD HH:mm:ss', as text. */
  rows: AsyncIterable<readonly (readonly unknown[])[]>;
  /** A last row in bold, outside the filter; a function is asked after the last row, so that it can hold sums made on the way. */
  totals?: readonly unknown[] | (() => readonly unknown[] | undefined);
  /** Rows per sheet, header included; what does not fit goes on in a further sheet. Excel's limit by default. */
  maxRowsPerSheet?: number;
}

/** Rows are handed on to the compressor whenever this much XML has gathered. */
const CHUNK_CHARS = 256 * 1024;
/**
 * An .xlsx file as a stream: a bold, frozen header row with a filter, then typed cells. Rows are pulled only as the reader
 * takes the bytes, so memory does not grow with them. An error of the row source makes the stream fail: what was sent so far is
 * no complete file. Cancelling the stream ends the row source.
 */
export function writeWorkbook(content: WorkbookContent): ReadableStream<Uint8Array> {
  const rows = new RowCursor(content.rows);
  const bytes = zipStream(workbookParts(content, rows));
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await bytes.next();
          if (!done) return controller.enqueue(value);
        } catch (error) {
          await rows.close();
          throw error;
        }
        controller.close();
      },
      async cancel() {
        await bytes.return(undefined);
        await rows.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* workbookParts(content: WorkbookContent, rows: RowCursor): AsyncGenerator<ZipPart> {
  const styles = new StyleSheet();
  const sheets: WrittenSheet[] = [];
  do {
    const suffix = sheets.length === 0 ? '' : ` (${sheets.length + 1})`;
    const sheet = { name: legalSheetName(content.sheetName, suffix), lastRow: 1 };
    yield { path: sheetPath(sheets.length), content: sheetXml(content, rows, styles, sheet) };
    sheets.push(sheet);
  } while (!(await rows.isDone()));
  const lists = listsBesideSheets(content.columns);
  if (lists.length > 0) {
    yield { path: sheetPath(sheets.length), content: [listSheetXml(lists, styles)] };
    sheets.push({ name: LISTS_SHEET, lastRow: 0, isHidden: true });
  }
  for (const [path, xml] of frameParts(sheets, content.columns.length, styles.toXml())) yield { path, content: [xml] };
}

async function* sheetXml(content: WorkbookContent, rows: RowCursor, styles: StyleSheet, sheet: WrittenSheet): AsyncGenerator<string> {
  const { columns } = content;
  const limit = Math.min(content.maxRowsPerSheet ?? MAX_SHEET_ROWS, MAX_SHEET_ROWS);
  const writeRow = rowWriter(columns, styles);
  let xml = sheetStart(columns, styles) + headerRow(columns, styles);
  // The last row of a sheet is kept free for the totals.
  while (sheet.lastRow < limit - 1) {
    const row = await rows.next();
    if (!row) break;
    xml += writeRow(++sheet.lastRow, row);
    if (xml.length >= CHUNK_CHARS) {
      yield xml;
      xml = '';
    }
  }
  if (await rows.isDone()) {
    const totals = typeof content.totals === 'function' ? content.totals() : content.totals;
    if (totals) xml += rowWriter(columns, styles, true)(sheet.lastRow + 1, totals);
  }
  yield `${xml}</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${sheet.lastRow}"/>${choiceLists(columns)}${paper(columns)}</worksheet>`;
}

/** More than so many columns would be too small to read on one sheet's width. */
const MAX_FITTED_COLUMNS = 20;
const MAX_UPRIGHT_COLUMNS = 6;

/** Printed on A4: as wide as the sheet of paper, with the sheet's name and the page's number below. */
function paper({ length }: readonly WorkbookColumn[]): string {
  const orientation = length > MAX_UPRIGHT_COLUMNS ? 'landscape' : 'portrait';
  return (
    `<pageSetup paperSize="9" orientation="${orientation}" fitToHeight="0"/>` +
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>'
  );
}

/** Columns carry their format too, so that what people add below or type into an empty template is of the same kind. */
function sheetStart(columns: readonly WorkbookColumn[], styles: StyleSheet): string {
  const cols = columns.map(
    (column, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" style="${styles.idOf({ format: formatOf(column) })}" customWidth="1"/>`,
  );
  return (
    `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}">` +
    (columns.length > MAX_FITTED_COLUMNS ? '' : '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>') +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
  );
}

/** A list as a cell's rule: Excel takes one of at most 255 characters, separated by commas. */
const fitsRule = (choices: readonly string[]) => choices.join(',').length <= 255 && !choices.some((choice) => /[,"]/.test(choice));

function listsBesideSheets(columns: readonly WorkbookColumn[]): (readonly string[])[] {
  return columns.flatMap(({ choices = [] }) => (fitsRule(choices) ? [] : [choices]));
}

function listSheetXml(lists: readonly (readonly string[])[], styles: StyleSheet): string {
  const writeRow = rowWriter(
    lists.map(() => ({ header: '', kind: 'text' })),
    styles,
  );
  const rows = Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, index) =>
    writeRow(
      index + 1,
      lists.map((list) => list[index]),
    ),
  );
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function choiceLists(columns: readonly WorkbookColumn[]): string {
  const besides = listsBesideSheets(columns);
  const lists = columns.flatMap(({ choices = [] }, i) => {
    if (choices.length === 0) return [];
    const place = columnLetters(besides.indexOf(choices));
    const formula = fitsRule(choices) ? `"${toAttribute(choices.join(','))}"` : `'${LISTS_SHEET}'!$${place}$1:$${place}$${choices.length}`;
    const range = `${columnLetters(i)}2:${columnLetters(i)}${MAX_SHEET_ROWS}`;
    return `<dataValidation type="list" allowBlank="1" sqref="${range}"><formula1>${formula}</formula1></dataValidation>`;
  });
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

function widthOf(column: WorkbookColumn): number {
  if (column.width !== undefined) return column.width;
  const byKind = { text: 20, integer: 10, decimal: 12, date: 12, datetime: 20, boolean: 10, mixed: 12, mixed_date: 12 }[column.kind];
  // Japanese characters take the room of two; three more for the filter's button.
  const byHeader = [...column.header].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 3);
  return Math.max(byKind, Math.min(byHeader, 40));
}
