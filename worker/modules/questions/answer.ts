import { type SQL, sql } from 'drizzle-orm';
import {
  ANSWER_FIELDS,
  QUESTION_STATUSES,
  type Question,
  type QuestionEvent,
  type QuestionStatus,
  REMARK_FIELDS,
} from '../../contracts/calls/questions.ts';
import { EVERYONE, type Grant, STAFF } from '../../contracts/roles.ts';
import type { Lang } from '../../contracts/text.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseCallBody } from '../../crud/parse-call.ts';
import { parseId } from '../../crud/read.ts';
import type { Values } from '../../crud/resource.ts';
import { AppError } from '../../errors.ts';
import { notify } from '../notices/notify.ts';
import { isQuestionReadable } from './list.ts';
import { isOnlyAsker, QUESTION_LABEL, readQuestion } from './thread.ts';

interface Step {
  action: QuestionEvent['action'];
  grant: Grant;
  fields: typeof ANSWER_FIELDS;
  /** Statuses that the step starts from. */
  from: readonly string[];
  to: string;
}

const STEPS = {
  // Of two answers at once the second finds the question answered; to add to an answer, the version that was read is sent along.
  answer: { action: 'answer', grant: STAFF, fields: ANSWER_FIELDS, from: ['open', 'answered'], to: 'answered' },
  close: { action: 'close', grant: EVERYONE, fields: REMARK_FIELDS, from: ['open', 'answered'], to: 'closed' },
  reopen: { action: 'reopen', grant: EVERYONE, fields: REMARK_FIELDS, from: ['answered', 'closed'], to: 'open' },
} as const satisfies Record<string, Step>;

/** `POST /questions/{id}/answers {text, version?}`: staff of the asker's department answer; the asker is told. Two at once: one wins. */
export function answerQuestion(caller: Caller, idText: string, readBody: () => Promise<Values>): Promise<Question> {
  return takeStep(STEPS.answer, caller, idText, readBody);
}

/** `POST /questions/{id}/close`: by the asker or by who may answer. */
export function closeQuestion(caller: Caller, idText: string, readBody: () => Promise<Values>): Promise<Question> {
  return takeStep(STEPS.close, caller, idText, readBody);
}

/** `POST /questions/{id}/reopen`: by the asker or by who may answer. */
export function reopenQuestion(caller: Caller, idText: string, readBody: () => Promise<Values>): Promise<Question> {
  return takeStep(STEPS.reopen, caller, idText, readBody);
}

async function takeStep(step: Step, caller: Caller, idText: string, readBody: () => Promise<Values>): Promise<Question> {
  const { id, values } = await authorizeThenValidate(caller, step.grant, async () => ({
    id: parseId(idText, caller.lang),
    values: parseCallBody(step.fields, await readBody(), caller.lang),
  }));
  const { actor, results } = await caller.read(step.grant, (actor) => [
    sql`SELECT q.status, q.version, q.month, q.user_id, ${isQuestionReadable(actor)} AS readable FROM questions q WHERE q.id = ${id}`,
  ]);
  const [question] = results[0]!.rows;
  if (!question) throw new AppError('not_found', { what: QUESTION_LABEL[caller.lang] });
  if (question.readable !== 1 || (step.action === 'answer' && isOnlyAsker(actor, question))) throw new AppError('forbidden');
  if (!step.from.includes(String(question.status))) throw wrongStatus(step, question.status as QuestionStatus, caller.lang);
  const version = values.version ?? Number(question.version);
  const [written] = await caller.write([
    sql`UPDATE questions SET status = ${step.to}, version = version + 1, ${stamps(step, caller.clock.time())}
      WHERE id = ${id} AND version = ${version} AND status IN ${step.from} RETURNING id`,
    sql`INSERT INTO question_answers (question_id, user_id, action, text, at)
      SELECT ${id}, ${actor.id}, ${step.action}, ${values.text ?? null}, ${caller.clock.time()} WHERE changes() = 1`,
    ...tell(step, id, actor, Number(question.user_id), String(question.month)),
  ]);
  if (written!.rows.length === 0) throw new AppError('question_answered', {}, { current: { ...(await readQuestion(caller, idText)) } });
  return readQuestion(caller, idText);
}

function wrongStatus({ action }: Step, status: QuestionStatus, lang: Lang): AppError {
  if (action === 'answer') return new AppError('question_closed');
  const what = { vi: 'Thắc mắc đang ở trạng thái này rồi', en: 'The question is in this state already' };
  return new AppError('conflict', { detail: `${what[lang]}: ${QUESTION_STATUSES[status][lang]}` });
}

function stamps({ action }: Step, now: string): SQL {
  if (action === 'answer') return sql`answered_at = ${now}`;
  return action === 'close' ? sql`closed_at = ${now}` : sql`closed_at = NULL`;
}

/** The asker is told of an answer; the row that was just added names the event. */
function tell({ action }: Step, id: number, actor: Actor, asker: number, month: string): SQL[] {
  if (action !== 'answer' || asker === actor.id) return [];
  return [
    notify({
      kind: 'question_answered',
      event: sql`'question_answered:' || (SELECT seq FROM sqlite_sequence WHERE name = 'question_answers')`,
      people: sql`SELECT ${asker} AS id WHERE changes() = 1`,
      params: { question_id: id, month },
    }),
  ];
}
