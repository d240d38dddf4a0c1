import { looksLikeFormula } from '../xlsx/read/cell-text.ts';
import type { Sheet } from './sheet.ts';

/**
 * The rows as CSV by RFC 4180: UTF-8 with a byte order mark, by which Excel knows it, dot decimals, dates as YYYY-MM-DD. A text that Excel would
 * run as a formula gets an apostrophe before it, also one behind a separator of other languages, at which Excel cuts it in two. Totals are left out: a program that adds the rows up would count twice.
 */
export async function* writeCsv({ columns, rows }: Sheet): AsyncGenerator<string> {
  yield `\uFEFF${toLine(columns.map(({ header }) => header))}`;
  for await (const chunk of rows) yield chunk.map(toLine).join('');
}

const toLine = (cells: readonly unknown[]): string => `${cells.map(toField).join(',')}\r\n`;

function toField(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' ? disarm(cell) : String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const disarm = (text: string): string =>
  text
    .split(CUTS)
    .map((piece, place) => (place > 0 ? piece.replace(FORMULA, "$&'") : looksLikeFormula(text) ? `'${piece}` : piece))
    .join('');

/** Behind what Excel cuts a line in a country with a decimal comma. */
const CUTS = /(?<=[;\t\r\n])/;
/** Lists with dashes are no formulas: those call something. */
const FORMULA = /^\s*(?=[=@＝＠]|[+\-＋－][^(|!]*[(|!])/;
