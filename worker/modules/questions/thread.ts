import type { ResultSet } from '@libsql/client';
import { sql } from 'drizzle-orm';
import type { GrantedRecord } from '../../call-routes.ts';
import { QUESTION_RECORDS, type Question, type QuestionCorrection, type QuestionEvent } from '../../contracts/calls/questions.ts';
import { isAdmin } from '../../contracts/roles.ts';
import type { Actor } from '../../crud/caller.ts';
import { isDepartmentVisible, visibleDepartment } from '../../department-scope.ts';
import { AppError } from '../../errors.ts';
import { isQuestionReadable, questionColumns, toQuestionRow } from './list.ts';
import { selectRecordFacts } from './record-facts.ts';

export const QUESTION_LABEL = { vi: 'thắc mắc', en: 'question' };
/** Anybody may name a question with any write: only a change of a record that points come from is shown as its correction. */
const RECORD_TABLES = [...Object.values(QUESTION_RECORDS)];
const UNTRACKED_FIELDS = ['version', 'updated_at', 'is_updated'];

/** `GET /questions/{id}`: the thread, the record as it was and as it is, and what was corrected from here. One round trip. */
export async function readQuestion({ caller, grant, id }: GrantedRecord): Promise<Question> {
  const now = Object.values(QUESTION_RECORDS).map(
    (
      table,
    ) => sql`SELECT ${selectRecordFacts(table)} AS facts, ${table} AS entity FROM questions q CROSS JOIN ${sql.identifier(table)} r ON r.id = q.record_id
      WHERE q.id = ${id} AND ${table} = CASE q.kind WHEN 'direct' THEN 'directs' WHEN 'mistake' THEN 'mistakes' WHEN 'indirect' THEN 'indirects' ELSE q.kind END`,
  );
  const { actor, results } = await caller.read(grant, (actor) => [
    sql`SELECT ${questionColumns(caller.clock.time())}, q.record, q.dept_id, ${isQuestionReadable(actor)} AS readable
      FROM questions q LEFT JOIN users u ON u.id = q.user_id WHERE q.id = ${id}`,
    sql`SELECT a.id, a.user_id, u.name AS user_name, a.action, a.text, a.at FROM question_answers a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.question_id = ${id} ORDER BY a.id`,
    sql`SELECT h.id AS history_id, h.entity, h.record_id, u.name AS user_name, h.at, h.before, h.after FROM history h LEFT JOIN users u ON u.id = h.user_id
      WHERE h.question_id = ${id} AND h.entity IN ${RECORD_TABLES} ORDER BY h.id`,
    ...now,
  ]);
  const [found, thread, corrections, ...records] = results;
  const [row] = found!.rows;
  if (!row) throw new AppError('not_found', { what: QUESTION_LABEL[caller.lang] });
  if (row.readable !== 1) throw new AppError('forbidden');
  const { record, dept_id, readable: _, ...columns } = row;
  const record_now = records.flatMap(({ rows }) => rows)[0]?.facts;
  return {
    ...toQuestionRow(columns, caller),
    record: parseJson(record),
    record_now: parseJson(record_now),
    thread: thread!.rows.map(toEvent),
    corrections: readCorrections(corrections!),
    can_answer: isDepartmentVisible(dept_id, visibleDepartment(actor, 'people')) && !isOnlyAsker(actor, row),
  };
}

/** Staff do not answer their own questions, unless they are Admins. */
export function isOnlyAsker(actor: Actor, question: Record<string, unknown>): boolean {
  return question.user_id === actor.id && !isAdmin(actor.roles);
}

function toEvent(row: Record<string, unknown>): QuestionEvent {
  return { ...row } as Record<string, unknown> & QuestionEvent;
}

function readCorrections({ rows }: ResultSet): QuestionCorrection[] {
  return rows.map((row) => {
    const [before, after] = [parseJson(row.before) ?? {}, parseJson(row.after) ?? {}];
    const names = Object.keys({ ...before, ...after }).filter(
      (name) => !UNTRACKED_FIELDS.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    return {
      history_id: Number(row.history_id),
      entity: String(row.entity),
      record_id: Number(row.record_id),
      user_name: row.user_name === null ? null : String(row.user_name),
      at: String(row.at),
      changes: names.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
    };
  });
}

function parseJson(json: unknown): Record<string, unknown> | null {
  return typeof json === 'string' ? (JSON.parse(json) as Record<string, unknown>) : null;
}
