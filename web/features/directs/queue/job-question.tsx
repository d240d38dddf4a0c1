import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { QuestionRow } from '#contracts/calls/answers/questions.ts';
import { listQuery } from '../../../api/queries.ts';
import type { Row } from '../../../crud/list/cell.tsx';
import { useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { TextLink } from '../../../ui/link.tsx';

/** The newest question that somebody asked about the job; `open` goes there, or says that there is none. */
export function useJobQuestion(job: Row) {
  const { t } = useText();
  const navigate = useNavigate();
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
  const open = () => {
    if (row) void navigate(`/questions/${row.id}`);
    else notify.info({ title: t('queue.no_question') });
  };
  return { row, open };
}

export function JobQuestion({ question }: { question: QuestionRow | undefined }) {
  const { t } = useText();
  if (!question) return null;
  return (
    <p className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
      {t('queue.question', { name: question.user_name ?? '' })} <TextLink to={`/questions/${question.id}`}>{question.text}</TextLink>
    </p>
  );
}
