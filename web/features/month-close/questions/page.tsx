import { ArrowLeft, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { QUESTION_KINDS } from '#contracts/calls/questions.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { useSession } from '../../../api/session.tsx';
import { AsideFold } from '../../../crud/form/record-aside.tsx';
import { formatDateTime, formatPoint } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../../layout/access.ts';
import { NotFound } from '../../../layout/not-found.tsx';
import { useShownNotices } from '../../../layout/notice-feed.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/read-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useDelayed } from '../../../ui/hooks/use-delayed.ts';
import { ButtonLink, TextLink } from '../../../ui/link.tsx';
import { Explanation } from '../../directs/explanation.tsx';
import { AnswerForm } from './answer-form.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { Corrections } from './corrections.tsx';
import { questionName, StatusBadge } from './list.tsx';
import { RecordFacts } from './record-facts.tsx';
import { StepButtons } from './step-buttons.tsx';
import { Thread } from './thread.tsx';
import { useQuestion } from './use-question.ts';

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
