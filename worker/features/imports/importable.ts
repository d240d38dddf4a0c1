import type { SQL } from 'drizzle-orm';
import { IMPORT_TEXTS, type ImportText } from '../../contracts/calls/import-texts.ts';
import { IMPORT_MAX_ROWS } from '../../contracts/calls/imports.ts';
import type { Contract } from '../../contracts/contract.ts';
import type { EntityName } from '../../contracts/contracts.ts';
import type { Values } from '../../contracts/fields.ts';
import { MAX_TABLE_ROWS } from '../../contracts/rule-tables.ts';
import { fillText, type Text } from '../../contracts/text.ts';
import type { Resource } from '../../crud/resource.ts';
import { ADJUSTABLE, DIRECT_NATURAL_KEY, fillInDepartment } from '../../resources/directs.ts';
import { RESOURCES } from '../../resources/registry.ts';
import type { Lookups } from './read/lookups.ts';

/** How the rows of a file become records of an entity. */
export interface Importable {
  readonly resource: Resource;
  /** Fields that a column of the file may set or be found by. */
  readonly fields: readonly string[];
  /** Fields in which no two records may be equal. */
  readonly naturalKey: readonly string[];
  /** The field that names a record at its source, by its key; a row with a known one updates that record. */
  readonly sourceField?: string;
  /** Only these are set, on records that exist already. */
  readonly updatableFields?: readonly string[];
  /** A row equal to one record in its natural key is that record; otherwise it is refused as being there already. */
  readonly namesByKey?: boolean;
  /** The field that names a record which has no natural key yet: a customer of the source is completed, not made again. */
  readonly nameField?: string;
  /** Only a row that has no natural key either is such a record. */
  readonly namesUnkeyed?: boolean;
  /** What every new record has beside what the file says. */
  readonly initialValues?: Values;
  /** Other names that a header may have, by field. */
  readonly headingAliases?: Readonly<Record<string, string>>;
  /** The values of a new record in fields that the file leaves out. */
  readonly defaults?: Defaults;
}

/** By entity, a further statement in the transaction that updates records; `updated` is a query of their ids. */
export type ImportEffects = Partial<Record<EntityName, (updated: SQL, author: { user_id: number; request_id: string }) => SQL>>;

/** Rows of a transaction. */
export interface ImportSizes {
  /** The most of a file that is written as a whole: so many nobody sees before the last is there. */
  whole: number;
  /** Rows compared with the records, or written, together: few enough for other writers to wait. */
  batch: number;
  /** The most of them, where they are written quickly: the larger a piece, the fewer pages the database writes for a row. */
  largestBatch: number;
}

/** What an import needs of the modules. */
export interface ImportModules {
  sizes: ImportSizes;
  effects: ImportEffects;
}

interface Defaults {
  readonly fields: readonly string[];
  /** The field that they follow from: where it is wrong, their absence is not reported too. */
  readonly source: string;
  apply(values: Values, lookups: Lookups): void;
}

const DIRECT_HEADING_ALIASES = { nani_keisuu: 'complex_factor', naniten: 'complex_point', chekkusha: 'chekkusha_id' };

type ImportRules = Partial<Omit<Importable, 'resource' | 'fields'>>;

/** Without rules of its own, every writable field of an entity is read, and two records may not be equal in all of them. */
const IMPORT_RULES: Partial<Record<EntityName, ImportRules>> = {
  directs: {
    sourceField: 'external_id',
    naturalKey: DIRECT_NATURAL_KEY,
    headingAliases: DIRECT_HEADING_ALIASES,
    defaults: { fields: ['dept_id', 'dept_grp_id'], source: 'user_id', apply: applyDirectDefaults },
  },
  directs_techousei: {
    sourceField: 'external_id',
    naturalKey: DIRECT_NATURAL_KEY,
    updatableFields: [...ADJUSTABLE, 'adjust_reason'],
    namesByKey: true,
    headingAliases: DIRECT_HEADING_ALIASES,
  },
  pro: { naturalKey: ['user_id', 'pro_point_id', 'rate_at', 'note'] },
  users: { ...namedBy('username'), initialValues: { active: 0 } },
  positions: namedBy('name'),
  companies: namedBy('name'),
  departments: namedBy('code'),
  department_groups: namedBy('dept_id', 'group_name'),
  customers: { ...namedBy('code'), nameField: 'name' },
  'work-categories': namedBy('work_name'),
  contractors: { ...namedBy('code'), nameField: 'name', namesUnkeyed: true },
  tsubos: namedBy('scale_factor_code', 'condition_variable', 'scale_limit_from', 'scale_limit_to', 'scale_equal_to', 'valid_from'),
  standards: namedBy('customer_id', 'work_category_id', 'valid_from'),
  pro_point: namedBy('point', 'desc'),
  indirect_note: namedBy('content'),
  'formula-base-points': namedBy(
    'scale_code',
    'condition_variable',
    'condition_operator',
    'condition_param',
    'condition_variable1',
    'condition_operator1',
    'condition_param1',
    'valid_from',
  ),
  'formula-results': namedBy('scale_code', 'valid_from'),
  indirects: { naturalKey: ['user_id', 'indirect_note_id', 'rate_at', 'point', 'indirect_point_type', 'note'] },
};

/** A row with these values is the record that has them. */
function namedBy(...naturalKey: string[]): Pick<ImportRules & object, 'naturalKey' | 'namesByKey'> {
  return { naturalKey, namesByKey: true };
}

/** Every entity whose contract lets somebody import it. */
export const IMPORTABLES: readonly Importable[] = RESOURCES.filter(({ contract }) => contract.access.import).map((resource) => {
  const rules: ImportRules = IMPORT_RULES[resource.contract.name as EntityName] ?? {};
  const fields = importedFields(resource.contract, rules);
  return { resource, naturalKey: fields, ...rules, fields };
});

export function importableOf(entity: string): Importable {
  return IMPORTABLES.find(({ resource }) => resource.contract.name === entity)!;
}

/** Rows of data that a file may have: rules are written at once. */
export function maxRowsOf({ resource }: Importable): number {
  return resource.contract.versions ? MAX_TABLE_ROWS : IMPORT_MAX_ROWS;
}

/** Whether a row says anything of what tells records apart. */
export function hasNaturalKey({ naturalKey }: Importable, values: Values): boolean {
  return naturalKey.some((name) => (values[name] ?? null) !== null);
}

/** A sentence in both languages. */
export function importMessage(text: ImportText, values: Record<string, string | number | Text> = {}): Text {
  return fillText(IMPORT_TEXTS[text], values);
}

/** Several sentences, one after the other. */
export function joinTexts(texts: readonly Text[]): Text {
  return { vi: texts.map(({ vi }) => vi).join('. '), en: texts.map(({ en }) => en).join('. ') };
}

/** Ends an import with a sentence for who asked for it. */
export class ImportFailure extends Error {
  readonly text: Text;

  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

function importedFields(contract: Contract, { updatableFields, sourceField, naturalKey = [] }: ImportRules): string[] {
  if (updatableFields) return [...(sourceField ? [sourceField] : []), ...naturalKey, ...updatableFields];
  return Object.keys(contract.fields).filter((name) => !contract.fields[name]!.readonly && !contract.fields[name]!.secret);
}

function applyDirectDefaults(values: Values, lookups: Lookups): void {
  fillInDepartment(values, lookups.row('users', values.user_id), lookups.row('department_groups', values.dept_grp_id));
}
