import type { RecordedTable } from './recorded-table.ts';

/** Records of an operation that are named, and changed ones of which the fields are. */
const MAX_NAMED = 3;
const MAX_COMPARED = 20;

const UNTRACKED = "'$.version', '$.updated_at'";

/**
 * SQL of what an operation is made of: the history rows that an undo considers, and the trigger that adds them up once a transaction, when its
 * write context is closed. What no undo takes back is no operation.
 */
export function generateOperationSummary(tables: readonly RecordedTable[]): string[] {
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
