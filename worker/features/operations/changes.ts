import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { history } from '../../platform/db/schema/history.ts';
import { asJson, orNull, readRows } from '../../platform/db/typed-rows.ts';
import { personName } from '../history/person-name.ts';
import type { LaterWrite, RecordedChange } from './plan-undo.ts';

/** A change of a record by an operation, with the newest of its history rows. */
export interface OperationChange extends Omit<RecordedChange, 'later'> {
  entity: string;
  history_id: number;
}

export interface ChangePiece {
  /** Newest first, each record once. */
  changes: OperationChange[];
  /** The oldest history row of the piece; undefined where there was none. */
  cursor: number | undefined;
  /** History rows of the piece. */
  rows: number;
}

/** The first and the last history row of changes that belong together. */
export type HistoryRange = readonly [first: number, last: number];

/**
 * The next changes of an operation below a history row, newest first: so many history rows, and the rest of the range that they end in. The ranges
 * do not overlap.
 */
export function queryChanges(request: string | SQL, below: number, limit: number, whole: readonly HistoryRange[] = []): Query<ChangePiece> {
  const newest = sql`SELECT id FROM history WHERE request_id = ${request} AND id < ${below} ORDER BY id DESC`;
  const last = sql`SELECT min(id) AS id FROM (${newest} LIMIT ${limit})`;
  const ranges = sql`json_each(${JSON.stringify(whole)}) r WHERE r.value ->> 0 < c.id AND r.value ->> 1 >= c.id`;
  const first = whole.length === 0 ? last : sql`SELECT ifnull((SELECT r.value ->> 0 FROM ${ranges}), c.id) FROM (${last}) c`;
  const piece = sql`SELECT id, entity, record_id, before, after FROM history
    WHERE request_id = ${request} AND id < ${below} AND id >= (${first}) ORDER BY id DESC`;
  return query(
    query(piece, readRows(CHANGE_READERS)),
    (rows): ChangePiece => ({
      changes: mergeChanges(rows.map(({ id, ...row }) => ({ ...row, history_id: id }))),
      cursor: rows.at(-1)?.id,
      rows: rows.length,
    }),
  );
}

const { id, entity, record_id } = history;
const CHANGE_READERS = {
  ...{ id, entity, record_id },
  before: orNull(asJson<Values>()),
  after: orNull(asJson<Values>()),
};

/** The writes of changed records of a table since, oldest first, by their id; those of the operation and of its undo are none. */
export function queryLaterWrites(
  table: string,
  changes: readonly OperationChange[],
  [request, undoRequest]: readonly string[],
): Query<ReadonlyMap<number, readonly LaterWrite[]>> {
  const list = JSON.stringify(changes.map(({ record_id, history_id }) => [record_id, history_id]));
  const writes = sql`SELECT l.record_id, json_object('by', ifnull(${personName(sql`l.user_id`)}, l.source), 'source', l.source,
      'before', json(l.before), 'after', json(l.after)) AS write
    FROM json_each(${list}) j CROSS JOIN history l ON l.entity = ${table} AND l.record_id = j.value ->> 0 AND l.id > j.value ->> 1
      LEFT JOIN users u ON u.id = l.user_id
    WHERE l.request_id IS NOT ${request} AND l.request_id IS NOT ${undoRequest} ORDER BY l.id`;
  return query(query(writes, readRows({ record_id, write: asJson<LaterWrite>() })), (rows) => {
    const byRecord = Map.groupBy(rows, (row) => row.record_id);
    return new Map([...byRecord].map(([id, later]) => [id, later.map(({ write }) => write)]));
  });
}

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
