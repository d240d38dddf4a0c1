import { createFieldSchema, updateFieldSchema, waiveRequired } from '../../../contracts/body-schemas.ts';
import type { ImportChange } from '../../../contracts/calls/answers/imports.ts';
import type { Field, Values } from '../../../contracts/fields.ts';
import { isFarDay } from '../../../contracts/months.ts';
import type { RefRow } from '../../../contracts/ref-columns.ts';
import { isGranted } from '../../../contracts/roles.ts';
import type { Text } from '../../../contracts/text.ts';
import { isSameValue, listChangedColumns, planColumns } from '../../../crud/column-values.ts';
import type { WriteContext } from '../../../crud/resource.ts';
import type { Actor } from '../../../platform/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SheetRow } from '../../../platform/xlsx/cell-value.ts';
import { type Importable, importMessage } from '../importable.ts';
import { type Origin, originId, type Target } from '../plan/origins.ts';
import { copyRecord, isSameCell, textLossOf } from './compare-cells.ts';
import { createCellReader, type Draft, type Problem, type ReadCell, readDraft } from './draft.ts';
import { cellMessage, fieldMessage, missingColumnsMessage } from './field-message.ts';
import type { Headings } from './headings.ts';
import type { Lookups } from './lookups.ts';
import { createValidator, type Validated } from './validate-values.ts';

/** Columns to be written for a row. */
export interface ReadyRow {
  row: number;
  target: Target | undefined;
  /** Of a new version of a rule: the record that it follows from. */
  origin?: Target | undefined;
  columns: Values;
}

/** What becomes of a row: columns to write, nothing because its record says it all already, or problems. */
export type Outcome = ReadyRow | 'unchanged' | Problem[];

/** Turns rows of the sheet into columns of records, by the rules of the screens. */
export class RowMapper {
  readonly importable: Importable;
  readonly headings: Headings;
  #lookups: Lookups;
  #clock: Clock;
  #actor: Actor;
  #createdNames: readonly string[];
  #validateNew: ReturnType<typeof createValidator>;
  #validateChanges: ReturnType<typeof createValidator>;
  #given: readonly string[];
  #readCell: ReadCell;
  #dateFields: readonly string[];
  #refFields: readonly string[];

  constructor(importable: Importable, headings: Headings, lookups: Lookups, clock: Clock, actor: Actor) {
    this.importable = importable;
    this.headings = headings;
    this.#lookups = lookups;
    this.#clock = clock;
    this.#actor = actor;
    this.#given = [...new Set(headings.columns.map(({ field }) => field))].filter((name) => importable.fields.includes(name));
    const { fields } = importable.resource.contract;
    this.#createdNames = importable.fields.filter((name) => this.#given.includes(name) || fields[name]!.required);
    const waived = this.#createdNames.filter((name) => fields[name]!.requiredIfAny && lookups.isEmpty(fields[name]!.entity!));
    this.#validateNew = createValidator(createFieldSchema, waiveRequired(fields, waived));
    this.#validateChanges = createValidator(updateFieldSchema, fields);
    this.#readCell = createCellReader(fields, clock.today());
    this.#dateFields = Object.keys(fields).filter((name) => fields[name]!.kind === 'date');
    this.#refFields = Object.keys(fields).filter((name) => fields[name]!.kind === 'ref');
  }

  readDraft(row: SheetRow): Draft {
    return readDraft(this.importable.resource.contract.fields, this.headings.columns, this.#lookups, row, this.#readCell);
  }

  copyRecord(draft: Draft, { before }: Target): void {
    const { resource, fields } = this.importable;
    const copied = Object.fromEntries(fields.map((name) => [name, resource.contract.fields[name]!]));
    copyRecord(copied, draft, before, this.#lookups);
  }

  /** A row whose cells equal what its record holds is not validated: what the record lacked before is no fault of the file. */
  completeRow(draft: Draft, target: Target | undefined, origin: Origin | undefined): Outcome {
    if (target) return this.#update(draft, target, origin);
    return origin && draft.id !== undefined ? this.#copy(draft, origin.record) : this.#insert(draft, origin?.record);
  }

  /** The values that a row changes in its record, as people read them. */
  listChanges({ row, target, origin, columns }: ReadyRow): ImportChange[] {
    const record = target ?? origin;
    if (!record) return [];
    const { fields, columns: listed } = this.importable.resource.contract;
    const shown = (field: Field, value: unknown): string | null => {
      if (value === null || value === undefined) return null;
      const names = field.entity ? [value].flat().map((id) => this.#lookups.nameOf(field.entity!, id)) : undefined;
      return names?.join('; ') ?? field.options?.[String(value)]?.vi ?? String(value);
    };
    return Object.keys(columns).flatMap((name) => {
      const field = fields[name];
      // What is set beside the file and no list shows, such as the mark that a row was imported, is nothing that the file changes.
      if (!field || (field.readonly && (origin || !listed.some(({ key }) => key === name)))) return [];
      const [before, after] = [record.before[name], columns[name]].map((value) => shown(field, value)?.slice(0, 200) ?? null);
      return before === after ? [] : [{ row, id: record.id, field: name, old: before ?? null, new: after ?? null }];
    });
  }

  titleOf(field: string): string | null {
    return this.headings.columns.find((column) => column.field === field)?.title ?? null;
  }

  #insert(draft: Draft, origin: Target | undefined): Outcome {
    const { defaults, initialValues } = this.importable;
    const values = { ...draft.values };
    defaults?.apply(values, this.#lookups);
    const problems = [...draft.problems.values()];
    const valid = this.#validateNew(this.#createdNames, values);
    // What follows from a missing value is missing with it: one fault, told once.
    const sourceIsMissing = defaults !== undefined && (values[defaults.source] ?? null) === null;
    const isReported = (name: string) =>
      draft.problems.has(name) || (sourceIsMissing && defaults.fields.includes(name) && (values[name] ?? null) === null);
    problems.push(...this.#toProblems(draft, values, valid.issues, isReported));
    if (problems.length > 0) return problems;
    return this.#toColumns(draft, undefined, Object.assign(valid.values, initialValues), origin);
  }

  /** A new version of a record: what it takes over as it is was valid there. */
  #copy(draft: Draft, origin: Target): Outcome {
    if (draft.problems.size > 0) return [...draft.problems.values()];
    const changed = Object.fromEntries(Object.entries(draft.values).filter(([name, value]) => !isSameValue(value, origin.before[name])));
    const values = this.#parseChanges(draft, changed);
    return Array.isArray(values) ? values : this.#toColumns(draft, undefined, { ...draft.values, ...values }, origin);
  }

  #update(draft: Draft, target: Target, origin: Origin | undefined): Outcome {
    const { importable, headings } = this;
    const { fields } = importable.resource.contract;
    const problems = new Map(draft.problems);
    const changed: Values = {};
    // What the record was found by is its own, whatever its case and width in the file.
    const { naturalKey, namesByKey, sourceField = '' } = importable;
    const foundBy = draft.id === undefined ? [sourceField, ...(namesByKey ? naturalKey : [])] : [];
    for (const name of this.#given) {
      const loss = textLossOf(fields[name]!, target.before[name], draft.values[name]);
      if (foundBy.includes(name) && (target.before[name] ?? null) !== null) continue;
      if (isSameCell(fields[name]!, name, draft, target.before, this.#lookups)) problems.delete(name);
      else if (draft.values[name] === undefined || (draft.values[name] === null && !draft.cleared.has(name))) continue;
      else if (importable.updatableFields && !importable.updatableFields.includes(name))
        problems.set(name, this.#problem(draft, name, fieldMessage('other_record', fields[name]!.label, String(draft.values[name]))));
      else if (loss) problems.set(name, this.#problem(draft, name, fieldMessage(loss, fields[name]!.label, '')));
      else changed[name] = draft.values[name];
    }
    if (problems.size > 0) return [...problems.values()];
    const values = this.#parseChanges(draft, changed);
    if (Array.isArray(values)) return values;
    if (listChangedColumns(values, target.before).length === 0) return 'unchanged';
    const refusal = this.#isMonthTaken(draft, target)
      ? { message: importMessage('month_of_row'), column: this.titleOf('valid_from') }
      : this.#refusal(draft, target, origin);
    if (refusal) return [{ row: draft.row, column: refusal.column ?? headings.columns[0]!.title, message: refusal.message }];
    return this.#toColumns(draft, target, values);
  }

  /** Whether a row leaves its version of a table, which is there whole or not at all. */
  #isMonthTaken({ cleared }: Draft, { before }: Target): boolean {
    return this.importable.resource.contract.versions?.whole === true && cleared.has('valid_from') && Boolean(before.valid_from);
  }

  #refusal({ version }: Draft, target: Target, origin: Origin | undefined): (Partial<Problem> & { message: Text }) | undefined {
    const { access } = this.importable.resource.contract;
    if (!target.inScope || !isGranted(this.#actor.roles, access.update)) return { message: importMessage('no_update') };
    if (origin) return { message: importMessage('version_there', { id: target.id }), column: this.titleOf('valid_from') };
    if (version === undefined || version === target.version) return undefined;
    const [name, at] = target.lastWrite ?? [];
    const message = importMessage('older_version', { name: name ?? importMessage('system'), time: at ?? '' });
    return { message, column: this.titleOf('version') };
  }

  #parseChanges(draft: Draft, changed: Values): Values | Problem[] {
    const { values, issues } = this.#validateChanges(Object.keys(changed), changed);
    return issues.length === 0 ? values : this.#toProblems(draft, changed, issues, () => false);
  }

  #toColumns(draft: Draft, target: Target | undefined, values: Values, origin?: Target): Outcome {
    const { resource } = this.importable;
    const context: WriteContext & { source: 'import' } = {
      verb: target ? 'update' : 'create',
      actor: this.#actor,
      lang: 'vi',
      clock: this.#clock,
      source: 'import',
      before: target?.before,
      refs: this.#refs(values),
    };
    const refused = [...this.#oddYears(draft, values), ...this.#guardProblems(draft, values, context)];
    if (refused.length > 0) return refused;
    const given = origin && resource.columns.has('copied_from') ? { ...values, copied_from: originId(origin.before) } : values;
    const columns = planColumns(resource, given, { ...context, time: this.#clock.time() });
    return columns ? { row: draft.row, target, origin, columns } : 'unchanged';
  }

  /** Days of records that lie so far away that a digit is likelier to be wrong: such a day is typed on screen, where it is seen. */
  #oddYears(draft: Draft, values: Values): Problem[] {
    const { dated, fields } = this.importable.resource.contract;
    if (!dated) return [];
    const today = this.#clock.today();
    return this.#dateFields.flatMap((name) => {
      const value = values[name];
      if (typeof value !== 'string' || !isFarDay(value, today)) return [];
      return [this.#problem(draft, name, fieldMessage('odd_year', fields[name]!.label, String(Number(value.slice(0, 4)))))];
    });
  }

  #guardProblems(draft: Draft, values: Values, context: WriteContext): Problem[] {
    const { guard } = this.importable.resource;
    if (!guard) return [];
    const refuse = (lang: 'vi' | 'en') => {
      try {
        guard(values, { ...context, lang });
      } catch (error) {
        if (error instanceof AppError) return error.body(lang, '');
        throw error;
      }
    };
    const [vi, en = vi] = [refuse('vi'), refuse('en')];
    if (!vi || !en) return [];
    if (!vi.messages) return [this.#problem(draft, undefined, { vi: vi.message, en: en.message })];
    return Object.entries(vi.messages).map(([name, message]) =>
      this.#problem(draft, name, { vi: message, en: en.messages?.[name] ?? message }),
    );
  }

  #toProblems(draft: Draft, values: Values, issues: Validated['issues'], isReported: (name: string) => boolean): Problem[] {
    const { fields } = this.importable.resource.contract;
    return issues
      .filter(({ name }) => !isReported(name))
      .map(({ name, rule }) => this.#problem(draft, name, cellMessage(name, fields[name], values[name], rule)));
  }

  #problem({ row, values }: Draft, field: string | undefined, message: Text): Problem {
    const column = field === undefined ? null : this.titleOf(field);
    const isAbsent = field !== undefined && column === null && (values[field] ?? null) === null;
    return { row, column, message: isAbsent ? missingColumnsMessage(this.importable.resource.contract.fields, [field]) : message };
  }

  #refs(values: Values): Record<string, RefRow> {
    const { fields } = this.importable.resource.contract;
    const refs: Record<string, RefRow> = {};
    for (const name of this.#refFields) {
      const row = values[name] ? this.#lookups.row(fields[name]!.entity!, values[name]) : undefined;
      if (row) refs[name] = row;
    }
    return refs;
  }
}
