import type { Column, Contract } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import type { Field } from '#contracts/fields.ts';
import { type Lang, listWords } from '#contracts/text.ts';
import type { Row } from '../../api/client.ts';
import { cellValue } from '../../crud/list/cell.tsx';
import { type CellValue, type Choice, findCellProblem, readCell, writeCell } from './cell-value.ts';
import { savedValue } from './edit-store.ts';

/** A column of a grid; one without a field is only read. */
export interface GridColumn {
  column: Column;
  field?: EditedField;
}

/** The field that a column edits: how its cells are read and written, and what may stand there. */
export interface EditedField {
  name: string;
  field: Field;
  /** What an option or a named record can be. */
  choices: readonly Choice[];
  read: (text: string) => CellValue;
  write: (value: CellValue) => string;
  problem: (value: CellValue) => string | undefined;
}

/** Whether a cell is chosen from a list instead of typed. */
export const isChoice = ({ field: { kind } }: EditedField): boolean => kind === 'option' || kind === 'ref';

/** Records by the entity that a field names; an entity with too many to choose from is not there. */
export type RefChoices = Readonly<Partial<Record<string, readonly Choice[]>>>;

/** Columns as a grid edits them. `names` are the fields that may be edited; all that a form writes without it. */
export function toGridColumns(
  contract: Contract,
  columns: readonly Column[],
  refs: RefChoices,
  lang: Lang,
  names?: readonly string[],
): GridColumn[] {
  return columns.map((column) => {
    const name = findFieldName(contract, column);
    const field = name === undefined ? undefined : contract.fields[name];
    const choices = field && listChoices(field, refs, lang);
    if (!name || !field || !choices || field.readonly || field.rich || !EDITED_KINDS.has(field.kind)) return { column };
    if (names && !names.includes(name)) return { column };
    const read = (text: string) => readCell(field, text, choices);
    const write = (value: CellValue) => writeCell(field, value, choices);
    return { column, field: { name, field, choices, read, write, problem: (value) => findCellProblem(field, value, lang) } };
  });
}

const EDITED_KINDS: ReadonlySet<string> = new Set(['text', 'integer', 'decimal', 'date', 'option', 'ref']);

/** The field that a column shows: its own, or the one that names the record whose title it shows. */
function findFieldName({ relations }: Contract, { key }: Column): string | undefined {
  const [name, shown] = key.split('.') as [string, string?];
  if (shown === undefined) return name;
  const relation = relations[name];
  return relation?.kind === 'one' && contractOf(relation.entity)?.title.field === shown ? relation.field : undefined;
}

/** Entities whose records the columns of a contract can name. */
export function listNamedEntities(contract: Contract, names?: readonly string[]): string[] {
  const fields = contract.columns
    .flatMap((column) => findFieldName(contract, column) ?? [])
    .filter((name) => names?.includes(name) ?? true);
  return [...new Set(fields.flatMap((name) => contract.fields[name]?.entity ?? []))];
}

function listChoices({ kind, options = {}, entity }: Field, refs: RefChoices, lang: Lang): readonly Choice[] | undefined {
  if (kind === 'ref') return refs[entity!];
  return Object.entries(options).map(([value, label]) => ({ value, label: label[lang], also: listWords(label) }));
}

/** The text of a cell as it is saved: what is copied, and what a paste over a cell that is only read is compared with. */
export function savedText({ column, field }: GridColumn, row: Row): string {
  if (field) return field.write(savedValue(row, field.name));
  return String(cellValue(row, column.key) ?? '');
}
