import { fold } from './fold.ts';
import { exactNameKey } from './match-name.ts';
import { sortKey } from './sort-key.ts';
import { readFormColumn, type TextForm } from './text-forms.ts';

/** The columns that a table has beside a column for the forms of its texts. */
type KeyColumns = Partial<Record<TextForm, string>>;

/** By the columns of a table. Their names are put together once: a file of 100,000 rows asks for three million. */
const keyColumns = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, KeyColumns>>();

/**
 * The forms of a value that it is searched, sorted and told apart by, for the columns that exist; null of what is no text. They are added to `row`, so
 * that the many columns of a row make no object each.
 */
export function deriveTextKeys(
  { columns }: { readonly columns: ReadonlySet<string> },
  name: string,
  value: unknown,
  row: Record<string, unknown> = {},
): Readonly<Record<string, unknown>> {
  let known = keyColumns.get(columns);
  if (!known) {
    known = listKeyColumns(columns);
    keyColumns.set(columns, known);
  }
  const forms = known.get(name);
  if (!forms) return row;
  const { fold: folded, sort, key } = forms;
  const text = typeof value === 'string' ? value : null;
  if (folded) row[folded] = text === null ? null : fold(text);
  if (sort) row[sort] = text === null ? null : sortKey(text);
  if (key) row[key] = text === null ? null : exactNameKey(text) || null;
  return row;
}

/** What a record has in a column: a value, or the form of one that the column keeps. */
export function deriveColumn(
  table: { readonly columns: ReadonlySet<string> },
  column: string,
  values: Readonly<Record<string, unknown>> = {},
): unknown {
  const { field } = readFormColumn(column) ?? {};
  return field === undefined ? values[column] : deriveTextKeys(table, field, values[field])[column];
}

function listKeyColumns(columns: ReadonlySet<string>): ReadonlyMap<string, KeyColumns> {
  const keyed = new Map<string, KeyColumns>();
  for (const column of columns) {
    const kept = readFormColumn(column);
    if (kept) keyed.set(kept.field, { ...keyed.get(kept.field), [kept.form]: column });
  }
  return keyed;
}
