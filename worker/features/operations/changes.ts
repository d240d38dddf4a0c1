import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import type { Caller } from '../../platform/caller.ts';
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

/** History rows of one answer of the database. */
const ROWS_PER_ANSWER = 1000;

/** The next changes of an operation below a history row, newest first, of at most 1,000 history rows. */
export function queryChanges(request: SQL, below: SQL, limit = ROWS_PER_ANSWER): Query<ChangePiece> {
  return query(queryRows(request, below, limit), toPiece);
}

/** All changes of an operation, newest first. */
export async function readChanges({ readMore }: Pick<Caller, 'readMore'>, request: SQL): Promise<ChangePiece> {
  const rows: OperationChange[] = [];
  for (let piece: OperationChange[] | undefined; !piece || piece.length === ROWS_PER_ANSWER; rows.push(...piece))
    piece = await readMore(queryRows(request, sql`${rows.at(-1)?.history_id ?? Number.MAX_SAFE_INTEGER}`, ROWS_PER_ANSWER));
  return toPiece(rows);
}

/** History rows of a request below one. */
function queryRows(request: SQL, below: SQL, limit: number): Query<OperationChange[]> {
  const rows = sql`SELECT id, entity, record_id, before, after FROM history
    WHERE request_id = ${request} AND id < ${below} ORDER BY id DESC LIMIT ${limit}`;
  return query(
    rows,
    readRows(CHANGE_READERS, ({ id, ...row }) => ({ ...row, history_id: id })),
  );
}

const toPiece = (rows: readonly OperationChange[]): ChangePiece => ({
  changes: mergeChanges(rows),
  cursor: rows.at(-1)?.history_id,
  rows: rows.length,
});

const { id, entity, record_id } = history;
const CHANGE_READERS = {
  ...{ id, entity, record_id },
  before: orNull(asJson<Values>()),
  after: orNull(asJson<Values>()),
};

/** The writes of changed records of a table since, oldest first, by their id; those of the operation and of its undos are none. */
export function queryLaterWrites(
  table: string,
  changes: readonly OperationChange[],
  request: string,
): Query<ReadonlyMap<number, readonly LaterWrite[]>> {
  const list = JSON.stringify(changes.map(({ record_id, history_id }) => [record_id, history_id]));
  const undos = sql`SELECT u.request_id FROM operations o CROSS JOIN operations u ON u.undo_of = o.id WHERE o.request_id = ${request}`;
  const writes = sql`SELECT l.record_id, json_object('by', ifnull(${personName(sql`l.user_id`)}, l.source), 'source', l.source,
      'before', json(l.before), 'after', json(l.after)) AS write
    FROM json_each(${list}) j CROSS JOIN history l ON l.entity = ${table} AND l.record_id = j.value ->> 0 AND l.id > j.value ->> 1
      LEFT JOIN users u ON u.id = l.user_id
    WHERE l.request_id IS NOT ${request} AND ifnull(l.request_id, '') NOT IN (${undos}) ORDER BY l.id`;
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
