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
  const cells = columns.map((column, index) => ({
    start: `<c r="${columnLetters(index)}`,
    write: remember(cellWriter(column, styles, bold)),
  }));
  return (row, values) => {
    let xml = `<row r="${row}">`;
    for (let i = 0; i < cells.length; i++) {
      const value = values[i];
      if (value === null || value === undefined || value === '') continue;
      const { start, write } = cells[i]!;
      const cell = write(value);
      if (cell !== '') xml += `${start}${row}${cell}`;
    }
    return `${xml}</row>`;
  };
}

/** What follows a cell's address for a value that is there; '' for a cell that is left out. */
type CellWriter = (value: unknown) => string;

const MAX_REMEMBERED = 500;

/** Texts of a column come again and again, names and days above all: the first of them are written once. */
function remember(write: CellWriter): CellWriter {
  const written = new Map<string, string>();
  return (value) => {
    if (typeof value !== 'string') return write(value);
    const known = written.get(value);
    if (known !== undefined) return known;
    const cell = write(value);
    if (written.size < MAX_REMEMBERED) written.set(value, cell);
    return cell;
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

function cellWriter(column: WorkbookColumn, styles: StyleSheet, bold: boolean): CellWriter {
  const styled = attribute(styles.idOf({ format: formatOf(column), bold }));
  const text = textWriter(styles, bold);
  const typed = (type: string, value: number) => `"${styled}${type}><v>${value}</v></c>`;
  const days = attribute(styles.idOf({ format: 'yyyy/mm/dd', bold }));
  /** Numbers, truth values and errors stay what they are, so that the file reads as the one that it was taken from. */
  const mixed = (value: unknown) => {
    const day = column.kind === 'mixed_date' && typeof value === 'string' ? dateToSerial(value) : undefined;
    if (day !== undefined) return `"${days}><v>${day}</v></c>`;
    if (isCellError(value)) return `" t="e"><v>${toCellXml(value.error)}</v></c>`;
    if (typeof value === 'boolean') return typed(' t="b"', value ? 1 : 0);
    return typeof value === 'number' && Number.isFinite(value) ? typed('', value) : text(value);
  };
  return (value) => {
    if (column.kind === 'text') return text(value);
    if (column.kind === 'mixed' || column.kind === 'mixed_date') return mixed(value);
    if (column.kind === 'boolean') {
      const flag = value === true || value === 1 ? 1 : value === false || value === 0 ? 0 : undefined;
      return flag === undefined ? text(value) : typed(' t="b"', flag);
    }
    const number = toNumber(column.kind, value);
    return number === undefined ? text(value) : typed('', number);
  };
}

/** Text cells: always a string by type, and where it looks like a formula also by style, so that editing it keeps it a string. */
function textWriter(styles: StyleSheet, bold: boolean): CellWriter {
  const plain = attribute(styles.idOf({ format: TEXT_FORMAT, bold }));
  let quoted: string | undefined;
  return (value) => {
    const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const xml = toCellXml(text);
    if (xml === '') return '';
    let styled = plain;
    if (looksLikeFormula(text)) {
      quoted ??= attribute(styles.idOf({ format: TEXT_FORMAT, bold, quotePrefix: true }));
      styled = quoted;
    }
    const space = /^\s|\s$|\s\s|[\n\t]/.test(xml) ? ' xml:space="preserve"' : '';
    return `"${styled} t="inlineStr"><is><t${space}>${xml}</t></is></c>`;
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
