import { useMutation, useQuery } from '@tanstack/react-query';
import { Calculator, CircleAlert, CircleCheck, CircleDashed, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { MonthChecklist, ReviewRow, ReviewThresholds } from '#contracts/calls/answers/month-checklist.ts';
import { CHECKLIST_LABELS, type ChecklistKey, FINDINGS_PER_PAGE, type ReviewKey } from '#contracts/calls/month-checklist.ts';
import { MAX_ROWS_AT_ONCE } from '#contracts/calls/operations.ts';
import type { YearMonth } from '#contracts/months.ts';
import type { Envelope } from '#contracts/paging.ts';
import { api, read } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useEditMany } from '../../crud/bulk/use-bulk-run.ts';
import { formatDateTime, formatMonth, formatNumber, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { notify, Skeleton, useConfirm } from '../../ui/feedback/feedback.tsx';
import { ReconcileButton } from '../crawl/reconcile-button.tsx';
import { Findings, ShortList } from './findings.tsx';

/** The open points of a month, as the server counts them. `asked`: off for who may not read them. */
export function useChecklist({ year, month }: YearMonth, asked = true) {
  return useQuery({
    queryKey: ['month-checklist', year, month],
    ...read<MonthChecklist>('month-checklist', { year, month }),
    placeholderData: undefined,
    enabled: asked,
  });
}

/**
 * Lists what is open before a month is closed, each point a link to the rows behind it, each finding with its figures. Without `onCalculate`
 * the month cannot be calculated now.
 */
export function Checklist({ month, onCalculate }: { month: YearMonth; onCalculate?: (() => void) | undefined }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const { data, error, refetch } = useChecklist(month);
  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60 w-full max-w-160" />;
  const [fine, open] = [true, false].map((isFine) =>
    data.items.filter(({ key, count }) => (count === 0 && (data.jobs === 0 || !ALWAYS.includes(key))) === isFine),
  );
  return (
    <ul className="max-w-160 divide-y divide-line rounded border border-line bg-surface text-table">
      {data.jobs === 0 && (
        <li className="px-3 py-2 text-muted">{t('calculate.empty_month', { month: formatMonth(month.year, month.month) })}</li>
      )}
      {open!.map(({ key, count, link, rows, found = 0, people = [], elsewhere = 0 }) => (
        <li key={key} className="px-3">
          <div className="flex min-h-9 items-center gap-3">
            <StateIcon count={count} isUnknown={isUnknown(key, data)} />
            <span className="flex-1">{CHECKLIST_LABELS[key][lang]}</span>
            {count === 0 && (
              <span className="text-muted">{t(isUnknown(key, data) ? 'calculate.not_compared' : 'calculate.nothing_open')}</span>
            )}
            {count > 0 && isNamedHere(rows, people, elsewhere) && <span className="tabular-nums">{formatNumber(count)}</span>}
            {count > 0 && !isNamedHere(rows, people, elsewhere) && (
              <TextLink
                alone
                to={link}
                className="justify-end tabular-nums"
                aria-label={`${CHECKLIST_LABELS[key][lang]}: ${formatNumber(count)}`}
              >
                {formatNumber(count)}
              </TextLink>
            )}
          </div>
          {key === 'variance' && <Thresholds thresholds={data.thresholds} />}
          {key === 'source_differences' && <SourceDifferences month={month} last={data.reconciliation} />}
          {key === 'checked_empty' && count > 0 && onCalculate && may(ACTIONS.calculate) && (
            <UncheckAndCalculate month={month} count={count} onCalculate={onCalculate} />
          )}
          {rows && rows.length > 0 && <Findings kind={key as ReviewKey} rows={rows} total={found} month={month} />}
          {people.length > 0 && (
            <ShortList
              name={key}
              items={people.map((person) => (
                <li key={person.user_id}>
                  <TextLink alone to={person.link}>
                    {person.name}
                  </TextLink>
                </li>
              ))}
            />
          )}
          {elsewhere > 0 && <p className="pb-2 pl-7 text-muted">{t('calculate.elsewhere', { n: formatNumber(elsewhere) })}</p>}
        </li>
      ))}
      {data.jobs > 0 && fine!.length > 0 && (
        <li className="px-3 py-2">
          <details>
            <summary className="min-h-6 cursor-pointer leading-6">{t('calculate.fine', { n: formatNumber(fine!.length) })}</summary>
            <ul className="mt-1 pl-7 text-muted">
              {fine!.map(({ key }) => (
                <li key={key}>{CHECKLIST_LABELS[key][lang]}</li>
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

/** Points that have something to set or to press, also where nothing is open. */
const ALWAYS: readonly ChecklistKey[] = ['variance', 'source_differences'];

/** Whether nobody knows if there is something open: a month that was never compared has no differences that are known. */
const isUnknown = (key: string, { reconciliation }: MonthChecklist) => key === 'source_differences' && !reconciliation;

function StateIcon({ count, isUnknown }: { count: number; isUnknown: boolean }) {
  if (isUnknown) return <CircleDashed size={16} className="text-muted" aria-hidden />;
  if (count === 0) return <CircleCheck size={16} className="text-success" aria-hidden />;
  return <CircleAlert size={16} className="text-warning" aria-hidden />;
}

/** When the month was last compared with the source, and the way to compare it again. */
function SourceDifferences({ month, last }: { month: YearMonth; last: MonthChecklist['reconciliation'] }) {
  const { t } = useText();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 pb-2 pl-7 text-muted">
      <span>
        {last
          ? t('history.reconcile_last', {
              time: formatDateTime(last.at),
              there: formatNumber(last.only_there),
              here: formatNumber(last.only_here),
              differs: formatNumber(last.differs),
            })
          : t('history.reconcile_never')}
      </span>
      <ReconcileButton month={month} size="sm" />
    </div>
  );
}

/** Points about people and findings have their rows under them instead of behind a link. */
const isNamedHere = (rows: unknown, people: readonly unknown[], elsewhere: number) =>
  rows !== undefined || people.length > 0 || elsewhere > 0;

const ThresholdsDialog = lazyPart(() => import('./thresholds-dialog.tsx').then((m) => m.ThresholdsDialog));

/** Shows the difference from which a person's total is named; an Admin can change it. */
function Thresholds({ thresholds }: { thresholds: ReviewThresholds }) {
  const { t } = useText();
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const { percent, points } = thresholds;
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-3 pl-7 text-legend text-muted">
      {t('calculate.thresholds', { percent: formatNumber(percent), points: formatNumber(points) })}
      {may(ACTIONS.edit_review_thresholds) && (
        <Button size="sm" variant="ghost" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
          {t('calculate.edit_thresholds')}
        </Button>
      )}
      {open && <ThresholdsDialog thresholds={thresholds} onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Takes the checks of the month's checked jobs without points away, which a calculation passes over, and calculates. Those that somebody marked
 * as seen stay checked. Nothing is calculated where a job kept its check: a notice says which and why.
 */
function UncheckAndCalculate({ month, count, onCalculate }: { month: YearMonth; count: number; onCalculate: () => void }) {
  const { t } = useText();
  const ask = useConfirm();
  const editMany = useEditMany('directs');
  const uncheck = useMutation({
    mutationFn: async () => {
      const ids = await readOpenJobs(month);
      let unchecked = 0;
      const refused: string[] = [];
      for (let at = 0; at < ids.length; at += MAX_ROWS_AT_ONCE) {
        const { answer } = await editMany({ ids: ids.slice(at, at + MAX_ROWS_AT_ONCE), values: { is_checked: 0 } });
        unchecked += answer.changed + answer.unchanged;
        refused.push(...answer.refused.map(({ message }) => message));
      }
      return { unchecked, refused };
    },
    onSuccess: ({ unchecked, refused }) => {
      if (unchecked > 0) notify.success({ title: t('list.unchecked', { n: formatNumber(unchecked) }) });
      if (refused.length === 0) return onCalculate();
      notify.failure({ title: t('page.check_refused', { n: formatNumber(refused.length) }), text: [...new Set(refused)].join('\n') });
    },
    meta: { refreshes: [['month-checklist'], ['directs', 'list']] },
  });
  const begin = async () => {
    const title = t('calculate.uncheck_title', { n: formatNumber(count) });
    if (await ask({ title, text: t('calculate.uncheck_text'), confirmLabel: t('calculate.uncheck') })) uncheck.mutate();
  };
  return (
    <div className="flex justify-end pb-2">
      <Button size="sm" icon={Calculator} loading={uncheck.isPending} onClick={() => void begin()}>
        {t('calculate.uncheck')}
      </Button>
    </div>
  );
}

async function readOpenJobs(month: YearMonth): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, more = true; more; page++) {
    const query = { ...month, key: 'checked_empty', page, limit: FINDINGS_PER_PAGE };
    const { data, total } = await api.get<Envelope<ReviewRow>>('month-checklist/findings', { query });
    ids.push(...data.flatMap(({ seen, subject }) => (seen ? [] : [Number(subject.split(':')[1])])));
    more = page * FINDINGS_PER_PAGE < total;
  }
  return ids;
}
