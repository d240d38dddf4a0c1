/** The fixed names of the Open XML format that writer and reader share. */

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const PACKAGE_RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** "Strict Open XML Spreadsheet" files use these names instead. */
export const STRICT_MAIN_NAMESPACE = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
export const STRICT_RELATIONSHIPS_NAMESPACE = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

/** Excel's row limit. */
export const MAX_SHEET_ROWS = 1_048_576;

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** The column of a cell reference such as `AB12`, from 0; -1 when it is no reference. */
export function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return at > 0 && at <= 3 && at < reference.length ? column - 1 : -1;
}

/** The hidden sheet of our own files for lists to choose from, which do not fit into a cell's rule. It holds no rows to import. */
export const LISTS_SHEET = 'Lists';
