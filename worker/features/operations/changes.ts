import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../crud/resource.ts';
import { personName } from '../../platform/db/person-name.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { history } from '../../platform/db/schema/history.ts';
import { asJson, orNull, readRows } from '../../platform/db/typed-rows.ts';
import type { LaterWrite, RecordedChange } from './plan-undo.ts';

/** A change of a record by an operation, with the newest of its history rows. */
export interface OperationChange extends RecordedChange {
  entity: string;
  history_id: number;
}

export interface ChangePiece {
  /** Newest first, each record once. */
  changes: OperationChange[];
  /** The oldest history row of the piece; undefined where there was none. */
  cursor: number | undefined;
}

/**
 * The next changes of an operation below a history row, newest first, with the writes of their records since. Those of the undo itself, under
 * `undoRequest`, are none.
 */
export function queryChanges(request: string | SQL, undoRequest: string, below: number, limit: number): Query<ChangePiece> {
  const later = sql`SELECT json_object('by', ifnull(${personName(sql`l.user_id`)}, l.source), 'source', l.source, 'before', json(l.before), 'after', json(l.after)) AS write
    FROM history l LEFT JOIN users u ON u.id = l.user_id WHERE l.entity = h.entity AND l.record_id = h.record_id AND l.id > h.id
      AND l.request_id IS NOT ${request} AND l.request_id IS NOT ${undoRequest} ORDER BY l.id`;
  const piece = sql`SELECT h.id, h.entity, h.record_id, h.before, h.after,
      (SELECT json_group_array(json(write)) FROM (${later})) AS later
    FROM (SELECT id FROM history WHERE request_id = ${request} AND id < ${below} ORDER BY id DESC LIMIT ${limit}) p
      CROSS JOIN history h ON h.id = p.id ORDER BY h.id DESC`;
  return query(
    query(piece, readRows(CHANGE_READERS)),
    (rows): ChangePiece => ({ changes: mergeChanges(rows.map(({ id, ...row }) => ({ ...row, history_id: id }))), cursor: rows.at(-1)?.id }),
  );
}

const { id, entity, record_id } = history;
const CHANGE_READERS = {
  ...{ id, entity, record_id },
  before: orNull(asJson<Values>()),
  after: orNull(asJson<Values>()),
  later: asJson<LaterWrite[]>(),
};

/** The directs among the records. */
export function listDirects(changes: readonly OperationChange[]): OperationChange[] {
  return changes.filter(({ entity }) => entity === 'directs');
}

/** A record that an operation wrote twice was changed once: from the oldest state to the newest. Rows come newest first. */
function mergeChanges(rows: readonly OperationChange[]): OperationChange[] {
  const merged = new Map<string, OperationChange>();
  for (const row of rows) {
    const key = `${row.entity} ${row.record_id}`;
    const newer = merged.get(key);
    merged.set(key, newer ? { ...newer, before: row.before } : row);
  }
  return [...merged.values()].filter(({ before, after }) => before || after);
}
