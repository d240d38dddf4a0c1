/** Tables whose every write leaves a history row. */
export const RECORDED_TABLES = [
  'users', 'roles', 'positions', 'companies', 'departments', 'department_groups', 'customers', 'work_categories', 'standards', 'tsubos',
  'formula_base_points', 'formula_results', 'totals_expressions', 'contractors', 'constructions', 'pro_point', 'indirect_note', 'directs', 'pro', 'indirects',
  'mistakes', 'user_locks', 'security_settings',
] as const; // biome-ignore format: one list, read as one

/** Derived columns and secrets stay out of the history. */
const LEFT_OUT = /_(fold|sort)$|^(password|totp_secret|recovery_codes|nani_keisuu|naniten)$/;

/** Their rows are written by the ten thousand, and a computed column is computed for each of them, wanted or not. */
const WRITTEN_IN_BULK = new Set<string>(['directs']);

export interface HistoryRecording {
  /** Added to the table: its row as JSON; undefined where a view has it. */
  column?: string;
  view?: string;
  triggers: string[];
}

/**
 * SQL that makes the history triggers of a table from its columns, so that a new column is recorded without anybody thinking of it.
 * The server reads the whole schema for every call, so it is kept short: the columns stand there once, in a computed column `record`,
 * and the triggers hand its values to `recording`. Where rows come in bulk, a view lists the columns instead, and once more the trigger of updates, for
 * the row before, which the view shows no longer; the calculation writes short history rows of its own, so that trigger passes it over.
 */
export function historyRecording(table: string, columns: readonly string[]): HistoryRecording {
  const kept = columns.filter((column) => !LEFT_OUT.test(column));
  const key = columns.includes('id') ? 'id' : columns.includes('user_id') ? 'user_id' : 'rowid';
  const bulk = WRITTEN_IN_BULK.has(table);
  const record = (row: 'OLD' | 'NEW') => (bulk ? `(SELECT record FROM ${table}_record WHERE id = ${row}.${key})` : `${row}.record`);
  const trigger = (action: string, event: string, row: 'OLD' | 'NEW', before: string, after: string) =>
    `CREATE TRIGGER ${table}_history_${action} ${event} BEGIN INSERT INTO recording VALUES ('${table}', ${row}.${key}, '${action}', ${before}, ${after}); END`;
  const updates = `AFTER UPDATE ON ${table}${bulk ? " WHEN NOT EXISTS (SELECT 1 FROM write_context WHERE source = 'calculation')" : ''}`;
  return {
    ...(bulk
      ? { view: `CREATE VIEW ${table}_record AS SELECT ${key} AS id, ${rowJson('', kept)} AS record FROM ${table}` }
      : { column: `record TEXT AS (${rowJson('', kept)}) VIRTUAL` }),
    triggers: [
      trigger('insert', `AFTER INSERT ON ${table}`, 'NEW', 'NULL', record('NEW')),
      trigger('update', updates, 'NEW', bulk ? rowJson('OLD.', kept) : record('OLD'), record('NEW')),
      trigger('delete', `BEFORE DELETE ON ${table}`, 'OLD', record('OLD'), 'NULL'),
    ],
  };
}

/** A function takes at most 127 arguments, so a wide row is put together from parts. */
function rowJson(prefix: '' | 'OLD.', columns: readonly string[]): string {
  const pairs = columns.map((column) => `'${column}', ${prefix}"${column}"`);
  const parts: string[] = [];
  for (let start = 0; start < pairs.length; start += 60) parts.push(`json_object(${pairs.slice(start, start + 60).join(', ')})`);
  // No value ends in a brace of its own: they are texts in quotes, numbers and null.
  return parts.length === 1 ? parts[0]! : `'{' || ${parts.map((part) => `trim(${part}, '{}')`).join(" || ',' || ")} || '}'`;
}
