import { toAttribute } from '../read/cell-text.ts';
import {
  columnLetters,
  MAIN_NAMESPACE,
  PACKAGE_RELATIONSHIPS_NAMESPACE,
  RELATIONSHIPS_NAMESPACE,
  XML_DECLARATION,
} from '../read/open-xml.ts';

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAX_SHEET_NAME = 31;

/** A written sheet: its tab name and the last row of its data (header included, totals not), for the filter. */
export interface WrittenSheet {
  name: string;
  lastRow: number;
  /** Holds lists to choose from; people need not see it. */
  isHidden?: true;
}

/** A tab name as Excel allows it: no `[]:*?/\`, no apostrophe at the ends, at most 31 characters, never empty, never 'History'. */
export function legalSheetName(name: string, suffix = ''): string {
  const clean = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among the forbidden ones
    .replace(/[[\]:*?/\\\u0000-\u001f]|\p{Cs}/gu, ' ')
    .slice(0, MAX_SHEET_NAME - suffix.length)
    .replace(/\p{Cs}/gu, '');
  const trimmed = trimSpacesAndQuotes(clean);
  const legal = trimmed === '' || trimmed.toLowerCase() === 'history' ? 'Sheet' : trimmed;
  return legal + suffix;
}

function trimSpacesAndQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && /[\s']/.test(text.charAt(start))) start++;
  while (end > start && /[\s']/.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** The parts that tell Excel how the sheets and styles hang together, by path; written once the sheets are known. */
export function frameParts(sheets: WrittenSheet[], columnCount: number, stylesXml: string): [path: string, xml: string][] {
  return [
    ['xl/styles.xml', stylesXml],
    ['xl/workbook.xml', workbookXml(sheets, columnCount)],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const), ['styles', 'styles.xml']]),
    ],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', contentTypes(sheets.length)],
  ];
}

function workbookXml(sheets: WrittenSheet[], columnCount: number): string {
  const tabs = sheets.map(
    ({ name, isHidden }, i) =>
      `<sheet name="${toAttribute(name)}" sheetId="${i + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  const names = sheets.flatMap((sheet, i) => {
    if (sheet.isHidden) return [];
    const cells = `'${sheet.name.replaceAll("'", "''")}'!`;
    const range = `${cells}$A$1:$${columnLetters(columnCount - 1)}$${sheet.lastRow}`;
    // The header row stands on every printed page.
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${toAttribute(range)}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${toAttribute(`${cells}$1:$1`)}</definedName>`,
    ];
  });
  return (
    `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}">` +
    `<sheets>${tabs.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
  );
}

function relationships(targets: (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONSHIPS_NAMESPACE}/${type}" Target="${target}"/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONSHIPS_NAMESPACE}">${items.join('')}</Relationships>`;
}

function contentTypes(sheetCount: number): string {
  const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`;
  return (
    `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('xl/workbook.xml', 'sheet.main') +
    override('xl/styles.xml', 'styles') +
    Array.from({ length: sheetCount }, (_, i) => override(sheetPath(i), 'worksheet')).join('') +
    '</Types>'
  );
}
