import { type Column, type Contract, META_LABELS, type Relation } from './contract.ts';
import type { Fields } from './fields.ts';
import type { Text } from './text.ts';

export interface ColumnPlan<Name extends string = string> {
  /** Columns that come first, in this order: fields, or whole columns. The other fields follow as they are declared. */
  readonly first?: readonly (Name | 'created_at' | 'updated_at' | Column)[];
  readonly exclude?: readonly Name[];
  /** Keys of the columns that are hidden until the person shows them. */
  readonly folded?: readonly string[];
}

/** The columns of an entity: every readable field unless excluded. A ref shows the name of its relation; one without a relation is left out. */
export function deriveColumns(
  fields: Fields,
  relations: Readonly<Record<string, Relation>>,
  { first = [], exclude = [], folded = [] }: ColumnPlan = {},
): Column[] {
  const leading = first.map((entry) => (typeof entry === 'string' ? fieldColumn(fields, relations, entry) : entry));
  const covered = new Set(leading.map(({ key }) => relations[key.split('.')[0]!]?.field ?? key));
  const rest = Object.entries(fields)
    .filter(([name, field]) => !covered.has(name) && !exclude.includes(name) && !field.secret)
    .filter(([name, field]) => !field.entity || relationThrough(relations, name))
    .map(([name]) => fieldColumn(fields, relations, name));
  return [...leading, ...rest].map((column) => (folded.includes(column.key) ? { ...column, folded: true } : column));
}

/** The columns whose texts a list is searched by: what is searched of its own, and the names of the records that a row points to. */
export function searchedColumns(fields: Fields, shown: readonly Column[]): Column[] {
  return shown.filter(({ key, kind }) => kind === 'text' && (key.includes('.') || fields[key]?.search));
}

/** Columns for these fields of an entity, as a list would have them: a ref shows what names the row that it points to. */
export function fieldColumns({ fields, relations }: Pick<Contract, 'fields' | 'relations'>, names: readonly string[]): Column[] {
  return names.map((name) => fieldColumn(fields, relations, name));
}

/** A column that no field describes. */
export function column<Key extends string>(
  key: Key,
  label: Text,
  kind: Column['kind'] = 'text',
  more: Omit<Column, 'key' | 'label' | 'kind'> = {},
): Column & { readonly key: Key } {
  return { ...more, key, label, kind };
}

/** Columns for these keys, labelled as the fields are. */
export function columns(fields: Fields, keys: readonly string[]): Column[] {
  return keys.map((key) => fieldColumn(fields, {}, key));
}

function fieldColumn(fields: Fields, relations: Readonly<Record<string, Relation>>, key: string): Column {
  const field = fields[key];
  if (!field)
    return { key, label: META_LABELS[key] ?? { vi: key, en: key }, kind: key === 'id' || key === 'version' ? 'integer' : 'datetime' };
  const relation = relationThrough(relations, key);
  if (relation) return { key: relation, label: field.label, kind: 'text' };
  const { label, kind, decimals, factor, options, rich } = field;
  return {
    key,
    label,
    kind,
    ...(decimals !== undefined && { decimals }),
    ...(factor && { factor }),
    ...(options && { options }),
    ...(rich && { rich }),
  };
}

/** `relation.field` that names the row which a ref points to: the first picked field beside its id. */
function relationThrough(relations: Readonly<Record<string, Relation>>, field: string): string | undefined {
  const found = Object.entries(relations).find(([, relation]) => relation.field === field);
  return found && `${found[0]}.${found[1].pick.find((name) => name !== 'id')}`;
}
