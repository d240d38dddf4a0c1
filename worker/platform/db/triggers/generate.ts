import { IS_LOCKING_TEXT, isMonthLockedText } from '../month-lock.ts';
import { generateRowCount } from './counts.ts';
import { generateAppendOnlyTriggers, generateHistoryInsert, generateTableHistory, type TableHistory } from './history.ts';
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

/** Records of an operation that are named, and changed ones of which the fields are. */
const MAX_NAMED = 3;
const MAX_COMPARED = 20;

const UNTRACKED = "'$.version', '$.updated_at'";

/**
 * SQL of what an operation is made of: the history rows that an undo considers, and the trigger that adds them up once a transaction, when its
 * write context is closed. What no undo takes back is no operation.
 */
function generateOperationSummary(tables: readonly RecordedTable[]): string[] {
  const undone = tables.flatMap(({ name, undo }) => (undo ? [{ name, ...undo }] : []));
  const stays = undone.flatMap(({ name, except }) => {
    const differ = except.map((column) => `before -> '$.${column}' IS NOT after -> '$.${column}'`);
    return except.length === 0
      ? []
      : [
          `(entity = '${name}' AND action = 'update' AND (${differ.join(' OR ')} OR json_remove(before, ${UNTRACKED}) IS json_remove(after, ${UNTRACKED})))`,
        ];
  });
  const titles = undone.flatMap(({ name, title }) => (title === 'name' ? [] : [`WHEN '${name}' THEN '$.${title}'`]));
  const since =
    'request_id = OLD.request_id AND id > ifnull((SELECT last_history_id FROM operations WHERE request_id = OLD.request_id), 0)';
  return [
    `CREATE VIEW operation_rows AS SELECT * FROM history
WHERE entity IN (${undone.map(({ name }) => `'${name}'`).join(', ')})${stays.map((row) => ` AND NOT ${row}`).join('')}`,
    `CREATE TRIGGER operations_summary BEFORE DELETE ON write_context WHEN OLD.request_id IS NOT NULL AND OLD.source NOT IN ('calculation', 'maintenance')
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, entity, created, updated, deleted, last_history_id, records, fields)
  SELECT w.*,
    (SELECT json_group_array(json_object('id', record_id, 'title', CAST(ifnull(after, before) ->> CASE entity ${titles.join(' ')} ELSE '$.name' END AS TEXT)))
      FROM (SELECT * FROM operation_rows WHERE ${since} AND +entity = w.entity ORDER BY id LIMIT ${MAX_NAMED})),
    (SELECT json_group_object(key, cleared) FROM (SELECT a.key, min(ifnull(a.value, '') IN ('', 0)) AS cleared
      FROM (SELECT * FROM operation_rows WHERE ${since} AND action = 'update' AND +entity = w.entity ORDER BY id LIMIT ${MAX_COMPARED}) h, json_each(h.after) a
      WHERE a.key NOT IN ('version', 'updated_at') AND a.value IS NOT json_extract(h.before, '$.' || a.key) GROUP BY a.key))
  FROM (SELECT request_id, user_id, source, at, entity, sum(action = 'insert'), sum(action = 'update'), sum(action = 'delete'), max(id)
    FROM operation_rows WHERE ${since} GROUP BY request_id) w WHERE true
  ON CONFLICT (request_id) DO UPDATE SET entity = ifnull(entity, excluded.entity), created = created + excluded.created,
    updated = updated + excluded.updated, deleted = deleted + excluded.deleted, last_history_id = excluded.last_history_id,
    records = ifnull(records, excluded.records), fields = ifnull(nullif(fields, '{}'), excluded.fields);
END`,
  ];
}

/**
 * SQL of the triggers that refuse a write into a locked month, whoever writes, and every write of a checked row but its unchecking. An
 * update is refused for the date before and the date after. What every month follows from is refused as busy while one is being locked. Each event has one
 * trigger: a calculation passes them 100,000 times.
 */
function generateGuardTriggers({ name, dated, checkable, heldWhileLocking = false }: RecordedTable): string[] {
  const locked = (row: 'OLD' | 'NEW') => (dated ? [isMonthLockedText(`${row}.${dated}`)] : []);
  const stillChecked = checkable ? 'OLD.is_checked = 1 AND NEW.is_checked = 1' : undefined;
  const wasChecked = checkable ? 'OLD.is_checked = 1' : undefined;
  return [
    createGuardTrigger(`${name}_guard_insert`, `BEFORE INSERT ON ${name}`, { locked: locked('NEW'), heldWhileLocking }),
    createGuardTrigger(`${name}_guard_update`, `BEFORE UPDATE ON ${name}`, {
      checked: stillChecked,
      locked: [...locked('OLD'), ...locked('NEW')],
      heldWhileLocking,
    }),
    createGuardTrigger(`${name}_guard_delete`, `BEFORE DELETE ON ${name}`, {
      checked: wasChecked,
      locked: locked('OLD'),
      heldWhileLocking,
    }),
  ].filter((sql) => sql !== undefined);
}

interface Guard {
  /** Conditions under which a row is refused as checked, and as one of a locked month. */
  checked?: string | undefined;
  locked: readonly string[];
  heldWhileLocking: boolean;
}

/** A checked row is answered before a locked month, and that before one that is being locked. */
function createGuardTrigger(name: string, event: string, { checked, locked, heldWhileLocking }: Guard): string | undefined {
  const refusals = [
    ...(checked ? [{ code: 'record_checked', when: checked }] : []),
    ...(locked.length > 0 ? [{ code: 'month_locked', when: locked.join('\n  OR ') }] : []),
    ...(heldWhileLocking ? [{ code: 'month_closing', when: IS_LOCKING_TEXT }] : []),
  ];
  if (refusals.length === 0) return undefined;
  const raised = refusals.map(({ code, when }, index) => {
    const isLast = index === refusals.length - 1;
    return `SELECT RAISE(ABORT, '${code}')${isLast ? '' : ` WHERE ${when}`};`;
  });
  return `CREATE TRIGGER ${name} ${event}\nWHEN ${refusals.map(({ when }) => `(${when})`).join('\n  OR ')}\nBEGIN\n  ${raised.join('\n  ')}\nEND`;
}
