import type { Clock } from '../../clock.ts';
import type { ImportText } from '../../contracts/calls/imports.ts';
import { type Contract, createSchema, updateSchema } from '../../contracts/contract.ts';
import { ruleMessage } from '../../contracts/rules.ts';
import type { Text } from '../../contracts/text.ts';
import type { Actor } from '../../crud/caller.ts';
import type { Values, WriteContext } from '../../crud/resource.ts';
import { columnValues } from '../../crud/values.ts';
import { isCellError, type SheetRow } from '../../xlsx/cell-value.ts';
import { cellValue, severalNumbers } from './cells.ts';
import type { Headings } from './headings.ts';
import { type Importable, said } from './importable.ts';
import type { Lookups } from './lookups.ts';

export interface Problem {
  row: number;
  column: string | null;
  message: Text;
}

/** A name that fits several rows. */
interface Namesakes {
  ids: readonly number[];
  title: string;
  text: string;
}

/**
 * A row as read: its values, and what was wrong with cells. `bad` are the fields whose problem is told already, `unclear` those whose
 * name fits several.
 */
export interface Draft {
  row: number;
  values: Values;
  problems: Problem[];
  unclear: Map<string, Namesakes>;
  bad: ReadonlySet<string>;
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
export class RowMaker {
  readonly importable: Importable;
  readonly headings: Headings;
  #lookups: Lookups;
  #clock: Clock;
  #actor: Actor;
  #create: ReturnType<typeof createSchema>;
  #update: ReturnType<typeof updateSchema>;

  constructor(importable: Importable, headings: Headings, lookups: Lookups, clock: Clock, userId: number) {
    this.importable = importable;
    this.headings = headings;
    this.#lookups = lookups;
    this.#clock = clock;
    this.#actor = { id: userId, username: '', name: '', roles: [], department_id: null, dept_grp_id: null };
    const { contract } = importable.resource;
    const given = (name: string) => headings.columns.some(({ field }) => field === name);
    const sets = importable.adjusts ?? importable.fields;
    this.#create = createSchema(
      only(contract, (name) => importable.fields.includes(name) && (given(name) || contract.fields[name]!.required)),
    );
    this.#update = updateSchema(only(contract, (name) => sets.includes(name) && given(name)));
  }

  /** The cells of a row as values by field. */
  draft({ row, cells }: SheetRow): Draft {
    const { fields } = this.importable.resource.contract;
    const draft = { row, values: {} as Values, problems: [] as Problem[], bad: new Set<string>(), unclear: new Map<string, Namesakes>() };
    const fail = (field: string, column: string, message: Text) => {
      draft.problems.push({ row, column, message });
      draft.bad.add(field);
    };
    for (const { index, title, field: name } of this.headings.columns) {
      const cell = cells[index] ?? null;
      const field = fields[name]!;
      if (isCellError(cell)) fail(name, title, said('cell_error', { value: cell.error }));
      else if (severalNumbers(field, cell).length > 0) {
        const readings = severalNumbers(field, cell).join(' / ');
        fail(name, title, said('ambiguous_number', { value: String(cell).trim(), readings }));
      } else if (field.kind !== 'ref') draft.values[name] = cellValue(field, cell);
      else if (cell !== null && String(cell).trim() !== '') {
        const problem = this.#refer(draft, name, title, String(cell).trim());
        if (problem) fail(name, title, named(problem, field.label, String(cell).trim()));
      } else if (!(name in draft.values)) draft.values[name] = null;
    }
    return draft;
  }

  /** Columns of the row's record; 'unchanged' when the record says it all already; undefined when the row is wrong, as its problems say. */
  async finish(draft: Draft, target: Target | undefined): Promise<ReadyRow | 'unchanged' | undefined> {
    const { importable } = this;
    this.#settle(draft, target);
    if (importable.adjusts && !target) return undefined;
    const values = this.#parsed(draft, target);
    if (!values || draft.problems.length > 0) return undefined;
    if (target && Object.entries(values).every(([name, value]) => (value ?? null) === (target.before[name] ?? null))) return 'unchanged';
    const context: WriteContext = {
      verb: target ? 'update' : 'create',
      actor: this.#actor,
      lang: 'vi',
      clock: this.#clock,
      source: 'import',
      before: target?.before,
      refs: this.#refs(values),
    };
    return { row: draft.row, target, columns: await columnValues(importable.resource, values, context) };
  }

  titleOf(field: string): string | null {
    return this.headings.columns.find((column) => column.field === field)?.title ?? null;
  }

  #parsed(draft: Draft, target: Target | undefined): Values | undefined {
    const { contract } = this.importable.resource;
    const { adjusts, fillIn } = this.importable;
    const values: Values = { ...draft.values };
    if (adjusts) for (const name of adjusts) if (values[name] === null) delete values[name];
    if (!target) {
      for (const [name, { initial }] of Object.entries(contract.fields)) if (initial === 'today') values[name] ??= this.#clock.today();
      fillIn?.(values, this.#lookups);
    }
    const result = (target ? this.#update : this.#create).safeParse(values);
    if (result.success) return Object.fromEntries(Object.entries(result.data).filter(([, value]) => value !== undefined));
    const told = new Set([...draft.bad, ...draft.unclear.keys()]);
    for (const issue of result.error.issues) {
      const name = String(issue.path[0] ?? '');
      if (told.has(name)) continue;
      told.add(name);
      const label = contract.fields[name]?.label ?? { vi: name, en: name };
      const written = values[name] === null || values[name] === undefined ? '' : ` («${String(values[name]).slice(0, 100)}»)`;
      const message = {
        vi: ruleMessage(issue.message, label.vi, 'vi') + written,
        en: ruleMessage(issue.message, label.en, 'en') + written,
      };
      draft.problems.push({ row: draft.row, column: this.titleOf(name), message });
    }
    return undefined;
  }

  /** Sets a reference to what all of its columns (code and name) fit. */
  #refer({ values, unclear }: Draft, name: string, title: string, text: string): ImportText | undefined {
    const found = this.#lookups.find(this.importable.resource.contract.fields[name]!.entity!, text);
    if (found.length === 0) return 'unknown_value';
    const before = typeof values[name] === 'number' ? [values[name]] : unclear.get(name)?.ids;
    const ids = before ? found.filter((id) => before.includes(id)) : found;
    if (ids.length === 0) return 'contradiction';
    unclear.delete(name);
    if (ids.length > 1) unclear.set(name, { ids, title, text });
    else values[name] = ids[0];
    return undefined;
  }

  /** A name that fits several, the record's own among them, means that one; any other is a problem. */
  #settle({ row, values, unclear, problems }: Draft, target: Target | undefined): void {
    for (const [name, { ids, title, text }] of unclear) {
      const own = target?.before[name];
      if (typeof own === 'number' && ids.includes(own)) values[name] = own;
      else {
        const { label } = this.importable.resource.contract.fields[name]!;
        problems.push({ row, column: title, message: named('ambiguous_value', label, text) });
      }
    }
  }

  #refs(values: Values): Record<string, Values> {
    const { fields } = this.importable.resource.contract;
    const refs: Record<string, Values> = {};
    for (const [name, value] of Object.entries(values)) {
      const row = fields[name]?.kind === 'ref' && value ? this.#lookups.row(fields[name].entity!, value) : undefined;
      if (row) refs[name] = row;
    }
    return refs;
  }
}

function named(text: ImportText, label: Text, written: string): Text {
  const value = written.slice(0, 100);
  return { vi: said(text, { field: label.vi, value }).vi, en: said(text, { field: label.en, value }).en };
}

function only(contract: Contract, wanted: (name: string) => boolean): Contract {
  return { ...contract, fields: Object.fromEntries(Object.entries(contract.fields).filter(([name]) => wanted(name))) };
}
