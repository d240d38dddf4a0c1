import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen, Save } from 'lucide-react';
import { useId, useState } from 'react';
import type { MonthLock, MonthLockEvent } from '#contracts/calls/answers/month-lock.ts';
import type { ChecklistKey } from '#contracts/calls/month-checklist.ts';
import { HANDED_REASON, LOCK_REASON, LOCK_STATUSES, type LockStatus, lockFields } from '#contracts/calls/month-lock.ts';
import { monthKey, type YearMonth } from '#contracts/months.ts';
import { fieldMessages, isInvalidInput } from '../../../api/api-error.ts';
import { api, readData } from '../../../api/client.ts';
import { MONTH_LOCKS_KEY, openUntil, useFindLock } from '../../../api/month-locks.ts';
import { useSession } from '../../../api/session.tsx';
import { FormFrame } from '../../../crud/form/form-frame.tsx';
import { formatDateTime, formatMonth, formatNumber, useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { useCloseUnlessUnsaved } from '../../../layout/close-unless-unsaved.ts';
import { Button, disabledWithReason } from '../../../ui/button.tsx';
import { Badge, notify, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { Field, focusTooLong } from '../../../ui/inputs/field.tsx';
import { RadioGroup } from '../../../ui/inputs/select.tsx';
import { TextArea } from '../../../ui/inputs/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useChecklist } from '../../calculation/checklist.tsx';
import { WaitingForMonth } from '../../crawl/waiting-jobs.tsx';
import { MonthSelects, monthPhase } from '../../filters/month-selects.tsx';
import { OpenChanges } from './open-changes.tsx';
import { OpenPoints, PointsAtLock } from './open-points.tsx';
import { type UnlockEnd, UnlockEndFields } from './unlock-end.tsx';

interface LockMonthDialogProps {
  initial: YearMonth;
  /** Unlocking is chosen already, for those who may. */
  unlocks?: boolean;
  onClose: () => void;
}

/** The lock form: year, month and the status they have now. Another one chosen and saved locks or, with a reason, unlocks; a Viewer only sees. */
export function LockMonthDialog({ initial, unlocks = false, onClose }: LockMonthDialogProps) {
  const { t, lang } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const id = useId();
  const [month, setMonth] = useState(initial);
  const staff = may(ACTIONS.lock_month);
  const [chosen, setChosen] = useState<LockStatus | null>(staff && unlocks ? 0 : null);
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState<UnlockEnd>({});
  const events = useQuery({
    queryKey: [...MONTH_LOCKS_KEY, 'history', month.year, month.month],
    ...readData<MonthLockEvent[]>('lock_history', { ...month }),
    placeholderData: undefined,
  });
  // The newest event is the state: it is read for the month that is chosen here, now.
  const current = events.data && (events.data[0]?.status === 1 ? 1 : 0);
  const opened = current === 0 && events.data?.[0]?.open_until ? { open_until: events.data[0].open_until } : undefined;
  const status = chosen ?? current;
  const same = status === current;
  const unlocking = !same && status === 0;
  const handed = useFindLock()(`${monthKey(month.year, month.month)}-01`)?.handed;
  const set = useMutation({
    meta: { silent: isInvalidInput },
    mutationFn: () => api.post<MonthLock>('lock_and_unlock', { ...month, status, reason, ...(unlocking && end) }),
    onSuccess: async (lock) => {
      const done = lock.status === 1 ? 'total.lock_done' : 'total.unlock_done';
      notify.success({ title: t(done, { month: formatMonth(lock.year, lock.month) }) });
      for (const key of ['totals', 'charts', 'statements', 'notices', 'month-checklist'])
        void client.invalidateQueries({ queryKey: [key] });
      await client.invalidateQueries({ queryKey: MONTH_LOCKS_KEY });
      begin();
    },
  });
  const close = useCloseUnlessUnsaved(reason.trim() !== '', onClose, set.isPending);
  const messages = fieldMessages(set.error);
  const checklist = useChecklist(month, staff).data;
  const countOpen = (key: ChecklistKey) => checklist?.items.find((item) => item.key === key)?.count ?? 0;
  const needsReason = unlocking || (!same && (countOpen('open_questions') > 0 || messages.reason !== undefined));
  const askToLock = useLockQuestions(month, countOpen('not_calculated'));
  const begin = (next = month) => {
    setMonth(next);
    setChosen(null);
    setReason('');
    setEnd({});
    set.reset();
  };
  const submit = async (form: HTMLFormElement) => {
    if (!staff || same || set.isPending || focusTooLong(form)) return;
    if (status === 0 || (await askToLock())) set.mutate();
  };
  const asIs = same ? t('total.same_status') : undefined;
  const named = { month: formatMonth(month.year, month.month) };
  const [icon, label] = same
    ? [Save, t('control.save')]
    : unlocking
      ? [LockOpen, t('total.unlock_now', named)]
      : [Lock, t('total.lock_now', named)];

  return (
    <Dialog
      open
      size="md"
      onClose={close}
      title={t('total.lock_title')}
      footer={
        <>
          <Button onClick={close}>{t('control.close')}</Button>
          {staff && current !== undefined && (
            <Button
              type="submit"
              form={id}
              variant={unlocking ? 'danger' : 'primary'}
              icon={icon}
              loading={set.isPending}
              title={asIs}
              {...disabledWithReason(asIs)}
            >
              {label}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <FormFrame
          id={id}
          isRefused={set.isError}
          sendings={set.submittedAt}
          onSubmit={(form) => void submit(form)}
          className="flex flex-col gap-5"
        >
          <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
            <MonthSelects value={month} onChange={begin} />
            {current !== undefined && (
              <span className="flex h-8 items-center">
                <Badge tone={current === 1 ? 'neutral' : 'success'}>
                  {opened ? openUntil(opened) : t(current === 1 ? 'points.state_locked' : 'points.state_open')}
                </Badge>
              </span>
            )}
          </div>
          <Field label={lockFields.status.label[lang]} disabled={!staff || current === undefined}>
            <RadioGroup
              value={String(status ?? '')}
              onChange={(next) => setChosen(Number(next) as LockStatus)}
              options={STATUSES.map((value) => ({ value: String(value), label: LOCK_STATUSES[value][lang] }))}
            />
          </Field>
          {unlocking && <UnlockEndFields value={end} onChange={setEnd} />}
          {unlocking && handed && (
            <p role="status" className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
              {t('total.handed', { name: handed.by ?? '–', time: formatDateTime(handed.at), version: handed.seal_version })}
            </p>
          )}
          {needsReason && (
            <Field
              label={(!unlocking ? LOCK_REASON : handed ? HANDED_REASON : lockFields.reason).label[lang]}
              required
              error={messages.reason}
            >
              <TextArea
                name="reason"
                rows={2}
                maxLength={lockFields.reason.maxLength}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
        </FormFrame>
        {staff && current !== undefined && (
          <WaitingForMonth key={`${month.year} ${month.month}`} month={month} isLocked={current === 1 || !!opened} />
        )}
        {staff && current === 0 && <OpenPoints month={month} />}
        {events.data && events.data.length > 0 && <LockHistory events={events.data} month={month} />}
      </div>
    </Dialog>
  );
}

const STATUSES = [0, 1] as const;

/** Asks once more before a month is locked that has not begun, which was most likely chosen by mistake, or whose jobs lack points. */
function useLockQuestions(month: YearMonth, withoutPoints: number): () => Promise<boolean> {
  const { t } = useText();
  const ask = useConfirm();
  const named = { month: formatMonth(month.year, month.month) };
  const lockAnyway = { confirmLabel: t('total.lock_anyway', named), danger: true };
  return async () => {
    const early = { title: t('total.lock_not_begun', named), text: t('total.lock_not_begun_text'), ...lockAnyway };
    if (monthPhase(monthKey(month.year, month.month)) === 'to_come' && !(await ask(early))) return false;
    const title = t('total.lock_without_points', { n: formatNumber(withoutPoints) });
    return withoutPoints === 0 || ask({ title, text: t('total.lock_without_points_text'), ...lockAnyway });
  };
}

/** Every lock and unlock of the month, the newest first. */
function LockHistory({ events, month }: { events: readonly MonthLockEvent[]; month: YearMonth }) {
  const { t } = useText();
  const { may } = useSession();
  const staff = may(ACTIONS.lock_month);
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('total.lock_history')}</h3>
      <ol className="divide-y divide-line text-table">
        {events.map((event) => (
          <li key={event.id} className="py-1.5">
            <span className="text-muted">{formatDateTime(event.at)}</span> · {event.user_name ?? t('total.by_clock')} ·{' '}
            {t(event.status === 1 ? 'total.did_lock' : 'total.did_unlock')}
            {event.status === 0 && event.open_until && <span> · {openUntil({ open_until: event.open_until })}</span>}
            {event.reason && <span> · “{event.reason}”</span>}
            {staff && event.open_points && <PointsAtLock points={event.open_points} />}
            {staff && event.status === 0 && <OpenChanges month={month} event={event.id} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
