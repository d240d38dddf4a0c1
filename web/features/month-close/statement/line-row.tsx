import { ListTree, MessageCircleQuestionMark, PencilLine } from 'lucide-react';
import type { QuestionRow } from '#contracts/calls/answers/questions.ts';
import type { StatementLine } from '#contracts/calls/answers/statements.ts';
import { QUESTION_STATUSES } from '#contracts/calls/questions.ts';
import { formatDate, formatDateTime, formatNumber, formatPoint, useText } from '../../../i18n/index.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { LineQuestions } from './use-line-questions.ts';

/** The actions on a line for the person who looks at it. */
export interface LineActions {
  onExplain?: ((line: StatementLine) => void) | undefined;
  onAsk?: ((line: StatementLine) => void) | undefined;
  /** Of the line's record; undefined for who may not open it. */
  addressOf: (line: StatementLine) => string | undefined;
  questions: LineQuestions;
}

/** A line: what it is, when, how large, its points, whether they were set by hand, and how to ask about it. */
export function LineRow({ line, onExplain, onAsk, addressOf, questions }: { line: StatementLine } & LineActions) {
  const { t } = useText();
  const title = line.title ?? `#${line.id}`;
  const address = addressOf(line);
  const question = questions.find(line);
  return (
    <li
      className={cx(
        'grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 px-3 py-2.5 sm:px-4 lg:grid-cols-[1fr_auto_5.5rem] lg:items-center lg:py-1.5',
        line.adjusted && 'bg-row-adjusted shadow-[inset_3px_0_0_var(--row-adjusted-mark)]',
      )}
    >
      <div className="min-w-0 lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-4">
        <div className="font-medium break-words lg:w-36">
          {address ? <TextLink to={address}>{title}</TextLink> : title}
          {line.type && <span className="ml-1.5 rounded-sm bg-hover px-1 text-legend text-muted">{line.type}</span>}
        </div>
        {line.subtitle && <div className="text-table text-muted break-words lg:min-w-0 lg:flex-1">{line.subtitle}</div>}
        <div className="flex gap-x-3 text-legend whitespace-nowrap text-muted tabular-nums lg:order-first lg:text-table">
          <span className="lg:w-20">{formatDate(line.date)}</span>
          <span className="lg:min-w-24 lg:text-right">{line.tsubosuu !== null && `${formatPoint(line.tsubosuu)} tsubo`}</span>
        </div>
        {line.adjusted && <Adjusted line={line} />}
      </div>
      <div className="text-right text-section font-semibold tabular-nums lg:order-last" title={formatNumber(line.point)}>
        {line.point === null ? (
          <span className="text-table font-normal whitespace-nowrap text-muted">{t('points.no_point')}</span>
        ) : (
          formatPoint(line.point)
        )}
      </div>
      <div data-chrome className="col-span-2 -ml-2 flex flex-wrap gap-1 lg:col-span-1 lg:ml-0 lg:justify-end">
        {line.explanation && onExplain && (
          <Button
            variant="ghost"
            size="sm"
            icon={ListTree}
            aria-label={t('points.explain_line', { title })}
            onClick={() => onExplain(line)}
          >
            {t('points.explain')}
          </Button>
        )}
        {question && <QuestionLink question={question} title={title} />}
        {!question && onAsk && (
          <Button
            variant="ghost"
            size="sm"
            icon={MessageCircleQuestionMark}
            aria-label={t('question.ask_about', { title })}
            onClick={() => onAsk(line)}
          >
            {t('points.ask')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Says who set the points by hand, when, from which value, and why. */
function Adjusted({ line: { adjusted } }: { line: StatementLine }) {
  const { t } = useText();
  if (!adjusted) return null;
  const { by, at, from, reason } = adjusted;
  return (
    <p className="mt-1 flex items-start lg:w-full gap-1.5 text-legend text-info">
      <PencilLine size={14} className="mt-px shrink-0" aria-label={t('points.adjusted')} role="img" />
      <span>
        {t('points.adjusted_by', { name: by ?? '–', time: formatDateTime(at), from: formatPoint(from) || t('points.no_point') })}.{' '}
        {reason ? t('direct.adjusted_reason', { reason }) : t('direct.no_reason')}
      </span>
    </p>
  );
}

/** A link to the question about a line, with its status. */
function QuestionLink({ question: { id, status }, title }: { question: QuestionRow; title: string }) {
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
