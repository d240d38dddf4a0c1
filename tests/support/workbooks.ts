import { open } from 'node:fs/promises';
import {
  type FileEntry,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import ExcelJS from 'exceljs';
import type { WorkbookSource } from '../../worker/platform/xlsx/read/source.ts';

/** Makers of workbooks that no honest program writes, and of big ones that Excel would write. */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const encoder = new TextEncoder();

export type Part = string | Uint8Array | AsyncIterable<string>;

/** A zip file with the parts in the order given. */
export async function zipOf(parts: Record<string, Part>, options: { level?: number; password?: string } = {}): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    useCompressionStream: true,
    extendedTimestamp: false,
    ...options,
  });
  for (const [path, part] of Object.entries(parts)) {
    if (typeof part === 'string' || part instanceof Uint8Array) {
      await zip.add(path, new Uint8ArrayReader(typeof part === 'string' ? encoder.encode(part) : part));
    } else await zip.add(path, encoded(part));
  }
  return await zip.close();
}

function encoded(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = texts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

/** The parts of a zip file as texts. */
export async function zipTexts(bytes: Uint8Array): Promise<Record<string, string>> {
  const entries = (await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) as FileEntry[];
  const texts = entries.map(async (entry) => [entry.filename, await entry.getData(new TextWriter(), { useWebWorkers: false })]);
  return Object.fromEntries(await Promise.all(texts));
}

export interface XlsxParts {
  /** The content of `<sheetData>` of the only sheet. */
  rows?: string;
  /** Items of the shared strings, each an `<si>`; without them there is no such part. */
  strings?: string;
  /** The content of `<styleSheet>`. */
  styles?: string;
  /** The content of `<workbook>` before the sheets. */
  settings?: string;
  /** Parts that replace or join the ones made here; undefined leaves one out. */
  parts?: Record<string, Part | undefined>;
}

/** The parts of a small, correct workbook, some of them as the test wants them. */
export function xlsxParts({ rows = '', strings, styles = '', settings = '', parts = {} }: XlsxParts): Record<string, Part> {
  const all: Record<string, Part | undefined> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}">${settings}<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ...(strings === undefined ? [] : [['sharedStrings', 'sharedStrings.xml'] as const]),
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    'xl/sharedStrings.xml': strings === undefined ? undefined : `<sst xmlns="${MAIN}">${strings}</sst>`,
    ...parts,
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Part] => entry[1] !== undefined));
}

export async function xlsxOf(parts: XlsxParts): Promise<Uint8Array> {
  return await zipOf(xlsxParts(parts));
}

export function relationships(targets: (readonly [type: string, target: string])[], base = LINKS): string {
  const items = targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${base}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

/** A workbook of the size wanted as Excel writes it: texts in shared strings, and those behind the sheet. */
export async function excelLikeWorkbook(rowCount: number, columnCount: number): Promise<Uint8Array> {
  const texts = new Map<string, number>();
  const letters = Array.from({ length: columnCount }, (_, i) => (i < 26 ? '' : 'A') + String.fromCharCode(65 + (i % 26)));
  async function* sheet(): AsyncGenerator<string> {
    yield `<worksheet xmlns="${MAIN}"><sheetData>`;
    for (let row = 1; row <= rowCount; row++)
      yield `<row r="${row}" spans="1:${columnCount}">${letters.map((_, i) => cell(row, i)).join('')}</row>`;
    yield '</sheetData></worksheet>';
  }
  function cell(row: number, column: number): string {
    const start = `<c r="${letters[column]}${row}"`;
    if (column % 5 === 1) return `${start} s="1"><v>${(row % 2000) + column / 100}</v></c>`;
    if (column % 5 === 2) return `${start} s="2"><v>${46000 + (row % 400)}</v></c>`;
    if (column % 5 === 3) return `${start}><v>${row + column}</v></c>`;
    const text = column % 2 ? `Nguyễn Thị Hồng ${(row + column) % 500}` : `${row}-${column} 山田太郎邸 新築工事`;
    if (!texts.has(text)) texts.set(text, texts.size);
    return `${start} t="s"><v>${texts.get(text)}</v></c>`;
  }
  async function* strings(): AsyncGenerator<string> {
    yield `<sst xmlns="${MAIN}">`;
    for (const text of texts.keys()) yield `<si><t>${text}</t></si>`;
    yield '</sst>';
  }
  const styles = '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="2"/><xf numFmtId="14"/></cellXfs>';
  return await zipOf(xlsxParts({ styles, strings: '', parts: { 'xl/worksheets/sheet1.xml': sheet(), 'xl/sharedStrings.xml': strings() } }));
}

/** A file on disk as a source, read by ranges. */
export async function fileSource(path: string): Promise<WorkbookSource & { close(): Promise<void> }> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    read: async (offset, length) => (await file.read(new Uint8Array(length), 0, length, offset)).buffer,
    close: () => file.close(),
  };
}

/** A workbook with these rows, the first its headers, as another program writes it. */
export async function workbookOf(rows: readonly (readonly unknown[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Trang 1').addRows(rows as unknown[][]);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
