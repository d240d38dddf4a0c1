import { type SQL, sql } from 'drizzle-orm';
import type { QuestionRow } from '../../../contracts/calls/answers/questions.ts';
import type { questionCalls } from '../../../contracts/calls/declared/questions.ts';
import { QUESTION_KINDS, QUESTION_PARAMS, QUESTION_STATUSES } from '../../../contracts/calls/questions.ts';
import { column } from '../../../contracts/columns.ts';
import type { Column } from '../../../contracts/contract.ts';
import { monthKey } from '../../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import type { Actor, Caller } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { questions } from '../../../platform/db/schema/statements.ts';
import { asNumber, asOption, asText, orNull, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import { NO_DEPARTMENT, visibleDepartment } from '../../../platform/department-scope.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { writeWorkbook } from '../../../platform/xlsx/write/write.ts';
import { toSheet } from '../../totals/sheet.ts';

/** A condition on a question of alias q: one's own, or those of the department that the reader answers for. */
export function isQuestionReadable(actor: Actor): SQL {
  const department = visibleDepartment(actor, 'people');
  if (department === null) return sql`1`;
  // IS: a question of nobody's department is in none, and the answer is never NULL.
  return department === NO_DEPARTMENT ? sql`q.user_id = ${actor.id}` : sql`(q.user_id = ${actor.id} OR q.dept_id IS ${department})`;
}

/** The columns of a question row; `now` is the office's time. */
export function questionColumns(now: string): SQL {
  return sql`q.id, q.version, q.user_id, u.name AS user_name, q.month, q.kind, q.record_id, json_extract(q.record, '$.title') AS record_title, q.text,
    q.expected_point, q.picture, q.status, q.created_at, q.answered_at, q.closed_at,
    CAST(julianday(substr(ifnull(q.closed_at, ${now}), 1, 10)) - julianday(substr(q.created_at, 1, 10)) AS INTEGER) AS age_days,
    (SELECT COUNT(*) FROM question_answers a WHERE a.question_id = q.id AND a.action = 'answer') AS answers`;
}

/** `GET /questions`: one's own; staff also those of their department, an Admin all. The open ones first, then the newest. One round trip. */
export async function listQuestions(input: ListInput): Promise<Envelope<QuestionRow>> {
  return readQuestions(input, 20);
}

/** `GET /questions/export`: the same list as a workbook, with age and outcome. */
export async function exportQuestions(input: ListInput): Promise<ReadableStream<Uint8Array>> {
  const { caller } = input;
  const { data } = await readQuestions(input, 50_000);
  const toRow = (row: QuestionRow) => ({
    ...row,
    kind: QUESTION_KINDS[row.kind][caller.lang],
    status: QUESTION_STATUSES[row.status][caller.lang],
  });
  return writeWorkbook(toSheet({ name: { vi: 'Thắc mắc', en: 'Questions' }, columns: SHEET_COLUMNS, entries: data, toRow }, caller.lang));
}

type ListInput = Pick<CallInput<typeof questionCalls.list>, 'caller' | 'grant' | 'values'>;

async function readQuestions({ caller, grant, values }: ListInput, limit: number): Promise<Envelope<QuestionRow>> {
  if (values.month && !values.year) throw invalidField(QUESTION_PARAMS, 'year', 'required', caller.lang);
  const months = values.year ? (values.month ? monthKey(values.year, values.month) : `${values.year}-__`) : undefined;
  const conditions = [
    ...(months ? [sql`q.month LIKE ${months}`] : []),
    ...(values.status ? [sql`q.status = ${values.status}`] : []),
    ...(values.user_id ? [sql`q.user_id = ${values.user_id}`] : []),
  ];
  const page = readPage(values, limit);
  const { results } = await caller.read(grant, (actor) => {
    const where = sql.join([isQuestionReadable(actor), ...conditions], sql` AND `);
    return {
      total: query(sql`SELECT COUNT(*) AS total FROM questions q WHERE ${where}`, readValue(asNumber)),
      rows: query(
        sql`SELECT ${questionColumns(caller.clock.time())} FROM questions q LEFT JOIN users u ON u.id = q.user_id WHERE ${where}
        ORDER BY CASE q.status WHEN 'open' THEN 0 WHEN 'answered' THEN 1 ELSE 2 END, q.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
        readRows(QUESTION_READERS, (row) => signPicture(row, caller)),
      ),
    };
  });
  return toEnvelope(page, results.total, results.rows);
}

export function signPicture(row: QuestionRow, { signImages }: Caller): QuestionRow {
  return { ...row, picture: row.picture && signImages(row.picture) };
}

const { id, version, user_id, month, record_id, text, expected_point, picture, created_at, answered_at, closed_at } = questions;
/** What `questionColumns` selects. */
export const QUESTION_READERS = {
  ...{ id, version, user_id, month, record_id, text, expected_point, picture, created_at, answered_at, closed_at },
  user_name: orNull(asText),
  kind: asOption<QuestionRow['kind']>(),
  record_title: orNull(asText),
  status: asOption<QuestionRow['status']>(),
  age_days: asNumber,
  answers: asNumber,
};

const SHEET_COLUMNS: readonly Column[] = [
  column('id', { vi: 'Số', en: 'No.' }, 'integer'),
  column('month', { vi: 'Tháng', en: 'Month' }),
  column('user_name', { vi: 'Nhân viên', en: 'Employee', ja: '社員' }),
  column('kind', { vi: 'Loại', en: 'Kind' }),
  column('record_title', { vi: 'Bản ghi', en: 'Record' }),
  column('text', { vi: 'Nội dung', en: 'Question' }),
  column('expected_point', { vi: 'Điểm mong đợi', en: 'Expected point' }, 'decimal', { decimals: 3 }),
  column('status', { vi: 'Trạng thái', en: 'Status' }),
  column('created_at', { vi: 'Hỏi lúc', en: 'Asked at' }),
  column('answered_at', { vi: 'Trả lời lúc', en: 'Answered at' }),
  column('closed_at', { vi: 'Đóng lúc', en: 'Closed at' }),
  column('age_days', { vi: 'Số ngày', en: 'Days' }, 'integer'),
  column('answers', { vi: 'Số câu trả lời', en: 'Answers' }, 'integer'),
];
