import { WorkbookError } from '../workbook-error.ts';
import type { Archive } from './archive.ts';
import { MAX_SHEETS } from './limits.ts';
import { type CellFormat, cellFormatOf } from './number-formats.ts';
import { MAIN_NAMESPACE, RELATIONSHIPS_NAMESPACE, STRICT_MAIN_NAMESPACE, STRICT_RELATIONSHIPS_NAMESPACE } from './open-xml.ts';
import { attributeOf, meaningOf, readXml, type XmlTag } from './xml-reader.ts';

/** What the small parts of an .xlsx say about its sheets. */
export interface WorkbookParts {
  /** The worksheets, in the order of their tabs. */
  sheets: { name: string; path: string; isHidden: boolean }[];
  sharedStrings: string | undefined;
  is1904: boolean;
  /** The file says that the saved results of its formulas are void. */
  recalculates: boolean;
  /** By cell style number: what the format adds to a number. */
  formats: (CellFormat | undefined)[];
}

const MAX_STYLES = 100_000;

/** Follows the package from its root relationship to workbook, sheets and styles. */
export async function readWorkbookParts(archive: Archive): Promise<WorkbookParts> {
  const path = await workbookPath(archive);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const links = await readRelationships(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const { sheetIds, is1904, recalculates } = await readWorkbook(archive, path);
  const target = (type: string) => links.find((link) => link.type === type)?.path;
  const [styles, strings] = [target('styles'), target('sharedStrings')];
  const sheets: WorkbookParts['sheets'] = [];
  const linkById = new Map(links.map((link) => [link.id, link]));
  for (const { id, name, isHidden } of sheetIds) {
    const link = linkById.get(id);
    if (!link) throw new WorkbookError('broken', { cause: `no relationship ${id}` });
    if (link.type === 'worksheet') sheets.push({ name, path: link.path, isHidden });
  }
  return {
    sheets,
    // Some programs name a part that no cell uses and leave it out; a cell that needs it says so.
    sharedStrings: strings !== undefined && archive.has(strings) ? strings : undefined,
    is1904,
    recalculates,
    formats: styles === undefined ? [] : await readFormats(archive, styles),
  };
}

/** Whether a tag belongs to the spreadsheet's own vocabulary, whatever prefix it has. */
export function isMain(tag: XmlTag): boolean {
  return tag.uri === MAIN_NAMESPACE || tag.uri === STRICT_MAIN_NAMESPACE;
}

async function workbookPath(archive: Archive): Promise<string> {
  if (!archive.has('_rels/.rels')) throw new WorkbookError('not_a_workbook');
  const root = (await readRelationships(archive, '_rels/.rels', '')).find((link) => link.type === 'officeDocument');
  if (!root) throw new WorkbookError('not_a_workbook');
  if (root.path.toLowerCase().endsWith('.bin')) throw new WorkbookError('other_format');
  return root.path;
}

interface Relationship {
  id: string;
  /** The last word of the type's name, the same in the transitional and the strict format. */
  type: string;
  path: string;
}

async function readRelationships(archive: Archive, path: string, folder: string): Promise<Relationship[]> {
  const links: Relationship[] = [];
  await readXml(archive, path, {
    open(tag) {
      if (tag.local !== 'Relationship' || attributeOf(tag, 'TargetMode') === 'External') return;
      const type = attributeOf(tag, 'Type') ?? '';
      links.push({
        id: attributeOf(tag, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolve(folder, attributeOf(tag, 'Target') ?? ''),
      });
    },
  });
  return links;
}

/** A target relative to the folder of the part that names it; absolute targets start with a slash. */
function resolve(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

async function readWorkbook(archive: Archive, path: string) {
  const sheetIds: { id: string; name: string; isHidden: boolean }[] = [];
  let sheetCount = 0;
  let is1904 = false;
  let recalculates = false;
  let isRoot = true;
  await readXml(archive, path, {
    open(tag) {
      if (isRoot && !(tag.local === 'workbook' && isMain(tag))) throw new WorkbookError('not_a_workbook');
      isRoot = false;
      if (!isMain(tag)) return;
      if (tag.local === 'workbookPr') is1904 = isOn(attributeOf(tag, 'date1904'));
      if (tag.local === 'calcPr') recalculates = isOn(attributeOf(tag, 'fullCalcOnLoad'));
      if (tag.local === 'sheet' && ++sheetCount > MAX_SHEETS) throw new WorkbookError('many_sheets', { limit: MAX_SHEETS });
      if (tag.local !== 'sheet') return;
      const isHidden = (attributeOf(tag, 'state') ?? 'visible') !== 'visible';
      const id = relationshipIdOf(tag);
      if (id !== undefined) sheetIds.push({ id, name: attributeOf(tag, 'name') ?? '', isHidden });
    },
  });
  return { sheetIds, is1904, recalculates };
}

/** The attribute `id` of the vocabulary of relationships, whatever its prefix. */
function relationshipIdOf({ attributes, prefixes }: XmlTag): string | undefined {
  const isId = (name: string) => name.endsWith(':id') && isRelationships(meaningOf(name.slice(0, -':id'.length), prefixes));
  return Object.entries(attributes).find(([name]) => isId(name))?.[1];
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function isRelationships(uri: string | undefined): boolean {
  return uri === RELATIONSHIPS_NAMESPACE || uri === STRICT_RELATIONSHIPS_NAMESPACE;
}

async function readFormats(archive: Archive, path: string): Promise<(CellFormat | undefined)[]> {
  const codes = new Map<number, string>();
  const formatIds: number[] = [];
  let inCellFormats = false;
  await readXml(archive, path, {
    open(tag) {
      if (!isMain(tag)) return;
      if (tag.local === 'numFmt') codes.set(Number(attributeOf(tag, 'numFmtId')), attributeOf(tag, 'formatCode') ?? '');
      else if (tag.local === 'cellXfs') inCellFormats = true;
      else if (tag.local === 'xf' && inCellFormats) formatIds.push(Number(attributeOf(tag, 'numFmtId') ?? 0));
      if (codes.size > MAX_STYLES || formatIds.length > MAX_STYLES) throw new WorkbookError('broken', { cause: 'too many styles' });
    },
    close(tag) {
      if (tag.local === 'cellXfs') inCellFormats = false;
    },
  });
  return formatIds.map((id) => cellFormatOf(id, codes.get(id)));
}
