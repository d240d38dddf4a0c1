import { isCellError } from '../cell-value.ts';
import { looksLikeFormula, toCellXml } from '../read/cell-text.ts';
import { columnLetters } from '../read/open-xml.ts';
import { dateTimeToSerial, dateToSerial } from '../read/serial-date.ts';
import { type StyleSheet, TEXT_FORMAT } from './style-sheet.ts';

/** A `mixed` column holds cells as they were read from a file, each of its own kind; in a `mixed_date` one, texts of a day are days. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'mixed' | 'mixed_date';

export interface WorkbookColumn {
  header: string;
  kind: ColumnKind;
  /** Places shown of a decimal; General without it. */
  decimals?: number;
  /** In characters, as Excel counts; by default from header and kind. */
  width?: number;
  /** Texts that Excel offers as a list in each cell of the column. */
  choices?: readonly string[] | undefined;
}

/** Writes one row's XML; `row` counts from 1, values stand in the order of the columns. */
export type RowWriter = (row: number, values: readonly unknown[]) => string;

/**
 * Rows of typed cells. A value that is not of its column's kind is written as text, so nothing is lost and nothing is guessed;
 * null, undefined and '' leave the cell empty.
 */
export function rowWriter(columns: readonly WorkbookColumn[], styles: StyleSheet, bold = false): RowWriter {
  const cells = columns.map((column, index) => cellWriter(column, columnLetters(index), styles, bold));
  return (row, values) => {
    let xml = `<row r="${row}">`;
    for (let i = 0; i < cells.length; i++) xml += cells[i]!(row, values[i]);
    return `${xml}</row>`;
  };
}

/** The header row: every cell a bold text. */
export function headerRow(columns: readonly WorkbookColumn[], styles: StyleSheet): string {
  const texts = columns.map((column): WorkbookColumn => ({ ...column, kind: 'text' }));
  return rowWriter(
    texts,
    styles,
    true,
  )(
    1,
    columns.map((column) => column.header),
  );
}

/** Excel's format code of a column; undefined is General. */
export function formatOf(column: WorkbookColumn): string | undefined {
  if (column.kind === 'text') return TEXT_FORMAT;
  if (column.kind === 'integer') return '0';
  if (column.kind === 'date') return 'yyyy/mm/dd';
  if (column.kind === 'datetime') return 'yyyy/mm/dd hh:mm:ss';
  if (column.kind === 'mixed' || column.kind === 'mixed_date' || column.kind === 'boolean' || column.decimals === undefined)
    return undefined;
  return column.decimals > 0 ? `0.${'0'.repeat(column.decimals)}` : '0';
}

function cellWriter(column: WorkbookColumn, letters: string, styles: StyleSheet, bold: boolean): (row: number, value: unknown) => string {
  const start = `<c r="${letters}`;
  const styled = attribute(styles.idOf({ format: formatOf(column), bold }));
  const text = textWriter(start, styles, bold);
  const typed = (row: number, type: string, value: number) => `${start}${row}"${styled}${type}><v>${value}</v></c>`;
  const days = attribute(styles.idOf({ format: 'yyyy/mm/dd', bold }));
  /** Numbers, truth values and errors stay what they are, so that the file reads as the one that it was taken from. */
  const mixed = (row: number, value: unknown) => {
    const day = column.kind === 'mixed_date' && typeof value === 'string' ? dateToSerial(value) : undefined;
    if (day !== undefined) return `${start}${row}"${days}><v>${day}</v></c>`;
    if (isCellError(value)) return `${start}${row}" t="e"><v>${toCellXml(value.error)}</v></c>`;
    if (typeof value === 'boolean') return typed(row, ' t="b"', value ? 1 : 0);
    return typeof value === 'number' && Number.isFinite(value) ? typed(row, '', value) : text(row, value);
  };
  return (row, value) => {
    if (value === null || value === undefined || value === '') return '';
    if (column.kind === 'text') return text(row, value);
    if (column.kind === 'mixed' || column.kind === 'mixed_date') return mixed(row, value);
    if (column.kind === 'boolean') {
      const flag = value === true || value === 1 ? 1 : value === false || value === 0 ? 0 : undefined;
      return flag === undefined ? text(row, value) : typed(row, ' t="b"', flag);
    }
    const number = toNumber(column.kind, value);
    return number === undefined ? text(row, value) : typed(row, '', number);
  };
}

/** Text cells: always a string by type, and where it looks like a formula also by style, so that editing it keeps it a string. */
function textWriter(start: string, styles: StyleSheet, bold: boolean): (row: number, value: unknown) => string {
  const plain = attribute(styles.idOf({ format: TEXT_FORMAT, bold }));
  let quoted: string | undefined;
  return (row, value) => {
    const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const xml = toCellXml(text);
    if (xml === '') return '';
    let styled = plain;
    if (looksLikeFormula(text)) {
      quoted ??= attribute(styles.idOf({ format: TEXT_FORMAT, bold, quotePrefix: true }));
      styled = quoted;
    }
    const space = /^\s|\s$|\s\s|[\n\t]/.test(xml) ? ' xml:space="preserve"' : '';
    return `${start}${row}"${styled} t="inlineStr"><is><t${space}>${xml}</t></is></c>`;
  };
}

function toNumber(kind: WorkbookColumn['kind'], value: unknown): number | undefined {
  if (kind === 'date') return typeof value === 'string' ? dateToSerial(value) : undefined;
  if (kind === 'datetime') return typeof value === 'string' ? dateTimeToSerial(value) : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function attribute(style: number): string {
  return style === 0 ? '' : ` s="${style}"`;
}
