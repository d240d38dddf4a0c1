import { type SQL, sql } from 'drizzle-orm';
import type { Question, QuestionEvent } from '../../../contracts/calls/answers/questions.ts';
import { QUESTION_STATUSES, type QuestionStatus, type REMARK_FIELDS } from '../../../contracts/calls/questions.ts';
import type { Lang } from '../../../contracts/text.ts';
import { isOnlyAsker } from '../../../platform/auth/answerers.ts';
import type { GrantedRecord } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { questions } from '../../../platform/db/schema/statements.ts';
import { asBoolean, asOption, hasRows, readFirst } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallValues } from '../../../platform/parse-call.ts';
import { endNotices, notify } from '../../notify/notify.ts';
import { prepareSend } from '../../notify/send-limit.ts';
import { isQuestionReadable } from './list.ts';
import { QUESTION_LABEL, readQuestion } from './thread.ts';

interface Step {
  action: QuestionEvent['action'];
  /** Statuses that the step starts from. */
  from: readonly string[];
  to: string;
}

const STEPS = {
  // Of two answers at once the second finds the question answered; to add to an answer, the version that was read is sent along.
  answer: { action: 'answer', from: ['open', 'answered'], to: 'answered' },
  close: { action: 'close', from: ['open', 'answered'], to: 'closed' },
  reopen: { action: 'reopen', from: ['answered', 'closed'], to: 'open' },
} as const satisfies Record<string, Step>;

/** `POST /questions/{id}/answers {text, version?}`: staff of the asker's department answer; the asker is told. Two at once: one wins. */
export const answerQuestion = (input: StepInput): Promise<Question> => takeStep(STEPS.answer, input);

/** `POST /questions/{id}/close`: by the asker or by who may answer. */
export const closeQuestion = (input: StepInput): Promise<Question> => takeStep(STEPS.close, input);

/** `POST /questions/{id}/reopen`: by the asker or by who may answer. */
export const reopenQuestion = (input: StepInput): Promise<Question> => takeStep(STEPS.reopen, input);

type StepInput = GrantedRecord & { values: CallValues<typeof REMARK_FIELDS> };

async function takeStep(step: Step, { caller, grant, id, values }: StepInput): Promise<Question> {
  const { actor, results: question } = await caller.read(grant, (actor) =>
    query(
      sql`SELECT q.status, q.version, q.month, q.user_id, ${isQuestionReadable(actor)} AS readable FROM questions q WHERE q.id = ${id}`,
      readFirst(STEP_READERS),
    ),
  );
  if (!question) throw new AppError('not_found', { what: QUESTION_LABEL[caller.lang] });
  if (!question.readable || (step.action === 'answer' && isOnlyAsker(actor, question))) throw new AppError('forbidden');
  if (!step.from.includes(question.status)) throw wrongStatus(step, question.status, caller.lang);
  const version = values.version ?? question.version;
  const isTold = step.action === 'answer' && question.user_id !== actor.id;
  const send = isTold ? await prepareSend(caller.clock, actor.id) : undefined;
  const { refusal, isTaken } = await caller.write({
    refusal: send?.refusal,
    isTaken: query(
      sql`UPDATE questions SET status = ${step.to}, version = version + 1, ${stamps(step, caller.clock.time())}
      WHERE id = ${id} AND version = ${version} AND status IN ${step.from} AND ${send?.hasRoom ?? sql`1`} RETURNING id`,
      hasRows,
    ),
    event: sql`INSERT INTO question_answers (question_id, user_id, action, text, at)
      SELECT ${id}, ${actor.id}, ${step.action}, ${values.text ?? null}, ${caller.clock.time()} WHERE changes() = 1`,
    notice: isTold ? notifyAsker(id, question.user_id, question.month) : undefined,
    told: endNotices(`question_asked:${id}`, sql`SELECT status <> 'open' FROM questions WHERE id = ${id}`),
  });
  if (refusal) throw refusal;
  if (!isTaken) throw new AppError('question_answered', {}, { current: { ...(await readQuestion({ caller, grant, id })) } });
  return readQuestion({ caller, grant, id });
}

const { version, month, user_id } = questions;
const STEP_READERS = { status: asOption<QuestionStatus>(), version, month, user_id, readable: asBoolean };

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
function notifyAsker(id: number, asker: number, month: string): SQL {
  return notify({
    kind: 'question_answered',
    event: sql`'question_answered:' || (SELECT seq FROM sqlite_sequence WHERE name = 'question_answers')`,
    people: sql`SELECT ${asker} AS id WHERE changes() = 1`,
    params: { question_id: id, month },
  });
}
