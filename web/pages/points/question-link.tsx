import { MessageCircleQuestionMark } from 'lucide-react';
import { QUESTION_STATUSES, type QuestionRow } from '#contracts/calls/questions.ts';
import { useText } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/link.tsx';

/** A link to the question about a line, with its status. */
export function QuestionLink({ question: { id, status }, title }: { question: QuestionRow; title: string }) {
  const { t, lang } = useText();
  const words = QUESTION_STATUSES[status][lang];
  return (
    <ButtonLink
      to={`/questions/${id}`}
      variant="ghost"
      size="sm"
      icon={MessageCircleQuestionMark}
      aria-label={t('points.asked_line', { id, title, status: words })}
      className={status === 'answered' ? 'text-success' : status === 'open' ? 'text-warning' : 'text-muted'}
    >
      {words}
    </ButtonLink>
  );
}
