import { IMPORT_REASON_LABEL } from '../../../contracts/calls/imports.ts';
import { META_LABELS } from '../../../contracts/contract.ts';
import type { Field } from '../../../contracts/fields.ts';
import { listWords } from '../../../contracts/text.ts';
import { fold } from '../../../platform/text/fold.ts';
import type { CellValue, SheetInfo, SheetRow } from '../../../platform/xlsx/cell-value.ts';
import { WorkbookError } from '../../../platform/xlsx/workbook-error.ts';
import { type Importable, ImportFailure, importMessage, joinTexts, maxRowsOf } from '../importable.ts';
import { joinLabels, missingColumnsMessage } from './field-message.ts';
import { isUnitOf } from './units.ts';

/** A column of the file that sets a field; `title` is its header as written. */
export interface Heading {
  index: number;
  title: string;
  field: string;
}

export interface Headings {
  columns: readonly Heading[];
  /** Headers of columns that set nothing. */
  ignored: readonly string[];
  /** What finds them, for titles further down. */
  fieldOf: TitleReader;
}

/** Rows with a value in which the headings are looked for: a title, a date, a remark may stand above them. */
export const HEADING_ROWS = 10;

/** A row of a sheet; of the headings also how many rows with a value stand above them. */
export interface HeadedRow extends SheetRow {
  above?: number;
}

/**
 * The rows of a sheet from its headings on: the first row in which two columns are known, or the last of those that follow it if each knows more, as
 * where headings stand below headings; else the first in which all are; where there is none of these, all rows. Rows above do not count towards the limit.
 */
export async function* fromHeadings(
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  importable: Importable,
  mapping?: HeadingMapping,
): AsyncGenerator<HeadedRow> {
  const fieldOf = createTitleReader(importable, mapping);
  const limit = maxRowsOf(importable);
  let first: SheetRow[] | undefined = [];
  let [mostKnown, headings] = [0, 0];
  for await (const row of rows) {
    if (!first) {
      if (row.count - headings > limit) throw new WorkbookError('many_rows', { limit });
      yield row;
      continue;
    }
    first.push(row);
    const { known } = countKnown(row.cells, fieldOf);
    const isPast = mostKnown >= 2 && known <= mostKnown;
    mostKnown = Math.max(mostKnown, known);
    if (!isPast && first.length < HEADING_ROWS) continue;
    const headed = dropAbove(first, fieldOf);
    headings = headed[0]!.count;
    yield* headed;
    first = undefined;
  }
  if (first) yield* dropAbove(first, fieldOf);
}

function dropAbove(rows: readonly SheetRow[], fieldOf: TitleReader): HeadedRow[] {
  const counts = rows.map(({ cells }) => countKnown(cells, fieldOf));
  const atTwo = counts.findIndex(({ known }) => known >= 2);
  let above = Math.max(0, atTwo >= 0 ? atTwo : counts.findIndex(({ known, all }) => known > 0 && known === all));
  while (atTwo >= 0 && above + 1 < counts.length && counts[above + 1]!.known > counts[above]!.known) above += 1;
  return rows.slice(above).map((row, index) => (index === 0 ? { ...row, above } : row));
}

/** How many cells of a row name a field, of those that say anything. */
function countKnown(cells: readonly CellValue[], fieldOf: TitleReader): { known: number; all: number } {
  const titles = cells.filter((cell) => cell !== null && !isReasonHeading(cell));
  const known = titles.filter((cell) => typeof cell === 'string' && fieldOf(cell) !== undefined);
  return { known: known.length, all: titles.length };
}

/** The titles of the columns by their index; a column whose header says nothing has none. */
export function listTitles(cells: readonly CellValue[]): { index: number; title: string }[] {
  return cells.flatMap((cell, index) =>
    cell === null || typeof cell === 'object' || isReasonHeading(cell) ? [] : { index, title: String(cell).trim() },
  );
}

/** What each column of the file is, by its header: see `createTitleReader`. Throws where two columns are one field. */
export function matchColumns(importable: Importable, cells: readonly CellValue[], mapping?: HeadingMapping): Headings {
  const fieldOf = createTitleReader(importable, mapping);
  const columns: Heading[] = [];
  const ignored: string[] = [];
  for (const { index, title } of listTitles(cells)) {
    const field = fieldOf(title);
    if (field === undefined) ignored.push(title.slice(0, 100));
    if (!field) continue;
    const earlier = columns.find((column) => column.field === field);
    const isRef = importable.resource.contract.fields[field]?.kind === 'ref';
    const isTwice = earlier && toHeadingKey(earlier.title) === toHeadingKey(title);
    if (isTwice) throw new ImportFailure(importMessage('double_column', { column: title }));
    if (earlier && !isRef) {
      const label = joinLabels(importable.resource.contract.fields, [field]);
      throw new ImportFailure(importMessage('two_columns', { column: title, other: earlier.title, field: label }));
    }
    columns.push({ index, title, field });
  }
  return { columns, ignored, fieldOf };
}

/** The columns of a file whose rows can be read; throws where it lacks a required one. */
export function readHeadings(importable: Importable, cells: readonly CellValue[], mapping?: HeadingMapping): Headings {
  const headings = matchColumns(importable, cells, mapping);
  const { columns, ignored } = headings;
  if (!hasValueColumn(columns)) throw new ImportFailure(importMessage('no_known_columns', { rows: HEADING_ROWS }));
  const missingFields = listMissingFields(importable, columns);
  if (missingFields.length === 0) return headings;
  const missing = missingColumnsMessage(importable.resource.contract.fields, missingFields);
  // One of them may be what is missing, under another name.
  const unknown = ignored.length > 0 ? [importMessage('unknown_columns', { columns: ignored.slice(0, 50).join(', ') })] : [];
  throw new ImportFailure(joinTexts([missing, ...unknown]));
}

/** Whether any column sets a value, beside those that say which record a row is. */
export const hasValueColumn = (columns: readonly Heading[]): boolean => columns.some(({ field }) => !IDENTITY_COLUMNS.includes(field));

/** Titles of hidden columns that set fields: they are read as the others. */
export function listHiddenTitles({ columns }: Headings, { hiddenColumns = [] }: SheetInfo): string[] {
  return columns.filter(({ index }) => hiddenColumns.some(([first, last]) => first <= index && index <= last)).map(({ title }) => title);
}

/** Whether a row repeats the headings, as at the top of each printed page, or says them in another language: at least two, and nothing else. */
export function isHeadingRow({ columns, fieldOf }: Headings, { cells }: SheetRow): boolean {
  // Most records have a number, which tells without looking at names.
  if (columns.some(({ index }) => typeof (cells[index] ?? '') !== 'string')) return false;
  const filled = columns.filter(({ index }) => (cells[index] ?? null) !== null);
  return filled.length >= 2 && filled.every(({ index, field }) => fieldOf(String(cells[index])) === field);
}

/** Whether a row has nothing in the columns that set fields, as one that is only numbered in advance. */
export function isBlankRow({ columns }: Headings, { cells }: SheetRow): boolean {
  return columns.every(({ index }) => (cells[index] ?? null) === null);
}

/**
 * The fields without whose columns no row can be read. A file that names its records by id or by their source may hold updates only, so what its new
 * rows lack is reported row by row.
 */
export function listMissingFields(importable: Importable, columns: readonly Heading[]): readonly string[] {
  const { sourceField, naturalKey, namesByKey, updatableFields } = importable;
  const has = (name: string) => columns.some(({ field }) => field === name);
  if (!has('id') && !(sourceField && has(sourceField))) {
    const required = listRequiredFields(importable);
    const needed = namesByKey ? required.filter((name) => naturalKey.includes(name)) : required;
    const missing = needed.filter((name) => !has(name));
    if (missing.length > 0) return missing;
  }
  return updatableFields && !updatableFields.some(has) ? updatableFields : [];
}

/** The fields that a new record needs of the file. */
export function listRequiredFields({ resource: { contract }, fields, naturalKey, updatableFields, defaults }: Importable): string[] {
  if (updatableFields) return [...naturalKey];
  return Object.keys(contract.fields).filter(
    (name) => fields.includes(name) && contract.fields[name]!.required && !defaults?.fields.includes(name),
  );
}

/** Finds the field that a title names; '' is a column that a mapping passes over. */
export type TitleReader = (title: string) => string | undefined;

/** By the heading of a column of the file, the field that it fills; '' where it fills none. */
export type HeadingMapping = Readonly<Record<string, string>>;

/**
 * Between the parts of a title such as `Ngày trả (yyyy/mm/dd) *` or `得意先 / Khách hàng`. No colon: with one a word stands before its value, above the
 * table.
 */
const TITLE_PARTS = /[\n\r()（）［］【】[\]/／*＊]+/;

/**
 * Finds fields by their key or their label in any language, whatever its case, width, accents and spaces. A title may name its field in several
 * languages and say its unit, that it is required, how a day is written, or that a record goes by its code; with anything else it is another title:
 * `Ngày trả (dự kiến)` is no return date, and `Diện tích (坪)` none in m². What a mapping says of a title goes before that.
 */
export function createTitleReader(importable: Importable, mapping: HeadingMapping = {}): TitleReader {
  const mapped = new Map(Object.entries(mapping).map(([heading, field]) => [toHeadingKey(heading), field]));
  const fieldOf = mapFieldsByHeading(importable);
  const { fields } = importable.resource.contract;
  const read = (title: string) => {
    const whole = fieldOf.get(toHeadingKey(title));
    if (whole !== undefined) return whole;
    const parts = title.split(TITLE_PARTS).flatMap((part) => part.trim() || []);
    const [name, ...others] = new Set(parts.flatMap((part) => fieldOf.get(toHeadingKey(part)) ?? []));
    const field = name === undefined || others.length > 0 ? undefined : fields[name];
    const isKnown = (part: string) => fieldOf.has(toHeadingKey(part)) || saysHow(field!, toHeadingKey(part));
    return field && parts.every(isKnown) ? name : undefined;
  };
  return (title) => mapped.get(toHeadingKey(title)) ?? read(title.trim());
}

/** Whether a part of a title says only how the cells of its column are written. */
function saysHow(field: Field, word: string): boolean {
  if (REQUIRED_WORDS.includes(word) || isUnitOf(field, word)) return true;
  if (field.kind === 'date' || field.kind === 'month') return /^[ymd年月日.-]+$/.test(word);
  return field.kind === 'ref' && CODE_WORDS.includes(word);
}

const REQUIRED_WORDS = ['必須', 'batbuoc', 'required'];
const CODE_WORDS = ['ma', 'code', 'コード', 'ten', 'name', '名', '氏名'];

/** Fields by the keys of all titles that a column for them may have. */
function mapFieldsByHeading(importable: Importable): Map<string, string> {
  const titles = new Map<string, string>();
  for (const [title, field] of listFieldTitles(importable)) if (!titles.has(toHeadingKey(title))) titles.set(toHeadingKey(title), field);
  return titles;
}

/** Each title that a column may have, with its field; of one title the first field counts. */
export function listFieldTitles({ resource: { contract }, fields, headingAliases = {} }: Importable): [title: string, field: string][] {
  const identity = IDENTITY_COLUMNS.flatMap((name) => [name, META_LABELS[name]!.vi].map((title): [string, string] => [title, name]));
  const titles: [string, string][] = [];
  for (const name of fields) for (const title of [name, ...listWords(contract.fields[name]!.label)]) titles.push([title, name]);
  for (const { key, label } of contract.columns) {
    const relation = contract.relations[key.split('.')[0]!];
    if (relation && key.includes('.')) for (const title of [key, ...listWords(label)]) titles.push([title, relation.field]);
  }
  for (const [alias, field] of Object.entries(headingAliases)) {
    const label = contract.fields[alias]?.label;
    for (const title of [alias, ...(label ? listWords(label) : [])]) titles.push([title, field]);
  }
  return [...identity, ...titles.filter(([title, field]) => title && fields.includes(field))];
}

/** Columns at the end of an export that say which record a row is, and how it was. */
export const IDENTITY_COLUMNS: readonly string[] = ['id', 'version'];

const REASON_HEADINGS = Object.values(IMPORT_REASON_LABEL).map(toHeadingKey);

/** The column of reasons in a workbook of rejected rows: it says nothing of the records. */
export function isReasonHeading(cell: CellValue): boolean {
  return typeof cell === 'string' && REASON_HEADINGS.includes(toHeadingKey(cell));
}

/** What two headings that are the same have in common: neither case, accents nor spaces tell them apart. */
export function toHeadingKey(title: string): string {
  return fold(title).replace(/[\s_*]+/g, '');
}
