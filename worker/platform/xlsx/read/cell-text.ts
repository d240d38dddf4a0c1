/** Excel's own limit for the text of one cell, in UTF-16 units. */
const MAX_CELL_CHARS = 32_767;

const NEEDS_CARE = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x[0-9a-f]{4}_/iu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot carry
const ILLEGAL_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const LOOKS_LIKE_AN_ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;
const ESCAPE = /_x([0-9a-f]{4})_/gi;

/**
 * Text as the content of a `<t>` element: cut to what a cell may hold, line ends as LF, characters that XML cannot carry
 * dropped (control characters, lone surrogates), and a literal `_x0041_` kept from being read as an escape.
 */
export function toCellXml(text: string): string {
  const cut = text.length > MAX_CELL_CHARS ? text.slice(0, MAX_CELL_CHARS) : text;
  // A cut may split a surrogate pair: the half goes with the other lone surrogates.
  if (!NEEDS_CARE.test(cut)) return cut;
  return cut
    .replace(/\r\n?/g, '\n')
    .replace(ILLEGAL_IN_XML, '')
    .replace(LOOKS_LIKE_AN_ESCAPE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** The reverse for reading: `_x000D_` and the like become the character they stand for. */
export function fromCellXml(text: string): string {
  return text.includes('_x') ? text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
}

/** Text for an attribute in double quotes. */
export function toAttribute(text: string): string {
  return toCellXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Whether a spreadsheet would take the text for a formula if someone typed it; Japanese input knows full-width signs too. */
export function looksLikeFormula(text: string): boolean {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text);
}
