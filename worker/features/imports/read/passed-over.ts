import type { Text } from '../../../contracts/text.ts';
import { fold } from '../../../platform/text/fold.ts';
import { type CellValue, isCellError, isPaddedNumber, type SheetRow } from '../../../platform/xlsx/cell-value.ts';
import { isExampleRow } from '../example-row.ts';
import { type Importable, importMessage } from '../importable.ts';
import { isBlankCell } from './cells.ts';
import type { Draft, PassedOverKind } from './draft.ts';
import { type Headings, IDENTITY_COLUMNS, isHeadingRow } from './headings.ts';
import { isNamedByNumber } from './lookups.ts';

/** The rows that were passed over, by kind: how many, and the numbers of the first of them. */
export type PassedOver = Partial<Record<PassedOverKind, { count: number; rows: readonly number[] }>>;

/** Rows that are named one by one. */
const MAX_NAMED_ROWS = 10;

/**
 * What a row is if it is no record. A total or a note lacks a required value that a new record must have, so that it could not be written as one; who
 * asks makes sure that it names no record that is there. A total is one word for it and, beside that, only numbers, such as sums and counts, of which none says
 * which record a row is; a note is a single cell that begins with a mark or a word for notes.
 */
export function kindOfPassedOver(importable: Importable, headings: Headings, row: SheetRow, draft: Draft): PassedOverKind | undefined {
  // A template's examples have no id: a row that has one is a record, whatever its texts begin with.
  if (draft.id === undefined && isExampleRow(row.cells)) return 'examples';
  if (isHeadingRow(headings, row) || (isInBrackets(row) && lacksValues(importable, draft))) return 'headings';
  const texts: number[] = [];
  const numbers: number[] = [];
  for (const [index, cell] of row.cells.entries()) {
    if (isBlankCell(cell)) continue;
    (isNumber(cell) ? numbers : texts).push(index);
    if (texts.length > 1) return undefined;
  }
  const [textAt = -1] = texts;
  const text = row.cells[textAt];
  if (typeof text !== 'string') return undefined;
  const fieldAt = (index: number) => headings.columns.find((column) => column.index === index)?.field;
  if (!lacksValues(importable, draft, fieldAt(textAt))) return undefined;
  if (numbers.length === 0) return NOTE.test(fold(text).trim()) ? 'notes' : undefined;
  return isTotalWord(text) && !numbers.some((index) => namesRecord(importable, draft, fieldAt(index))) ? 'totals' : undefined;
}

export function addPassedOver(to: PassedOver, kind: PassedOverKind, row: number): PassedOver {
  const { count = 0, rows = [] } = to[kind] ?? {};
  return { ...to, [kind]: { count: count + 1, rows: rows.length < MAX_NAMED_ROWS ? [...rows, row] : rows } };
}

export function countPassedOver(passedOver: PassedOver): number {
  return Object.values(passedOver).reduce((sum, { count }) => sum + count, 0);
}

/** Which rows were passed over, and why. */
export function describePassedOver({ examples, headings, totals, notes }: PassedOver): Text[] {
  const list = ({ count, rows }: { count: number; rows: readonly number[] }) => ({
    count,
    rows: rows.join(', ') + (count > rows.length ? ', …' : ''),
  });
  return [
    ...(examples ? [importMessage('example_rows', list(examples))] : []),
    ...(headings ? [importMessage('heading_rows', list(headings))] : []),
    ...(totals ? [importMessage('total_rows', list(totals))] : []),
    ...(notes ? [importMessage('note_rows', list(notes))] : []),
  ];
}

/** Whether the row cannot be a new record, whatever the field with its only text says, and that one names nothing that is there. */
function lacksValues({ resource, fields, updatableFields }: Importable, { values, references }: Draft, named = ''): boolean {
  const isEmpty = (name: string) => (values[name] ?? null) === null;
  if (references.get(named)?.some(({ ids }) => ids.length > 0)) return false;
  if (resource.contract.fields[named]?.kind === 'refs' && !isEmpty(named)) return false;
  return (
    updatableFields !== undefined || fields.some((name) => name !== named && resource.contract.fields[name]!.required && isEmpty(name))
  );
}

/** Whether a number in the column says which record a row is: its id, its key at the source, or a code that somebody or something has. */
function namesRecord({ resource, sourceField }: Importable, { references }: Draft, name: string | undefined): boolean {
  if (name === undefined) return false;
  const isFound = references.get(name)?.some(({ ids }) => ids.length > 0) ?? false;
  return (isFound && !isNamedByNumber(resource.contract.fields[name]?.entity)) || name === sourceField || IDENTITY_COLUMNS.includes(name);
}

/** A number, a formula for one that has no result, or a text like `1,234.5 坪` or `25:30:00`. */
function isNumber(cell: CellValue): boolean {
  if (typeof cell === 'string') return /^[+-]?\d[\d.,:' ]*[^\d\s.,:/計-]{0,4}$/.test(cell.normalize('NFKC').trim());
  return typeof cell === 'number' || isPaddedNumber(cell) || isCellError(cell);
}

/** A row below the headings that numbers the columns, `(1) (2) (3)`, or says their units. */
function isInBrackets({ cells }: SheetRow): boolean {
  const first = cells.find((cell) => cell !== null);
  if (typeof first !== 'string' || !/^\s*[(（]/.test(first)) return false;
  const filled = cells.filter((cell) => !isBlankCell(cell));
  return filled.length > 1 && filled.every((cell) => typeof cell === 'string' && /^[(（].*[)）]$/.test(cell.trim()));
}

/** `合計`, `11月計`, `Tổng cộng:`, `Tổng tháng 11`, `TOTAL (25)`; and as Excel names subtotals, `KH01 集計`. */
function isTotalWord(text: string): boolean {
  const folded = fold(text).trim();
  return SUBTOTAL.test(folded) || TOTAL.test(folded.replace(/[\s:.=()（）【】[\]*-]+/g, ''));
}

const TOTAL =
  /^(?:\d{1,4}年)?(?:\d{1,2}月)?[度分]?(?:tong(?:cong|so|ket|phu)?|cong|(?:grand|sub)?totals?|sum|[総合小中累集]?計|総合計|平均|trungbinh|average|[σ∑])(?:thang)?[\d,/年月]*[度分件棟戸]?$/;
const SUBTOTAL = / (?:total|tong|[集小]計)$/;
const NOTE = /^(?:[※*]|(?:\(?注|注意|注記|備考|\(?ghi chu|luu y|chu y|chu thich|notes?|remarks?|nb)[\d ]*(?:[:.)、]|$)|以上(?:です)?。?$)/;
