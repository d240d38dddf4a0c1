import type { Clock } from '../../clock.ts';
import { createSchema, updateSchema } from '../../contracts/body-schemas.ts';
import type { ImportText } from '../../contracts/calls/imports.ts';
import type { Field, Fields } from '../../contracts/fields.ts';
import type { RefRow } from '../../contracts/ref-columns.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Text } from '../../contracts/text.ts';
import { listChanges, planColumns } from '../../crud/column-values.ts';
import type { Values } from '../../crud/resource.ts';
import { type CellError, isCellError, type SheetRow, UNCALCULATED } from '../../xlsx/cell-value.ts';
import { type Importable, importMessage } from '../importable.ts';
import { cellText, listNumberMeanings, losesDigits, readCell } from './cells.ts';
import type { Headings } from './headings.ts';
import type { Lookups } from './lookups.ts';

export interface Problem {
  row: number;
  column: string | null;
  message: Text;
}

/** A name that fits several rows. */
interface AmbiguousReference {
  ids: readonly number[];
  title: string;
  text: string;
}

/**
 * A row as read: its values, and what was wrong with cells. `invalidFields` have a reported problem, `ambiguous` are those whose
 * name fits several.
 */
export interface Draft {
  row: number;
  values: Values;
  problems: Problem[];
  ambiguous: Map<string, AmbiguousReference>;
  invalidFields: ReadonlySet<string>;
}

/** A record that a row may update, as it is. */
export interface Target {
  id: number;
  version: number;
  before: Values;
}

/** Columns to be written for a row. */
export interface ReadyRow {
  row: number;
  target: Target | undefined;
  columns: Values;
}

/** Turns rows of the sheet into columns of records, by the rules of the screens. */
export class RowMapper {
  readonly importable: Importable;
  readonly headings: Headings;
  #lookups: Lookups;
  #clock: Clock;
  #create: ReturnType<typeof createSchema>;
  #update: ReturnType<typeof updateSchema>;

  constructor(importable: Importable, headings: Headings, lookups: Lookups, clock: Clock) {
    this.importable = importable;
    this.headings = headings;
    this.#lookups = lookups;
    this.#clock = clock;
    const { contract } = importable.resource;
    const given = (name: string) => headings.columns.some(({ field }) => field === name);
    const sets = importable.updatableFields ?? importable.fields;
    this.#create = createSchema(
      pickFields(contract.fields, (name) => importable.fields.includes(name) && (given(name) || contract.fields[name]!.required)),
    );
    this.#update = updateSchema(pickFields(contract.fields, (name) => sets.includes(name) && given(name)));
  }

  /** The cells of a row as values by field. */
  readDraft({ row, cells }: SheetRow): Draft {
    const { fields } = this.importable.resource.contract;
    const draft = {
      row,
      values: {} as Values,
      problems: [] as Problem[],
      invalidFields: new Set<string>(),
      ambiguous: new Map<string, AmbiguousReference>(),
    };
    const fail = (field: string, column: string, message: Text) => {
      draft.problems.push({ row, column, message });
      draft.invalidFields.add(field);
    };
    for (const { index, title, field: name } of this.headings.columns) {
      const cell = cells[index] ?? null;
      const field = fields[name]!;
      if (isCellError(cell)) fail(name, title, cellErrorMessage(cell));
      else if ((field.kind === 'text' || field.kind === 'ref') && losesDigits(cell))
        fail(name, title, importMessage('long_number', { value: cell.toPrecision(15) }));
      else if (listNumberMeanings(field, cell).length > 0) {
        const readings = listNumberMeanings(field, cell).join(' / ');
        fail(name, title, importMessage('ambiguous_number', { value: String(cell).trim(), readings }));
      } else if (field.kind !== 'ref') draft.values[name] = readCell(field, cell);
      else if (cell !== null && cellText(cell) !== '') {
        const problem = this.#setReference(draft, name, title, cellText(cell));
        if (problem) fail(name, title, problem);
      } else if (!(name in draft.values)) draft.values[name] = null;
    }
    return draft;
  }

  /** Columns of the row's record; 'unchanged' when the record says it all already; undefined when the row is wrong, as its problems say. */
  completeRow(draft: Draft, target: Target | undefined): ReadyRow | 'unchanged' | undefined {
    const { importable } = this;
    this.#resolveAmbiguous(draft, target);
    if (importable.updatableFields && !target) return undefined;
    const values = this.#validate(draft, target);
    if (!values || draft.problems.length > 0) return undefined;
    const before = target?.before;
    if (before && listChanges(values, before).length === 0) return 'unchanged';
    const verb = target ? 'update' : 'create';
    const time = this.#clock.time();
    const columns = planColumns(importable.resource, values, { verb, source: 'import', before, refs: this.#refs(values), time });
    return columns ? { row: draft.row, target, columns } : 'unchanged';
  }

  titleOf(field: string): string | null {
    return this.headings.columns.find((column) => column.field === field)?.title ?? null;
  }

  #validate(draft: Draft, target: Target | undefined): Values | undefined {
    const { contract } = this.importable.resource;
    const { updatableFields, defaults } = this.importable;
    const values: Values = { ...draft.values };
    if (updatableFields) for (const name of updatableFields) if (values[name] === null) delete values[name];
    if (!target) defaults?.apply(values, this.#lookups);
    const result = (target ? this.#update : this.#create).safeParse(values);
    if (result.success) return Object.fromEntries(Object.entries(result.data).filter(([, value]) => value !== undefined));
    const reported = new Set([...draft.invalidFields, ...draft.ambiguous.keys()]);
    const lacksDefault = (name: string) =>
      defaults?.fields.includes(name) && reported.has(defaults.source) && (values[name] ?? null) === null;
    for (const issue of result.error.issues) {
      const name = String(issue.path[0] ?? '');
      if (reported.has(name) || lacksDefault(name)) continue;
      reported.add(name);
      const message = cellMessage(name, contract.fields[name], values[name], issue.message);
      draft.problems.push({ row: draft.row, column: this.titleOf(name), message });
    }
    return undefined;
  }

  /** Sets a reference to what all of its columns (code and name) fit; answers what is wrong otherwise. */
  #setReference({ values, ambiguous }: Draft, name: string, title: string, text: string): Text | undefined {
    const { label, entity } = this.importable.resource.contract.fields[name]!;
    const found = this.#lookups.find(entity!, text);
    if (found.length === 0) return unknownMessage(label, text, this.#lookups.similarNames(entity!, text));
    const before = typeof values[name] === 'number' ? [values[name]] : ambiguous.get(name)?.ids;
    const ids = before ? found.filter((id) => before.includes(id)) : found;
    if (ids.length === 0) return fieldMessage('contradiction', label, text);
    ambiguous.delete(name);
    if (ids.length > 1) ambiguous.set(name, { ids, title, text });
    else values[name] = ids[0];
    return undefined;
  }

  /** A name that fits several, the record's own among them, means that one; any other is a problem. */
  #resolveAmbiguous({ row, values, ambiguous, problems }: Draft, target: Target | undefined): void {
    for (const [name, { ids, title, text }] of ambiguous) {
      const own = target?.before[name];
      if (typeof own === 'number' && ids.includes(own)) values[name] = own;
      else {
        const { label } = this.importable.resource.contract.fields[name]!;
        problems.push({ row, column: title, message: fieldMessage('ambiguous_value', label, text) });
      }
    }
  }

  #refs(values: Values): Record<string, RefRow> {
    const { fields } = this.importable.resource.contract;
    const refs: Record<string, RefRow> = {};
    for (const [name, value] of Object.entries(values)) {
      const row = fields[name]?.kind === 'ref' && value ? this.#lookups.row(fields[name].entity!, value) : undefined;
      if (row) refs[name] = row;
    }
    return refs;
  }
}

function cellErrorMessage(cell: CellError): Text {
  return cell.error === UNCALCULATED.error ? importMessage('uncalculated') : importMessage('cell_error', { value: cell.error });
}

/** Why a value is wrong, in the words that people write: the labels of options, dates as Excel shows them. */
function cellMessage(name: string, field: Field | undefined, value: unknown, rule: string): Text {
  const isEmpty = value === null || value === undefined;
  const message = (lang: 'vi' | 'en') => {
    const label = field?.label[lang] ?? name;
    const written = isEmpty ? '' : ` («${String(value).slice(0, 100)}»)`;
    if (!isEmpty && field?.kind === 'date') return importMessage('bad_date', { field: label })[lang] + written;
    if (isEmpty || !field?.options) return ruleMessage(rule, label, lang) + written;
    const options = Object.values(field.options).map((text) => text[lang]);
    return ruleMessage(ruleToken('option', { options: options.join(', ') }), label, lang) + written;
  };
  return { vi: message('vi'), en: message('en') };
}

/** Nobody and nothing is called so; names that differ by accents only are suggested. */
function unknownMessage(label: Text, text: string, similar: readonly string[]): Text {
  if (similar.length === 0) return fieldMessage('unknown_value', label, text);
  const suggestions = similar.slice(0, 3).map((name) => `«${name}»`);
  return fieldMessage('similar_value', label, text, suggestions.join(', '));
}

function fieldMessage(text: ImportText, label: Text, written: string, suggestions = ''): Text {
  const message = (lang: 'vi' | 'en') => importMessage(text, { field: label[lang], value: written.slice(0, 100), suggestions })[lang];
  return { vi: message('vi'), en: message('en') };
}

function pickFields(fields: Fields, wanted: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => wanted(name)));
}
