/** Tables whose every write leaves a history row. */
export const RECORDED_TABLES = [
  'users', 'roles', 'positions', 'companies', 'departments', 'department_groups', 'customers', 'work_categories', 'standards', 'tsubos',
  'formula_base_points', 'formula_results', 'totals_expressions', 'contractors', 'constructions', 'pro_point', 'indirect_note', 'directs', 'pro', 'indirects',
  'mistakes', 'user_locks', 'security_settings',
] as const; // biome-ignore format: one list, read as one

/** Derived columns and secrets stay out of the history. */
const LEFT_OUT = /_(fold|sort)$|^(password|totp_secret|recovery_codes|nani_keisuu|naniten)$/;

/**
 * SQL that (re)creates the history triggers of a table from its columns, so that a new column is recorded without anybody
 * thinking of it: pairs of DROP and CREATE. The calculation writes its own short history rows, so its updates are passed over here.
 *
 * The server reads the whole schema for every call, so it is kept short: the columns are listed in the view `<table>_record`, the
 * rows as JSON, and once more for the row before an update, which the view shows no longer.
 */
export function historyTriggers(table: string, columns: readonly string[]): string[] {
  const kept = columns.filter((column) => !LEFT_OUT.test(column));
  const key = columns.includes('id') ? 'id' : columns.includes('user_id') ? 'user_id' : 'rowid';
  const stored = (row: 'OLD' | 'NEW') => `(SELECT record FROM ${table}_record WHERE id = ${row}.${key})`;
  const history = (action: string, row: 'OLD' | 'NEW', before: string, after: string) => `BEGIN
    INSERT INTO history (entity, record_id, action, user_id, source, at, request_id, before, after)
    SELECT '${table}', ${row}.${key}, '${action}', user_id, source, at, request_id, ${before}, ${after} FROM writing; END`;
  const notCalculated = "WHEN ifnull((SELECT source FROM write_context), '') <> 'calculation'";
  return [
    ...replaced('VIEW', `${table}_record`, `AS SELECT ${key} AS id, ${rowJson('', kept)} AS record FROM ${table}`),
    ...replaced('TRIGGER', `${table}_history_insert`, `AFTER INSERT ON ${table} ${history('insert', 'NEW', 'NULL', stored('NEW'))}`),
    ...replaced(
      'TRIGGER',
      `${table}_history_update`,
      `AFTER UPDATE ON ${table} ${notCalculated} ${history('update', 'NEW', rowJson('OLD.', kept), stored('NEW'))}`,
    ),
    ...replaced('TRIGGER', `${table}_history_delete`, `BEFORE DELETE ON ${table} ${history('delete', 'OLD', stored('OLD'), 'NULL')}`),
  ];
}

function replaced(kind: 'VIEW' | 'TRIGGER', name: string, definition: string): string[] {
  return [`DROP ${kind} IF EXISTS ${name}`, `CREATE ${kind} ${name} ${definition}`];
}

/** A function takes at most 127 arguments, so a wide row is put together from parts. */
function rowJson(prefix: '' | 'OLD.', columns: readonly string[]): string {
  const pairs = columns.map((column) => `'${column}', ${prefix}"${column}"`);
  const parts: string[] = [];
  for (let start = 0; start < pairs.length; start += 60) parts.push(`json_object(${pairs.slice(start, start + 60).join(', ')})`);
  // No value ends in a brace of its own: they are texts in quotes, numbers and null.
  return parts.length === 1 ? parts[0]! : `'{' || ${parts.map((part) => `trim(${part}, '{}')`).join(" || ',' || ")} || '}'`;
}
