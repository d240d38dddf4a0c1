import { sql } from 'drizzle-orm';
import type { Question, QuestionCorrection, QuestionEvent } from '../../../contracts/calls/answers/questions.ts';
import { QUESTION_RECORDS } from '../../../contracts/calls/questions.ts';
import { canAnswer } from '../../../platform/auth/answerers.ts';
import type { GrantedRecord } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { history } from '../../../platform/db/schema/history.ts';
import { questionAnswers, questions } from '../../../platform/db/schema/statements.ts';
import {
  asBoolean,
  asJson,
  asOption,
  asText,
  orNull,
  type RowOf,
  readColumn,
  readFirst,
  readRows,
} from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { isQuestionReadable, QUESTION_READERS, questionColumns, signPicture } from './list.ts';
import { selectRecordFacts } from './record-facts.ts';

export const QUESTION_LABEL = { vi: 'thắc mắc', en: 'question' };
/** Any write may name the question that it answers: only a change of a record that points come from is shown as its correction. */
const RECORD_TABLES = [...Object.values(QUESTION_RECORDS)];
const UNTRACKED_FIELDS = ['version', 'updated_at', 'is_updated'];

/** `GET /questions/{id}`: the thread, the record as it was and as it is, and what was corrected from here. One round trip. */
export async function readQuestion({ caller, grant, id }: GrantedRecord): Promise<Question> {
  const now = Object.values(QUESTION_RECORDS).map((table) =>
    query(
      sql`SELECT ${selectRecordFacts(table)} AS facts FROM questions q CROSS JOIN ${sql.identifier(table)} r ON r.id = q.record_id
      WHERE q.id = ${id} AND ${table} = CASE q.kind WHEN 'direct' THEN 'directs' WHEN 'mistake' THEN 'mistakes' WHEN 'indirect' THEN 'indirects' ELSE q.kind END`,
      readColumn(asJson<Facts>()),
    ),
  );
  const { actor, results } = await caller.read(grant, (actor) => ({
    question: query(
      sql`SELECT ${questionColumns(caller.clock.time())}, q.record, q.dept_id, ${isQuestionReadable(actor)} AS readable
      FROM questions q LEFT JOIN users u ON u.id = q.user_id WHERE q.id = ${id}`,
      readFirst(THREAD_READERS),
    ),
    thread: query(
      sql`SELECT a.id, a.user_id, u.name AS user_name, a.action, a.text, a.at FROM question_answers a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.question_id = ${id} ORDER BY a.id`,
      readRows(EVENT_READERS),
    ),
    corrections: query(
      sql`SELECT h.id AS history_id, h.entity, h.record_id, u.name AS user_name, h.at, h.before, h.after FROM history h LEFT JOIN users u ON u.id = h.user_id
      WHERE h.question_id = ${id} AND h.entity IN ${RECORD_TABLES} ORDER BY h.id`,
      readRows(CORRECTION_READERS, toCorrection),
    ),
    now,
  }));
  const { question, thread, corrections } = results;
  if (!question) throw new AppError('not_found', { what: QUESTION_LABEL[caller.lang] });
  if (!question.readable) throw new AppError('forbidden');
  const { record, dept_id, readable: _, ...row } = question;
  return {
    ...signPicture(row, caller),
    record,
    record_now: results.now.flat()[0] ?? null,
    thread,
    corrections,
    can_answer: canAnswer(actor, { user_id: row.user_id, dept_id }),
  };
}

type Facts = Record<string, unknown>;
const THREAD_READERS = { ...QUESTION_READERS, record: orNull(asJson<Facts>()), dept_id: questions.dept_id, readable: asBoolean };
const { id, user_id, text, at } = questionAnswers;
const EVENT_READERS = { id, user_id, user_name: orNull(asText), action: asOption<QuestionEvent['action']>(), text, at };
const { entity, record_id } = history;
const CORRECTION_READERS = {
  history_id: history.id,
  entity,
  record_id,
  user_name: orNull(asText),
  at: history.at,
  before: orNull(asJson<Facts>()),
  after: orNull(asJson<Facts>()),
};

function toCorrection({ before: stored, after: written, ...row }: RowOf<typeof CORRECTION_READERS>): QuestionCorrection {
  const [before, after] = [stored ?? {}, written ?? {}];
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !UNTRACKED_FIELDS.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return { ...row, changes: names.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })) };
}
