import { randomBytes } from 'node:crypto';
import type { XlsxParts } from '../../support/workbooks.ts';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** A row with one cell. */
export const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>';

/** A workbook whose sheet is this XML. */
export const sheet = (xml: string): XlsxParts => ({ parts: { 'xl/worksheets/sheet1.xml': xml } });

/** Text that cannot be compressed. */
export function randomText(length: number): string {
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64')
    .slice(0, length);
}
