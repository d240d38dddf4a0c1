import { looksLikeFormula } from '../xlsx/read/cell-text.ts';
import type { Sheet } from './sheet.ts';

/**
 * The rows as CSV by RFC 4180: UTF-8 with a byte order mark, by which Excel knows it, dates as YYYY-MM-DD. A text that Excel would
 * run as a formula gets an apostrophe before it, also one behind a separator of other languages, at which Excel cuts it in two. Totals are left out: a program that adds the rows up would count twice.
 */
export async function* writeCsv({ columns, rows }: Sheet, form: CsvForm = { separator: ',', decimal: '.' }): AsyncGenerator<string> {
  yield `\uFEFF${toLine(
    columns.map(({ header }) => header),
    form,
  )}`;
  for await (const chunk of rows) yield chunk.map((cells) => toLine(cells, form)).join('');
}

/** Where a decimal comma is written, lists are separated by semicolons. */
interface CsvForm {
  separator: ',' | ';';
  decimal: '.' | ',';
}

const toLine = (cells: readonly unknown[], form: CsvForm): string => `${cells.map((cell) => toField(cell, form)).join(form.separator)}\r\n`;

function toField(cell: unknown, { separator, decimal }: CsvForm): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return csvNumber(cell, decimal);
  const text = typeof cell === 'string' ? disarm(cell) : String(cell);
  return text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A number with all its places. */
export const csvNumber = (value: number, decimal: '.' | ','): string => String(value).replace('.', decimal);

const disarm = (text: string): string =>
  text
    .split(CUTS)
    .map((piece, place) => (place > 0 ? piece.replace(FORMULA, "$&'") : looksLikeFormula(text) ? `'${piece}` : piece))
    .join('');

/** Behind what Excel cuts a line in a country with a decimal comma. */
const CUTS = /(?<=[;\t\r\n])/;
/** Lists with dashes are no formulas: those call something. */
const FORMULA = /^\s*(?=[=@＝＠]|[+\-＋－][^(|!]*[(|!])/;
