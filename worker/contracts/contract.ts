import * as z from 'zod';
import type { Field, FieldKind, Fields } from './fields.ts';
import type { Access } from './roles.ts';
import { ruleToken } from './rules.ts';
import type { Lang, Text } from './text.ts';

/** How one wire parameter narrows a list. `via` goes through a ref: rows whose `via` row has the field. */
export interface Filter {
  readonly field: string;
  readonly op: 'equals' | 'contains' | 'from' | 'until' | 'empty';
  readonly via?: { readonly field: string; readonly entity: string };
  /** Kind of the value, where the field is another entity's. */
  readonly kind?: FieldKind;
}

/** A row of another entity sent along as an object (`one`) or a list (`many`, through a refs field). */
export interface Relation {
  readonly kind: 'one' | 'many';
  readonly field: string;
  readonly entity: string;
  readonly pick: readonly string[];
  /** Rows that point to the related one through `field`, as lists inside it; left out where a scope names the fields to be seen. */
  readonly lists?: Readonly<Record<string, { readonly entity: string; readonly field: string; readonly pick: readonly string[] }>>;
}

/** A column of the list and of the workbook: a field, or `relation.field`. */
export interface Column {
  readonly key: string;
  readonly label: Text;
  readonly kind: FieldKind;
  readonly decimals?: number;
  readonly options?: Readonly<Record<string, Text>>;
  /** Formatted text, as HTML. */
  readonly rich?: boolean;
  /** Hidden in the list until the person shows it. */
  readonly folded?: boolean;
}

/** What an entity is, for the server and the screens alike: fields, rules, columns, filters, order, rights. */
export interface Contract<F extends Fields = Fields> {
  /** Path under the API root, and the name in history and file names. */
  readonly name: string;
  readonly label: Text;
  readonly fields: F;
  readonly relations: Readonly<Record<string, Relation>>;
  readonly columns: readonly Column[];
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: readonly string[];
  /** Default order, `column ASC` or `column DESC`. */
  readonly order: string;
  readonly access: Access;
  /** Field that dates a record for month lock and the exc_* filters. */
  readonly dated?: string;
}

/** Declares an entity; the compiler keeps the field names. */
export function defineContract<const F extends Fields>(declared: Contract<F> & { dated?: keyof F & string }): Contract<F> {
  return declared;
}

export const META_FIELDS = ['id', 'version', 'created_at', 'updated_at'] as const;

/** Schema of a create body: required fields there, unknown and read-only keys dropped, '' read as empty. */
export const createSchema = once((contract) =>
  z.object(
    shapeOf(contract, (field) => (field.required ? requiredSchema(field, true) : optionalSchema(field, true))),
    { error: ruleToken('invalid') },
  ),
);

/** Schema of an update body: any subset of the fields; a required one may not be emptied. */
export const updateSchema = once((contract) =>
  z.object(
    shapeOf(contract, (field) => (field.required ? requiredSchema(field, false).optional() : optionalSchema(field, false))),
    { error: ruleToken('invalid') },
  ),
);

/** A schema takes longer to make than to use, so each contract's is made once. */
function once(
  make: (contract: Contract) => z.ZodType<Record<string, unknown>>,
): (contract: Contract) => z.ZodType<Record<string, unknown>> {
  const made = new WeakMap<Contract, z.ZodType<Record<string, unknown>>>();
  return (contract) => {
    const schema = made.get(contract) ?? make(contract);
    made.set(contract, schema);
    return schema;
  };
}

/** Label of a field in a language; the name itself for what is no field. */
export function labelOf(contract: Contract, field: string, lang: Lang): string {
  const own = Object.hasOwn(contract.fields, field) ? contract.fields[field] : undefined;
  return own?.label[lang] ?? META_LABELS[field]?.[lang] ?? field;
}

export const META_LABELS: Record<string, Text> = {
  id: { vi: 'Mã số', en: 'Id' },
  version: { vi: 'Phiên bản', en: 'Version' },
  created_at: { vi: 'Ngày tạo', en: 'Created at' },
  updated_at: { vi: 'Cập nhật lúc', en: 'Updated at' },
};

/** Columns for these keys, labelled as the fields are. */
export function columns(fields: Fields, keys: readonly string[], folded: readonly string[] = []): Column[] {
  return keys.map((key) => {
    const shown = folded.includes(key) ? { folded: true } : {};
    const field = fields[key];
    if (!field) return { key, label: META_LABELS[key] ?? { vi: key, en: key }, kind: key === 'id' ? 'integer' : 'datetime', ...shown };
    const { label, kind, decimals, options, rich } = field;
    return { key, label, kind, ...(decimals !== undefined && { decimals }), ...(options && { options }), ...(rich && { rich }), ...shown };
  });
}

/** The filters every readable field has: equals; contains for searched texts; from and until for numbers and dates. */
export function fieldFilters(fields: Fields, only?: readonly string[]): Record<string, Filter> {
  const filters: Record<string, Filter> = {};
  for (const [name, field] of Object.entries({ id: ID, created_at: TIME, updated_at: TIME, ...fields })) {
    if (field.secret || field.kind === 'refs' || (only && !only.includes(name))) continue;
    filters[name] = { field: name, op: 'equals', kind: field.kind };
    if (field.search) filters[`${name}__~`] = { field: name, op: 'contains', kind: field.kind };
    if (['integer', 'decimal', 'date', 'datetime'].includes(field.kind)) {
      filters[`${name}__ge`] = { field: name, op: 'from', kind: field.kind };
      filters[`${name}__le`] = { field: name, op: 'until', kind: field.kind };
    }
  }
  return filters;
}

/** The inclusive date range on the record's own date. */
export function dateRange(field: string): Record<string, Filter> {
  return {
    exc_start_time: { field, op: 'from', kind: 'date' },
    exc_end_time: { field, op: 'until', kind: 'date' },
  };
}

/** Fields a list can be sorted by: every readable one. */
export function fieldSorts(fields: Fields): string[] {
  const own = Object.entries(fields).filter(([, field]) => !field.secret && field.kind !== 'refs');
  return ['id', ...own.map(([name]) => name), 'created_at', 'updated_at'];
}

const ID = { kind: 'integer', secret: false, search: false } as Field;
const TIME = { kind: 'datetime', secret: false, search: false } as Field;

function shapeOf(contract: Contract, schema: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  const writable = Object.entries(contract.fields).filter(([, field]) => !field.readonly);
  return Object.fromEntries(writable.map(([name, field]) => [name, schema(field)]));
}

const isEmpty = (raw: unknown): boolean => raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');

function requiredSchema(field: Field, create: boolean): z.ZodType {
  const value = (create ? field.createValue : undefined) ?? field.value;
  return z
    .unknown()
    .superRefine((raw, context) => {
      const missing = isEmpty(raw) || (field.kind === 'refs' && Array.isArray(raw) && raw.length === 0);
      if (missing) context.addIssue({ code: 'custom', message: ruleToken('required'), continue: false });
    })
    .pipe(value as z.ZodType<unknown, unknown>);
}

function optionalSchema(field: Field, create: boolean): z.ZodType {
  const value = (create ? field.createValue : undefined) ?? field.value;
  return z.preprocess((raw) => (raw !== undefined && isEmpty(raw) ? null : raw), (value as z.ZodType).nullish());
}
