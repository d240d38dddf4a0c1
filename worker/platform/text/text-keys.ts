import { fold } from './fold.ts';
import { sortKey } from './sort-key.ts';

/** The columns that a table has beside a column for the forms of its texts. */
interface KeyColumns {
  fold?: string;
  sort?: string;
}

/** By the columns of a table. Their names are put together once: a file of 100,000 rows asks for three million. */
const keyColumns = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, KeyColumns>>();

/** The folded and the sorting form of a value, for the columns that exist; null of what is no text. */
export function deriveTextKeys(
  { columns }: { readonly columns: ReadonlySet<string> },
  name: string,
  value: unknown,
): Record<string, unknown> {
  const known = keyColumns.get(columns) ?? listKeyColumns(columns);
  keyColumns.set(columns, known);
  const { fold: folded, sort } = known.get(name) ?? {};
  const text = typeof value === 'string' ? value : null;
  return {
    ...(folded && { [folded]: text === null ? null : fold(text) }),
    ...(sort && { [sort]: text === null ? null : sortKey(text) }),
  };
}

function listKeyColumns(columns: ReadonlySet<string>): ReadonlyMap<string, KeyColumns> {
  const keyed = new Map<string, KeyColumns>();
  for (const column of columns) {
    const [, name, kind] = /^(.+)_(fold|sort)$/.exec(column) ?? [];
    if (name) keyed.set(name, { ...keyed.get(name), [kind!]: column });
  }
  return keyed;
}
