import type { Field, Values } from '../../../contracts/fields.ts';
import type { Text } from '../../../contracts/text.ts';
import { fold } from '../../../platform/text/fold.ts';
import { listShortDayReadings } from '../../../platform/text/read-day.ts';
import { rememberResults } from '../../../platform/text/remember-results.ts';
import {
  type CellError,
  type CellValue,
  isCellError,
  isPaddedNumber,
  type PaddedNumber,
  type SheetInfo,
  type SheetRow,
  UNCALCULATED,
} from '../../../platform/xlsx/cell-value.ts';
import { importMessage } from '../importable.ts';
import { cellText, isBlankCell, isLetters, listNumberMeanings, losesDigits, readCell as readFieldCell } from './cells.ts';
import { fieldMessage } from './field-message.ts';
import type { Heading } from './headings.ts';
import type { Lookups } from './lookups.ts';
import { readNameLists } from './name-list.ts';
import { withoutUnit } from './units.ts';

export interface Problem {
  row: number;
  /** Names that no record has, where nothing else is wrong with the cell. */
  missing?: readonly { entity: string; name: string; parent?: string }[];
  column: string | null;
  message: Text;
}

/** What a cell of a reference says, and the records that it can mean. */
export interface Reference {
  title: string;
  text: string;
  ids: readonly number[];
}

/** Rows of a file that are no records: the examples of a template, repeated headings, totals, and notes about the table. */
export type PassedOverKind = 'examples' | 'headings' | 'totals' | 'notes';

/** A row as read, before its record is known. */
export interface Draft {
  row: number;
  /** What it is, where it looks like no record. */
  passedOver?: PassedOverKind | undefined;
  /** Whether it is hidden in the sheet by a filter or by hand, and has cells that are merged with those above. */
  marks: Pick<SheetRow, 'hidden' | 'merged'>;
  /** Which record it is, and as which version it was exported, where the file says so. */
  id?: number;
  version?: number;
  /** By field; null where every cell of the field is blank, missing where one is wrong. */
  values: Values;
  /** Fields whose cell asks for the value to be cleared, where a blank one leaves it. */
  cleared: Set<string>;
  /** The cells of each field that points to records. */
  references: Map<string, Reference[]>;
  /** The lists of records that a cell can mean, by field, where it is not clear which. */
  readings: Map<string, number[][]>;
  /** What is wrong with the cells, by field. */
  problems: Map<string, Problem>;
}

/** Words that clear a value; of a record that holds one of them they say that it stays. */
const CLEAR_WORDS = ['(trống)', '(empty)'].map(fold);
export const isClearWord = (cell: string) => /[(\uff08]/.test(cell) && CLEAR_WORDS.includes(fold(cell).trim());

/** Reads a cell of a field; all are of one sheet. */
export type ReadCell = (name: string, cell: CellValue, sheet: SheetInfo) => CellReading;

/** A column mostly repeats a few values: each is read once for the file. */
export function createCellReader(fields: Readonly<Record<string, Field>>, today: string): ReadCell {
  const readers = new Map<string, (cell: CellValue) => CellReading>();
  return (name, cell, sheet) => {
    const known = readers.get(name);
    if (known) return known(cell);
    const reader = rememberResults((given: CellValue) => readSingleCell(fields[name]!, given, sheet, today));
    readers.set(name, reader);
    return reader(cell);
  };
}

/** What a cell says by itself: nothing, that its value is to be cleared, what is wrong with it, or its value; a reference's is looked up in its row. */
interface CellReading {
  cell: PlainCell;
  problem?: Text | 'cleared' | undefined;
  value?: unknown;
}

function readSingleCell(field: Field, given: CellValue, sheet: SheetInfo, today: string): CellReading {
  const plain = toPlainCell(field, given);
  if (isBlankCell(plain)) return { cell: null };
  const cell = typeof plain === 'string' ? withoutUnit(field, plain) : plain;
  if (typeof cell === 'string' && isClearWord(cell)) return { cell, problem: 'cleared' };
  const problem = cellProblem(field, cell, today);
  if (problem || isCellError(cell) || field.kind === 'ref' || field.kind === 'refs') return { cell, problem };
  return { cell, value: readFieldCell(field, cell, sheet) };
}

/** What the cells of a row are read with. */
interface RowReading {
  fields: Readonly<Record<string, Field>>;
  lookups: Lookups;
  draft: Draft;
  /** Notes what is wrong with a field, once; `missing` are names that no record has. */
  fail: (field: string, column: string, message: Text, missing?: readonly string[]) => void;
}

/** Reads the cells of a row as the values that the columns of the file set. A reference is what all of its columns (code and name) fit. */
export function readDraft(
  fields: Readonly<Record<string, Field>>,
  headings: readonly Heading[],
  lookups: Lookups,
  { row, cells, sheet, made, ...marks }: SheetRow,
  readCell: ReadCell,
): Draft {
  const draft: Draft = { row, marks, values: {}, cleared: new Set(), references: new Map(), readings: new Map(), problems: new Map() };
  const fail: RowReading['fail'] = (field, column, message, missing = []) => {
    const named = missing.length > 0 && { missing: missing.map((name) => ({ entity: fields[field]!.entity!, name })) };
    if (!draft.problems.has(field)) draft.problems.set(field, { row, column, message, ...named });
    delete draft.values[field];
  };
  const reading = { fields, lookups, draft, fail };
  for (const { index, title, field: name } of headings) {
    if (name === 'id' || name === 'version') {
      const number = readIdentity(toPlainCell(undefined, cells[index] ?? null));
      if (number === undefined) fail(name, title, importMessage('bad_identity', { field: title }));
      else if (number !== null) draft[name] = number;
      continue;
    }
    const { kind } = fields[name]!;
    const { cell, problem, value } = readCell(name, cells[index] ?? null, sheet);
    if (cell === null) {
      if (!draft.problems.has(name) && !draft.references.has(name)) draft.values[name] ??= null;
    } else if (problem === 'cleared') {
      draft.cleared.add(name);
      draft.values[name] = null;
    } else if (problem) fail(name, title, problem);
    else if (isCellError(cell)) continue;
    else if (made?.includes(index) && isLetters(kind)) fail(name, title, importMessage('made_text', { value: cellText(cell) }));
    else if (kind === 'ref') readReference(reading, name, title, cellText(cell));
    else if (kind === 'refs') readReferences(reading, name, title, cellText(cell));
    else draft.values[name] = value;
  }
  settleReferences(reading);
  return draft;
}

function readReference({ fields, lookups, draft, fail }: RowReading, name: string, title: string, text: string): void {
  const { label, entity = '' } = fields[name]!;
  const ids = lookups.find(entity, text);
  draft.references.set(name, [...(draft.references.get(name) ?? []), { title, text, ids }]);
  if (ids.length > 0) return;
  const similar = lookups.similarNames(entity, text);
  if (similar.length > 0) fail(name, title, unknownMessage(label, text, similar));
  else fail(name, title, unknownMessage(label, text, lookups.longerNames(entity, text)), [text]);
}

function readReferences({ fields, lookups, draft, fail }: RowReading, name: string, title: string, list: string): void {
  const { label, entity = '' } = fields[name]!;
  const find = (text: string) => lookups.find(entity, text);
  const lists = readNameLists(list, lookups.knownNames(entity));
  if (lists.length > 1) {
    const written = lists.map((texts) => `«${texts.map((text) => `${text};`).join(' ')}»`);
    fail(name, title, fieldMessage('ambiguous_list', label, list, written.join(' / ')));
    const readings = lists.map((texts) => texts.flatMap(find));
    draft.readings.set(name, readings);
    return;
  }
  const found = lists[0]!.map((text) => ({ text, ids: find(text) }));
  const wrong = found.find(({ ids }) => ids.length !== 1);
  if (!wrong) draft.values[name] = [...new Set(found.map(({ ids }) => ids[0]!))];
  else if (wrong.ids.length > 1) fail(name, title, fieldMessage('ambiguous_value', label, wrong.text));
  else {
    const unknown = found.filter(({ ids }) => ids.length === 0).map(({ text }) => text);
    const similar = lookups.similarNames(entity, wrong.text);
    const isNew = found.every(({ ids }) => ids.length < 2) && unknown.every((text) => lookups.similarNames(entity, text).length === 0);
    const suggested = similar.length === 0 ? lookups.longerNames(entity, wrong.text) : similar;
    fail(name, title, unknownMessage(label, wrong.text, suggested), isNew ? unknown : []);
  }
}

/** Each reference is the one record that all of its cells can mean; the others of the row help to tell which group of a name is meant. */
function settleReferences(reading: RowReading): void {
  const { fields, draft, fail } = reading;
  const unclear: { name: string; cells: Reference[]; ids: readonly number[] }[] = [];
  for (const [name, cells] of draft.references) {
    if (draft.problems.has(name)) continue;
    const ids =
      cells.length === 1 ? cells[0]!.ids : cells.map(({ ids }) => ids).reduce((left, ids) => left.filter((id) => ids.includes(id)));
    if (ids.length === 1) draft.values[name] = ids[0];
    else unclear.push({ name, cells, ids });
  }
  for (const { name, cells, ids } of unclear) {
    const { label, entity = '' } = fields[name]!;
    const { title, text } = cells.at(-1)!;
    const own = ids.length > 1 ? ids.filter((id) => isOfDepartment(reading, entity, id)) : ids;
    if (ids.length === 0) fail(name, title, fieldMessage('contradiction', label, text));
    else if (own.length !== 1) fail(name, title, fieldMessage('ambiguous_value', label, text));
    else draft.values[name] = own[0];
  }
}

/** Whether a group belongs to the department that the row names, or else to that of its person: two departments may have groups of one name. */
function isOfDepartment({ fields, draft: { values }, lookups }: RowReading, entity: string, id: number): boolean {
  const named = Object.keys(fields).find((name) => fields[name]!.entity === 'departments');
  const department = (named && values[named]) ?? (fields.user_id && lookups.row('users', values.user_id)?.department_id) ?? null;
  return department !== null && lookups.row(entity, id)?.dept_id === department;
}

type PlainCell = Exclude<CellValue, PaddedNumber>;

/** A number that its format shows with zeros before it is a text where the field is one, or names a record. */
function toPlainCell(field: Field | undefined, cell: CellValue): PlainCell {
  if (!isPaddedNumber(cell)) return cell;
  return field?.kind === 'text' || field?.kind === 'ref' ? cell.text : cell.number;
}

/** A record's id or version: null of a blank cell, undefined when it is neither. */
function readIdentity(cell: PlainCell): number | null | undefined {
  if (isBlankCell(cell)) return null;
  const text = typeof cell === 'object' ? '' : cellText(cell);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function cellProblem(field: Field, cell: Exclude<PlainCell, null>, today: string): Text | undefined {
  if (isCellError(cell)) return cellErrorMessage(cell);
  if ((field.kind === 'text' || field.kind === 'ref') && losesDigits(cell))
    return importMessage('long_number', { value: cell.toPrecision(15) });
  const days = field.kind === 'date' && typeof cell === 'string' ? listShortDayReadings(cell) : [];
  if (isOfTheseYears(days[1], today)) return importMessage('ambiguous_day', { value: String(cell).trim(), readings: days.join(' / ') });
  const readings = listNumberMeanings(field, cell);
  if (readings.length === 0) return undefined;
  return importMessage('ambiguous_number', { value: String(cell).trim(), readings: readings.join(' / ') });
}

/** Whether the year of a day is within two of today's: a text that may begin with such a year is likely to do so. */
function isOfTheseYears(day: string | undefined, today: string): boolean {
  return day !== undefined && Math.abs(Number(day.slice(0, 4)) - Number(today.slice(0, 4))) <= 2;
}

function cellErrorMessage({ error }: CellError): Text {
  return error === UNCALCULATED.error ? importMessage('uncalculated') : importMessage('cell_error', { value: error });
}

function unknownMessage(label: Text, text: string, similar: readonly string[]): Text {
  if (similar.length === 0) return fieldMessage('unknown_value', label, text);
  const suggestions = similar.slice(0, 3).map((name) => `«${name}»`);
  return fieldMessage('similar_value', label, text, suggestions.join(', '));
}
