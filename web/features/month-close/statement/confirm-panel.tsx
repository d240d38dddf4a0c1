import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, MessageCircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Confirmation, Statement } from '#contracts/calls/answers/statements.ts';
import { STATEMENT_STATES, type StatementState } from '#contracts/calls/statements.ts';
import { api } from '../../../api/client.ts';
import { formatDate, formatDateTime, formatMonth, formatPoint } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, type BadgeTone } from '../../../ui/feedback/badge.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';
import { ConfirmedFigures } from './confirmed-figures.tsx';
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
          {t('points.confirmation')}
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ year, month, sha256 }: Statement) => api.post<Confirmation>('statements/me/confirm', { year, month, sha256 }),
    // By then the page may show another month.
    onSuccess: (_, { year, month }) => notify.success({ title: t('points.confirmed_notice', { month: formatMonth(year, month) }) }),
    // Refused when the statement has changed: then the new one is shown.
    onSettled: () => client.invalidateQueries({ queryKey: [STATEMENTS] }),
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
