import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, MessageCircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Confirmation, Statement, StatementFigures } from '#contracts/calls/answers/statements.ts';
import { STATEMENT_STATES, type StatementState } from '#contracts/calls/statements.ts';
import { api } from '../../../api/client.ts';
import {
  formatDate,
  formatDateTime,
  formatFactor,
  formatMonth,
  formatNumber,
  formatPoint,
  type MessageKey,
  useText,
} from '../../../i18n/index.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Badge, type BadgeTone, notify, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { STATEMENTS } from './use-statement.ts';

export const STATE_TONES: Readonly<Record<StatementState, BadgeTone>> = {
  none: 'neutral',
  confirmed: 'success',
  changed: 'warning',
  asked: 'info',
  silent: 'neutral',
};

interface ConfirmPanelProps {
  statement: Statement;
  /** Given for the user's own statement, which can be confirmed and asked about; others' only show their state. */
  onAsk?: (() => void) | undefined;
}

/** The confirmation of the month: its state, the deadline, what silence means, and what changed since it was confirmed. */
export function ConfirmPanel({ statement, onAsk }: ConfirmPanelProps) {
  const { t, lang } = useText();
  const { confirmation, state, sha256 } = statement;
  const own = onAsk !== undefined;
  const canConfirm =
    own && confirmation.state !== 'confirmed' && confirmation.sha256 !== sha256 && (state !== 'locked' || isChanged(statement));
  // Before that it may be confirmed as well, but nobody waits for it.
  const isAsked = (state !== 'open' || isChanged(statement)) && statement.open_questions === 0;
  const confirm = useConfirmStatement();
  const ask = useConfirm();
  const confirmOnceAsked = async () => {
    const title = t('points.confirm_early', { month: formatMonth(statement.year, statement.month) });
    if (state !== 'open' || (await ask({ title, confirmLabel: t('points.confirm_early_yes') }))) confirm.mutate(statement);
  };
  return (
    <section className="min-w-0 break-inside-avoid rounded border border-line bg-surface p-4 sm:p-5" aria-labelledby="confirmation">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="confirmation" className="font-semibold">
          {t('points.state')}
        </h2>
        <Badge tone={STATE_TONES[confirmation.state]}>{STATEMENT_STATES[confirmation.state][lang]}</Badge>
      </div>
      <div className="flex max-w-160 flex-col gap-2">
        {own ? <OwnSummary statement={statement} /> : <OthersSummary statement={statement} />}
      </div>
      {isChanged(statement) && confirmation.confirmed_figures && (
        <ConfirmedFigures before={confirmation.confirmed_figures} statement={statement} />
      )}
      {own && (
        <div data-chrome className="mt-4 flex flex-wrap items-center gap-2">
          {canConfirm && (
            <Button
              variant={isAsked ? 'primary' : 'plain'}
              size="lg"
              icon={BadgeCheck}
              loading={confirm.isPending}
              onClick={() => void confirmOnceAsked()}
            >
              {t(isChanged(statement) ? 'points.confirm_again' : 'points.confirm', { n: formatPoint(statement.totals.total_point_2) })}
            </Button>
          )}
          <Button size="lg" icon={MessageCircleQuestionMark} onClick={onAsk}>
            {t('points.ask_month')}
          </Button>
        </div>
      )}
      <details className="mt-3 text-legend text-muted print:hidden">
        <summary className="min-h-6 cursor-pointer leading-6">{t('points.details')}</summary>
        <p className="break-all tabular-nums">{t('points.hash', { hash: sha256 })}</p>
      </details>
    </section>
  );
}

function useConfirmStatement() {
  const { t } = useText();
  return useMutation({
    mutationFn: ({ year, month, sha256 }: Statement) => api.post<Confirmation>('statements/me/confirm', { year, month, sha256 }),
    // By then the page may show another month.
    onSuccess: (_, { year, month }) => notify.success({ title: t('points.confirmed_notice', { month: formatMonth(year, month) }) }),
    // Refused when the statement has changed: then the new one is shown.
    meta: { refreshes: [[STATEMENTS]] },
  });
}

/** Whether the statement changed since it was confirmed, also while a question is open. */
function isChanged({ confirmation, sha256 }: Statement): boolean {
  return confirmation.sha256 !== null && confirmation.sha256 !== sha256;
}

function OwnSummary({ statement }: { statement: Statement }) {
  const { t } = useText();
  const { confirmation, review, state, open_questions } = statement;
  const deadline = formatDate(review?.deadline);
  const time = formatDateTime(confirmation.confirmed_at);
  const isOpen = confirmation.sha256 === null && confirmation.state !== 'silent';
  return (
    <>
      {open_questions > 0 && <QuestionCount statement={statement}>{t('points.asked', { n: open_questions })}</QuestionCount>}
      {confirmation.sha256 !== null && <p>{t(isChanged(statement) ? 'points.changed' : 'points.confirmed_at', { time })}</p>}
      {isOpen && state === 'review' && (
        <>
          <p>{t('points.confirm_review', { deadline })}</p>
          <p className="text-muted">{t('points.silence')}</p>
        </>
      )}
      {isOpen && state === 'open' && <p className="text-muted">{t('points.confirm_open')}</p>}
      {confirmation.state === 'silent' && <p>{t('points.silent', { deadline })}</p>}
      {state === 'locked' && <p className="text-muted">{t('points.confirm_locked')}</p>}
    </>
  );
}

function OthersSummary({ statement }: { statement: Statement }) {
  const { t } = useText();
  const { confirmation, review, open_questions } = statement;
  const time = formatDateTime(confirmation.confirmed_at);
  return (
    <>
      {open_questions > 0 && <QuestionCount statement={statement}>{t('points.other_asked', { n: open_questions })}</QuestionCount>}
      {confirmation.sha256 !== null && <p>{t(isChanged(statement) ? 'points.other_changed' : 'points.other_confirmed', { time })}</p>}
      {confirmation.state === 'none' && <p className="text-muted">{t('points.other_none')}</p>}
      {confirmation.state === 'silent' && <p>{t('points.other_silent', { deadline: formatDate(review?.deadline) })}</p>}
    </>
  );
}

function QuestionCount({ statement: { user, year, month }, children }: { statement: Statement; children: ReactNode }) {
  const { t } = useText();
  return (
    <p>
      {children}{' '}
      <TextLink data-chrome to={`/questions?user_id=${user.id}&year=${year}&month=${month}`}>
        {t('points.see_questions')}
      </TextLink>
    </p>
  );
}

const FIGURES: readonly (readonly [keyof Omit<StatementFigures, 'lines'>, MessageKey])[] = [
  ['total_point_2', 'points.total_2'],
  ['total_point_1', 'points.total_1'],
  ['direct_point', 'points.direct'],
  ['indirect_point_yes', 'points.indirect_yes'],
  ['indirect_point_no', 'points.indirect_no'],
  ['mistake_point_n', 'points.mistake_n'],
  ['mistake_point_t', 'points.mistake_t'],
  ['pro_index', 'points.pro'],
];

/** The confirmed figures beside the present ones; those that differ are marked. */
function ConfirmedFigures({ before, statement: { totals } }: { before: StatementFigures; statement: Statement }) {
  const { t } = useText();
  const differing = FIGURES.filter(([key]) => before[key] !== totals[key]);
  const format = (key: string, value: number | null) => (key === 'pro_index' ? formatFactor(value) : formatPoint(value)) || '–';
  if (differing.length === 0) return <p className="mt-2 text-muted">{t('points.changed_lines_only')}</p>;
  return (
    <table aria-label={t('points.was_confirmed')} className="mt-3 w-full max-w-160 text-table tabular-nums">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t('points.figure')}
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium">
            {t('points.was_confirmed')}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {t('points.is_now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differing.map(([key, label]) => (
          <tr key={key} className={cx('border-b border-line last:border-b-0', key === 'total_point_2' && 'font-semibold')}>
            <th scope="row" className="py-1.5 text-left font-[inherit]">
              {t(label)}
            </th>
            <td className="px-2 py-1.5 text-right text-muted" title={formatNumber(before[key])}>
              <del className="no-underline">{format(key, before[key])}</del>
            </td>
            <td className="py-1.5 text-right" title={formatNumber(totals[key])}>
              <ins className="no-underline">{format(key, totals[key])}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
