/** Texts of cells as Excel, LibreOffice and Google Sheets put them on the clipboard, row by row. */
export type TextBlock = readonly (readonly string[])[];

/**
 * Reads tab-separated text. Rows end with CRLF, LF or CR, also the last one. A cell in quotes may hold tabs, line breaks and doubled quotes;
 * quotes around anything else are part of the text, as spreadsheets write them.
 */
export function readTsv(text: string): TextBlock {
  const source = text.replace(/\r\n?/g, '\n');
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < source.length; ) {
    const { cell, end } = readQuoted(source, at) ?? readPlain(source, at);
    row.push(cell);
    at = end + 1;
    const isRowEnd = source[end] !== '\t';
    if (!isRowEnd && at === source.length) row.push('');
    if (!isRowEnd && at < source.length) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

interface CellEnd {
  cell: string;
  /** Place of the tab or line break behind the cell, or of the end. */
  end: number;
}

function readPlain(source: string, at: number): CellEnd {
  const length = source.slice(at).search(/[\t\n]/);
  const end = length < 0 ? source.length : at + length;
  return { cell: source.slice(at, end), end };
}

/** Undefined where the cell is not in quotes. */
function readQuoted(source: string, at: number): CellEnd | undefined {
  if (source[at] !== '"') return undefined;
  QUOTED.lastIndex = at;
  const [whole, inner] = QUOTED.exec(source) ?? [];
  if (whole === undefined || !/[\t\n]|""/.test(inner!)) return undefined;
  return { cell: inner!.replaceAll('""', '"'), end: at + whole.length };
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;

/** Writes cells so that spreadsheets and `readTsv` read them as they are. */
export function writeTsv(block: TextBlock): string {
  return block.map((row) => row.map(quote).join('\t')).join('\r\n');
}

function quote(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n');
  return /[\t\n]/.test(text) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text;
}
