import { readFormColumn } from '../../text/text-forms.ts';
import { COUNT_ROW } from './counts.ts';
import type { RecordedTable } from './recorded-table.ts';

/** What follows from other columns of a row, `audit_json` among them, is no part of its history. */
const isDerived = (column: string): boolean => readFormColumn(column) !== undefined || column === 'audit_json';

export interface TableHistory {
  /** Definition of the column `audit_json`, the row as JSON; undefined where a view has it. */
  column?: string;
  view?: string;
  triggers: string[];
}

/** SQL text of a record of alias `t` as the history keeps it. */
export function auditJsonText({ name, bulkSource }: RecordedTable): string {
  return bulkSource ? `(SELECT audit_json FROM ${name}_audit WHERE id = t.id)` : 't.audit_json';
}

/** What a write outside the application, which has no context, leaves in the history. */
const WITHOUT_CONTEXT: Readonly<Record<string, string>> = { source: "'script'", at: "datetime('now', '+7 hours')" };

/**
 * SQL of what all history triggers share: who writes, the view that they insert into, and the trigger that adds both up to a row. A column of
 * `write_context` is kept with every row. The server reads every trigger for every call, so each is kept short.
 */
export function generateHistoryInsert(contextColumns: readonly string[]): string[] {
  const kept = contextColumns.filter((column) => column !== 'id');
  const context = kept.map((column) => {
    const without = WITHOUT_CONTEXT[column];
    return without ? `ifnull(c.${column}, ${without}) AS ${column}` : `c.${column}`;
  });
  const names = kept.join(', ');
  return [
    `CREATE VIEW current_write_context AS\nSELECT ${context.join(', ')}\nFROM (SELECT 1) LEFT JOIN write_context c`,
    'CREATE VIEW history_insert AS SELECT entity, record_id, action, before, after FROM history',
    `CREATE TRIGGER history_insert_row INSTEAD OF INSERT ON history_insert
BEGIN
  INSERT INTO history (entity, record_id, action, ${names}, before, after)
  SELECT NEW.entity, NEW.record_id, NEW.action, ${names}, NEW.before, NEW.after FROM current_write_context;
  ${COUNT_ROW};
END`,
  ];
}

/**
 * SQL that makes the history triggers of a table from its columns, so that a new column is recorded without further work. The columns are
 * listed once, in the computed column `audit_json`. A table with a bulk source lists them in a view, and again in its update trigger, because
 * the view no longer shows the row before; that trigger skips what the source records by itself.
 */
export function generateTableHistory(
  { name: table, bulkSource, unrecorded = [] }: RecordedTable,
  columns: readonly string[],
): TableHistory {
  const recorded = columns.filter((column) => !isDerived(column) && !unrecorded.includes(column));
  const key = columns.includes('id') ? 'id' : columns.includes('user_id') ? 'user_id' : 'rowid';
  const json = (row: 'OLD' | 'NEW') =>
    bulkSource ? `(SELECT audit_json FROM ${table}_audit WHERE id = ${row}.${key})` : `${row}.audit_json`;
  const trigger = (action: string, event: string, row: 'OLD' | 'NEW', before: string, after: string) =>
    `CREATE TRIGGER ${table}_history_${action} ${event} BEGIN INSERT INTO history_insert VALUES ('${table}', ${row}.${key}, '${action}', ${before}, ${after}); END`;
  const updates = `AFTER UPDATE ON ${table}${bulkSource ? ` WHEN NOT EXISTS (SELECT 1 FROM write_context WHERE source = '${bulkSource}')` : ''}`;
  return {
    ...(bulkSource
      ? { view: `CREATE VIEW ${table}_audit AS SELECT ${key} AS id, ${rowJson('', recorded)} AS audit_json FROM ${table}` }
      : { column: `audit_json TEXT AS (${rowJson('', recorded)}) VIRTUAL` }),
    triggers: [
      trigger('insert', `AFTER INSERT ON ${table}`, 'NEW', 'NULL', json('NEW')),
      trigger('update', updates, 'NEW', bulkSource ? rowJson('OLD.', recorded) : json('OLD'), json('NEW')),
      trigger('delete', `BEFORE DELETE ON ${table}`, 'OLD', json('OLD'), 'NULL'),
    ],
  };
}

/** SQL that refuses UPDATE and DELETE on a table of which rows are only ever added. */
export function generateAppendOnlyTriggers(table: string): string[] {
  return ['update', 'delete'].map(
    (event) => `CREATE TRIGGER ${table}_append_only_${event} BEFORE ${event.toUpperCase()} ON ${table}
WHEN NOT EXISTS (SELECT 1 FROM write_context WHERE source = 'maintenance')
BEGIN
  SELECT RAISE(ABORT, 'append_only');
END`,
  );
}

/** A function takes at most 127 arguments, so a wide row is put together from parts. */
function rowJson(prefix: '' | 'OLD.', columns: readonly string[]): string {
  const pairs = columns.map((column) => `'${column}', ${prefix}"${column}"`);
  const parts: string[] = [];
  for (let start = 0; start < pairs.length; start += 60) parts.push(`json_object(${pairs.slice(start, start + 60).join(', ')})`);
  // No value ends in a brace of its own: they are texts in quotes, numbers and null.
  return parts.length === 1 ? parts[0]! : `'{' || ${parts.map((part) => `trim(${part}, '{}')`).join(" || ',' || ")} || '}'`;
}
