import { ArrowLeft, PencilLine, Send } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Question, QuestionCorrection } from '#contracts/calls/answers/questions.ts';
import { ANSWER_FIELDS, QUESTION_KINDS } from '#contracts/calls/questions.ts';
import { contractOf } from '#contracts/contracts.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { useSession } from '../../../api/session.tsx';
import { CallForm, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { AsideFold } from '../../../crud/form/record-aside.tsx';
import { Differences } from '../../../crud/history/differences.tsx';
import { formatDateTime, formatPoint, useText } from '../../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../../layout/access.ts';
import { NotFound } from '../../../layout/not-found.tsx';
import { useShownNotices } from '../../../layout/notice-feed.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/page-parts.tsx';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { Button, ButtonLink, disabledWithReason, TextLink } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { useDelayed } from '../../../ui/hooks/use-delayed.ts';
import { Explanation } from '../../directs/explanation.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { questionName, StatusBadge } from './list.tsx';
import { RecordFacts } from './record-facts.tsx';
import { StepButtons } from './step-buttons.tsx';
import { Thread } from './thread.tsx';
import { findOtherStep, useQuestion, useQuestionStep } from './use-question.ts';

/** One question: what was asked, the record then and now, what was corrected, the thread, and the next step. */
export function QuestionPage() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id <= 0) return <NotFound />;
  return <QuestionView key={id} id={id} />;
}

function QuestionView({ id }: { id: number }) {
  const { t, lang } = useText();
  const { data, error, refetch } = useQuestion(id);
  useShownNotices(`/questions/${id}`);
  const waiting = useDelayed(!data);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="-mb-4">
        <PageHeader
          title={data ? questionName(data, lang) : t('question.title', { id })}
          work={
            <ButtonLink to="/questions" icon={ArrowLeft}>
              {t('question.all')}
            </ButtonLink>
          }
        />
      </div>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <Skeleton className="h-80 w-full" />}
      {data && <QuestionBody question={data} />}
    </div>
  );
}

function QuestionBody({ question }: { question: Question }) {
  const { t, lang } = useText();
  const { may, user } = useSession();
  const [correcting, setCorrecting] = useState(false);
  const own = question.user_id === user?.id;
  const canCorrect =
    question.can_answer && question.kind === 'direct' && question.record_now !== null && may(grantFor(directsTechousei, 'update'));
  return (
    <div className="grid items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,60rem)_minmax(20rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <section className="flex flex-col gap-3 rounded border border-line bg-surface p-4 sm:p-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table text-muted">
            <StatusBadge status={question.status} />
            <span>
              {QUESTION_KINDS[question.kind][lang]} · {formatMonthKey(question.month)}
            </span>
            <span>{t('question.by', { name: question.user_name ?? '–', time: formatDateTime(question.created_at) })}</span>
            <TextLink to={statementPath(question, own, may(ACTIONS.read_statements))}>{t('question.to_statement')}</TextLink>
          </div>
          <p className="text-section break-words whitespace-pre-line">{question.text}</p>
          {question.expected_point !== null && (
            <p className="font-medium tabular-nums">{t('question.expected', { point: formatPoint(question.expected_point) })}</p>
          )}
          {question.picture && (
            <a href={question.picture} target="_blank" rel="noreferrer" className="w-fit rounded">
              <img
                src={question.picture}
                alt={t('question.picture_of', { id: question.id })}
                className="max-h-80 max-w-full rounded border border-line object-contain"
              />
            </a>
          )}
        </section>
        {question.record && (
          <RecordFacts
            question={question}
            action={
              canCorrect && (
                <Button icon={PencilLine} onClick={() => setCorrecting(true)}>
                  {t('question.correct')}
                </Button>
              )
            }
          />
        )}
        {question.corrections.length > 0 && <Corrections corrections={question.corrections} />}
        <Thread question={question} />
        {question.can_answer && <AnswerForm question={question} />}
        {(own || question.can_answer) && <StepButtons question={question} />}
        {correcting && <CorrectDialog question={question} onClose={() => setCorrecting(false)} />}
      </div>
      {question.kind === 'direct' && question.record_now && may(ACTIONS.see_data) && (
        <AsideFold name="question.explain" title={t('direct.explain')}>
          <Explanation direct={{ id: question.record_id!, name: question.record_now.name }} />
        </AsideFold>
      )}
    </div>
  );
}

function statementPath({ user_id, month }: Question, own: boolean, staff: boolean): string {
  const [year, number] = month.split('-');
  const page = own || !staff ? '/my-points' : `/users/${user_id}/points`;
  return `${page}?year=${year}&month=${Number(number)}`;
}

/**
 * Answers a question; the key a leads to it, past all that stands before it. When another person answered first, their answer is shown and the input
 * stays; so it does when the question is closed while one writes, until it is opened again.
 */
function AnswerForm({ question }: { question: Question }) {
  const { t } = useText();
  const isClosed = question.status === 'closed';
  const { send, show } = useQuestionStep(question, 'answers');
  const call = useCallForm({
    fields: ANSWER_FIELDS,
    send,
    mode: 'onSubmit',
    explain: (error) => (TOLD_HERE.has(findOtherStep(error)?.action) ? '' : undefined),
    onDone: (answered) => {
      show(answered, t('question.answered'));
      call.form.reset();
    },
  });
  const isWritten = String(call.form.watch('text')).trim() !== '';
  useUnsaved(isWritten);
  const submit = () => {
    if (!isClosed && !call.busy) call.submit();
  };
  useShortcuts({ a: () => call.form.setFocus('text'), 'mod+Enter': submit, ...(isWritten && { 'mod+s': submit }) });
  const last = findOtherStep(call.error);
  const other = last?.action === 'answer' ? last : undefined;
  if (isClosed && !isWritten) return null;
  return (
    <div data-chrome className="flex flex-col gap-y-4 rounded border border-line bg-surface p-4 sm:p-5">
      {isClosed && (
        <p role="alert" className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
          {t('question.closed_meanwhile')}
        </p>
      )}
      {other && (
        <div role="alert" className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
          <p className="font-medium">{t('question.other_answered')}</p>
          <p>{t('question.other_said', { name: other.user_name ?? '–', time: formatDateTime(other.at) })}</p>
          <blockquote className="my-1 border-l-2 border-warning pl-3 whitespace-pre-line">{other.text}</blockquote>
          <p className="text-muted">{t('question.other_hint')}</p>
        </div>
      )}
      <CallForm call={call}>
        <FormField name="text" />
        <div>
          <Button
            type="submit"
            variant="primary"
            icon={Send}
            loading={call.busy}
            {...disabledWithReason(isClosed ? t('question.closed_meanwhile') : undefined)}
          >
            {t('question.answer')}
          </Button>
        </div>
      </CallForm>
    </div>
  );
}

/** Steps of other people of which the form tells by itself. */
const TOLD_HERE: ReadonlySet<string | undefined> = new Set(['answer', 'close']);

/** Lists the corrections made from inside the question: each field before and after, by whom and when. */
function Corrections({ corrections }: { corrections: readonly QuestionCorrection[] }) {
  const { t } = useText();
  return (
    <section className="rounded border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-2 font-semibold">{t('question.corrections')}</h2>
      <ol className="flex flex-col gap-3">
        {corrections.map(({ history_id, entity, user_name, at, changes }) => (
          <li key={history_id} className="border-l-2 border-success pl-3">
            <p className="text-legend text-muted">{t('question.corrected_by', { name: user_name ?? '–', time: formatDateTime(at) })}</p>
            <div className="text-table tabular-nums">
              <Differences
                fields={contractOf(entity)?.fields ?? {}}
                before={valuesOf(changes, 'before')}
                after={valuesOf(changes, 'after')}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function valuesOf(changes: QuestionCorrection['changes'], side: 'before' | 'after'): Record<string, unknown> {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]]));
}
