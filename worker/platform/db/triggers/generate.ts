import { generateRowCount } from './counts.ts';
import { generateGuardTriggers } from './guards.ts';
import { generateAppendOnlyTriggers, generateHistoryInsert, generateTableHistory, type TableHistory } from './history.ts';
import { generateOperationSummary } from './operations.ts';
import type { RecordedTable } from './recorded-table.ts';

/** A row of `sqlite_master`. */
export interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/** Names of what is generated; everything else comes from the files of migrations/. */
const GENERATED =
  /_(history|guard|append_only)_(insert|update|delete)$|^(current_write_context|history_insert|history_insert_row|operation_rows|operations_summary)$|_audit$/;

/** What a database holds. */
export interface PresentSchema {
  objects: readonly SchemaObject[];
  /** The columns of each table, in order, without `audit_json`. */
  columns: ReadonlyMap<string, readonly string[]>;
  /** The tables that `row_counts` knows. */
  counted: ReadonlySet<string>;
}

/**
 * Statements that bring the generated triggers, views and columns in line with the tables and the contracts; none when they are. The rows of
 * append-only tables are never changed or removed, except by a write whose context has the source `maintenance`.
 */
export function generateSchema(
  recorded: readonly RecordedTable[],
  appendOnly: readonly string[],
  { objects, columns, counted }: PresentSchema,
): string[] {
  const definitions = new Map(objects.filter(({ type }) => type === 'table').map(({ name, sql }) => [name, String(sql)]));
  const tables = recorded.filter(({ name }) => definitions.has(name));
  const histories = new Map(
    tables.map((table): [string, TableHistory] => [table.name, generateTableHistory(table, columns.get(table.name)!)]),
  );
  const wanted = [
    ...generateHistoryInsert(columns.get('write_context') ?? []),
    ...tables.flatMap((table) => {
      const { view, triggers } = histories.get(table.name)!;
      return [...(view ? [view] : []), ...generateGuardTriggers(table), ...triggers];
    }),
    ...(columns.get('operations')?.includes('records') ? generateOperationSummary(tables) : []),
    ...appendOnly.filter((name) => definitions.has(name)).flatMap(generateAppendOnlyTriggers),
  ];
  const present = objects.filter(({ type, name }) => (type === 'trigger' || type === 'view') && GENERATED.test(name));
  const staleColumns = tables.filter(({ name }) => {
    const { column } = histories.get(name)!;
    return column ? !definitions.get(name)!.includes(column) : /\baudit_json TEXT AS/.test(definitions.get(name)!);
  });
  const current = new Set(present.map(({ sql }) => sql));
  const same = present.length === wanted.length && wanted.every((sql) => current.has(sql));
  if (same && staleColumns.length === 0 && tables.every(({ name }) => counted.has(name))) return [];
  return [
    ...present.map(({ type, name }) => `DROP ${type} IF EXISTS ${name}`),
    ...staleColumns.flatMap(({ name }) => {
      const { column } = histories.get(name)!;
      const before = /\baudit_json TEXT AS/.test(definitions.get(name)!);
      return [
        ...(before ? [`ALTER TABLE ${name} DROP COLUMN audit_json`] : []),
        ...(column ? [`ALTER TABLE ${name} ADD COLUMN ${column}`] : []),
      ];
    }),
    ...wanted,
    ...tables.map(({ name }) => generateRowCount(name)),
  ];
}
