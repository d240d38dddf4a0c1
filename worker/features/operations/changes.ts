import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { history } from '../../platform/db/schema/history.ts';
import { asJson, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import { personName } from '../history/person-name.ts';
import type { LaterWrite, RecordedChange, WritesSince } from './plan-undo.ts';

/** A change of a record by an operation, with the newest of its history rows. */
export interface OperationChange extends Omit<RecordedChange, keyof WritesSince> {
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

/** Changes of records whose newest history row is below one, each from its oldest state to the newest. */
function queryRows(request: SQL, below: SQL, limit: number): Query<OperationChange[]> {
  const ofRecord = (alias: string) =>
    sql.raw(`${alias}.entity = h.entity AND ${alias}.record_id = h.record_id AND +${alias}.request_id = h.request_id`);
  const rows = sql`SELECT h.id, h.entity, h.record_id, h.after,
      (SELECT o.before FROM history o WHERE ${ofRecord('o')} ORDER BY o.id LIMIT 1) AS before
    FROM history h WHERE h.request_id = ${request} AND h.id < ${below}
      AND NOT EXISTS (SELECT 1 FROM history n WHERE ${ofRecord('n')} AND n.id > h.id) ORDER BY h.id DESC LIMIT ${limit}`;
  return query(rows, readChange);
}

/** The changes of single history rows. */
export function queryChangesOfRows(ids: SQL): Query<OperationChange[]> {
  return query(sql`SELECT id, entity, record_id, before, after FROM history WHERE id IN (${ids}) ORDER BY id DESC`, readChange);
}

const toPiece = (rows: readonly OperationChange[]): ChangePiece => ({
  // A record that the operation made and deleted was not changed.
  changes: rows.filter(({ before, after }) => before || after),
  cursor: rows.at(-1)?.history_id,
  rows: rows.length,
});

const { id, entity, record_id } = history;
const CHANGE_READERS = {
  ...{ id, entity, record_id },
  before: orNull(asJson<Values>()),
  after: orNull(asJson<Values>()),
};
const readChange = readRows(CHANGE_READERS, ({ id, ...row }): OperationChange => ({ ...row, history_id: id }));

/** What was written of changed records of a table since, by their id. */
export function queryWritesSince(
  table: string,
  changes: readonly OperationChange[],
  request: string,
): Query<ReadonlyMap<number, WritesSince>> {
  const list = JSON.stringify(changes.map(({ record_id, history_id }) => [record_id, history_id]));
  const writes = sql`SELECT l.record_id, l.request_id, t.request_id AS undoes, json_object('by', ifnull(${personName(sql`l.user_id`)}, l.source),
      'source', l.source, 'before', json(l.before), 'after', json(l.after)) AS write
    FROM json_each(${list}) j CROSS JOIN history l ON l.entity = ${table} AND l.record_id = j.value ->> 0 AND l.id > j.value ->> 1
      LEFT JOIN users u ON u.id = l.user_id LEFT JOIN operations w ON w.request_id = l.request_id LEFT JOIN operations t ON t.id = w.undo_of
    WHERE l.request_id IS NOT ${request} ORDER BY l.id`;
  const readers = { record_id, request_id: orNull(asText), undoes: orNull(asText), write: asJson<LaterWrite>() };
  return query(query(writes, readRows(readers)), (rows) => {
    const byRecord = Map.groupBy(rows, (row) => row.record_id);
    return new Map([...byRecord].map(([id, later]) => [id, settleWrites(later, request)]));
  });
}

/** Leaves out each write together with its undo: the newest undo goes with the write that it took back, so that an undo of an undo lets that stand. */
function settleWrites(
  writes: readonly { request_id: string | null; undoes: string | null; write: LaterWrite }[],
  request: string,
): WritesSince {
  const gone = new Set<string | null>();
  const there = new Set([request, ...writes.map(({ request_id }) => request_id)]);
  for (const { request_id, undoes } of writes.toReversed())
    if (undoes !== null && there.has(undoes) && !gone.has(request_id) && !gone.has(undoes)) gone.add(request_id).add(undoes);
  const later = writes.flatMap(({ request_id, write }) => (gone.has(request_id) ? [] : [write]));
  return { later, isUndone: gone.has(request) };
}
