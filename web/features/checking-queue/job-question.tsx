import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { QuestionRow } from '#contracts/calls/answers/questions.ts';
import { QUESTION_STATUSES } from '#contracts/calls/questions.ts';
import { listQuery, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { currentMonth } from '../filters/month-selects.tsx';

const AskDialog = lazyPart(() => import('../month-close/statement/ask-dialog.tsx').then((m) => m.AskDialog));

/**
 * The newest question about the job, and `open`: it goes there, or asks one where the job is a line of the person's own points, or says that there
 * is none.
 */
export function useJobQuestion(job: Row) {
  const { t } = useText();
  const { user } = useSession();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<number>();
  const [year, month] = String(job.henkyaku_hi ?? '')
    .split('-')
    .map(Number);
  const { data } = useQuery({
    ...listQuery<QuestionRow>('questions', { year, month, limit: 1000 }),
    enabled: Boolean(year && month),
    staleTime: 60_000,
    meta: { silent: true },
  });
  const row = data?.data.find((each) => each.kind === 'direct' && each.record_id === job.id);
  const points = [
    [job.user_id, job.result_design_point],
    [job.chekkusha_id, job.result_check_point],
  ].find(([person]) => person === user?.id);
  const mayAsk = !row && points !== undefined;
  const open = () => {
    if (row) void navigate(`/questions/${row.id}`);
    else if (mayAsk) setAsked(job.id);
    else notify.info({ key: 'no_question', title: t('queue.no_question'), text: t('queue.who_asks') });
  };
  const dialog = points && asked === job.id && (
    <AskDialog
      month={year && month ? { year, month } : currentMonth()}
      subject={{ kind: 'direct', record_id: job.id, title: String(job.name), points: points[1] as number | null }}
      onClose={() => setAsked(undefined)}
    />
  );
  return { row, mayAsk, open, dialog };
}

/** What was asked about the job, and whether it still waits for an answer. */
export function JobQuestion({ question }: { question: QuestionRow | undefined }) {
  const { t, lang } = useText();
  if (!question) return null;
  const { id, status, text, user_name } = question;
  return (
    <p className={cx('rounded border border-line px-3 py-2 text-table', status === 'open' && 'bg-warning-soft')}>
      {t('queue.question', { name: user_name ?? '' })} <TextLink to={`/questions/${id}`}>{text}</TextLink>
      <span className="text-muted"> · {QUESTION_STATUSES[status][lang]}</span>
    </p>
  );
}

export function AskButton({ onPress }: { onPress: () => void }) {
  const { t } = useText();
  const narrow = useNarrow();
  return (
    <Button icon={MessageCircleQuestionMark} iconOnly={narrow} onClick={onPress}>
      {t('points.ask')}
    </Button>
  );
}
