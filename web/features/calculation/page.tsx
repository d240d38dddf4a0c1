import { useMutation, useQuery } from '@tanstack/react-query';
import { Calculator, Eye } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import type { AdjustedCount, CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { RUN_COLUMNS } from '#contracts/calls/calculation-columns.ts';
import { monthKey, type YearMonth, yearMonthOf } from '#contracts/months.ts';
import { api, type Row, read } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, formatMonth, formatNumber, useText } from '../../i18n/index.ts';
import { IN_PLACE, useAddressParams } from '../../layout/address-params.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { MonthLockBadge, PageHeader } from '../../layout/page-header.tsx';
import { PrintHead, ReadError } from '../../layout/page-parts.tsx';
import { Button, type ButtonProps, TextLink } from '../../ui/button.tsx';
import { EmptyState, Skeleton, useConfirm } from '../../ui/feedback/feedback.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { currentMonth, MonthSelects } from '../filters/month-selects.tsx';
import { Checklist, useChecklist } from './checklist.tsx';
import { LockedCalculation } from './locked-calculation.tsx';
import { MonthSummary } from './month-summary.tsx';
import { ReasonSwitch } from './reason-switch.tsx';
import { RunBadge, RunPanel } from './run-panel.tsx';
import { MonthSeals } from './seals.tsx';
import { UNSETTLED, useIsRunCached, useReadsSettled } from './use-reads-settled.ts';
import { isRunActive, useRunNotice } from './use-run-notice.ts';

const TotalsExpressionsForm = lazyPart(() => import('./totals-expressions.tsx').then((module) => module.TotalsExpressionsForm));

const POLL_MS = 700;
/** What is shown below the calculation; part of the address. */
const TABS = ['checklist', 'history', 'seals', 'totals'] as const;

export interface StepsProps {
  month: YearMonth;
  /** The button that calculates: whether it works now, and what it does. */
  calculation: Pick<ButtonProps, 'loading' | 'disabled' | 'onClick'>;
  /** What stands beside it: the preview, and what is calculated too. */
  options: ReactNode;
  onOpenPoints: () => void;
}

/** Calculates a month, shows how far it is and what it found, and keeps the two expressions of the totals. `steps`: what else closes it, before the rest. */
export function CalculatePage({ steps }: { steps?: (props: StepsProps) => ReactNode }) {
  const { t } = useText();
  const [params, changeAddress] = useAddressParams();
  const navigate = useNavigate();
  const { month: named } = useParams();
  const now = currentMonth();
  const chosen: YearMonth = named
    ? yearMonthOf(named)
    : { year: Number(params.get('year')) || now.year, month: Number(params.get('month')) || now.month };
  const locked = useMonthLock(chosen);
  const tab = TABS.find((name) => name === params.get('tab')) ?? (locked ? 'seals' : 'checklist');
  const setTab = (next: (typeof TABS)[number]) => changeAddress((address) => address.set('tab', next), IN_PLACE);
  const setMonth = ({ year, month }: YearMonth) => {
    if (named) return void navigate(`/months/${monthKey(year, month)}`);
    void changeAddress((address) => {
      forgetOpened(address);
      address.set('year', String(year));
      address.set('month', String(month));
    }, IN_PLACE);
  };
  const runs = useMonthRuns(chosen);
  const latest = runs.data?.data[0];
  const isUnread = runs.error !== null && !runs.data;
  const isRunCached = useIsRunCached(latest);
  const checklist = useChecklist(chosen);
  const isCached = runs.data !== undefined && isRunCached && checklist.data !== undefined;
  const isSettled = useReadsSettled([['calculations'], ['month-checklist']], isCached);
  const views = useOpenedView(params.has('tab'), isSettled);
  const active = latest !== undefined && isRunActive(latest);
  const [includeAdjusted, setIncludeAdjusted] = useState(false);
  const askAboutAdjusted = useAdjustedQuestion(chosen);
  const watch = useRunNotice(latest);
  const start = useStart(chosen, watch);

  // The pressed button keeps the focus while its calculation runs: it is busy, the other one is disabled.
  const isPreviewing = latest?.preview === 1 && latest.status !== 'publishing';
  const working = start.isPending ? start.variables.preview : active ? isPreviewing : null;
  const stateOf = (preview: boolean) => ({ loading: working === preview, disabled: locked || working === !preview });

  const begin = async (preview: boolean) => {
    if (includeAdjusted && !preview && !(await askAboutAdjusted())) return;
    await changeAddress(forgetOpened, IN_PLACE);
    start.mutate({ preview, include_adjusted: includeAdjusted });
  };

  const openPoints = () => {
    setTab('checklist');
    views.ref.current?.scrollIntoView({ block: 'start' });
  };
  const options = (
    <>
      <span className="flex min-h-8 items-center">
        <Checkbox checked={includeAdjusted} onChange={setIncludeAdjusted}>
          {t('calculate.include_adjusted')}
        </Checkbox>
      </span>
      <Button size={steps && 'sm'} icon={Eye} {...stateOf(true)} onClick={() => void begin(true)}>
        {t('calculate.preview')}
      </Button>
    </>
  );
  const lastRun = latest && <RunPanel key={latest.id} run={latest} locked={locked} onPublish={watch} />;
  const onceSettled = (className: string) => (isSettled ? className : UNSETTLED);

  return (
    <div data-own-head className="flex flex-col gap-5">
      <PageHeader badge={<MonthLockBadge {...chosen} />} />
      <PrintHead heading={`${t('route.calculate')} · ${formatMonth(chosen.year, chosen.month)}`} />
      {steps && (
        <div data-chrome className="flex flex-wrap gap-3">
          <MonthSelects value={chosen} onChange={setMonth} />
        </div>
      )}
      {isSettled &&
        steps?.({ month: chosen, calculation: { ...stateOf(false), onClick: () => void begin(false) }, options, onOpenPoints: openPoints })}
      <section className="flex flex-col gap-3 rounded border border-line bg-surface p-4 empty:hidden">
        {!steps && (
          <div data-chrome className="flex flex-wrap items-end gap-3">
            <MonthSelects value={chosen} onChange={setMonth} />
            <Button variant="primary" icon={Calculator} {...stateOf(false)} onClick={() => void begin(false)}>
              {t('route.calculate')}
            </Button>
            {options}
          </div>
        )}
        {steps ? null : isSettled ? (
          <MonthSummary month={chosen} runs={isUnread ? null : runs.data?.data} onOpenPoints={openPoints} />
        ) : (
          <Skeleton className="h-60 w-full sm:h-40 xl:h-20" />
        )}
        <LockedCalculation month={chosen} />
        {isUnread && <ReadError error={runs.error} onRetry={runs.refetch} />}
        {!locked && lastRun && (
          <div className={onceSettled(steps || isRunActive(latest) ? '' : 'border-t border-line pt-3')}>{lastRun}</div>
        )}
      </section>
      {isSettled ? (
        <div key="views" {...views}>
          <Tabs
            label={t('calculate.views')}
            current={tab}
            onChange={setTab}
            tabs={[
              { key: 'checklist', label: t('calculate.checklist') },
              { key: 'history', label: t('calculate.history') },
              { key: 'seals', label: t('calculate.seals') },
              { key: 'totals', label: t('calculate.totals') },
            ]}
          >
            {tab === 'checklist' && (
              <Checklist
                month={chosen}
                onCalculate={locked || working !== null ? undefined : () => start.mutate({ preview: false, include_adjusted: false })}
              />
            )}
            {tab === 'history' && !isUnread && <RunsTable runs={runs.data?.data} />}
            {tab === 'seals' && <MonthSeals month={chosen} />}
            {tab === 'totals' && (
              <>
                <TotalsExpressionsForm />
                <ReasonSwitch />
              </>
            )}
          </Tabs>
        </div>
      ) : (
        <div key="waiting" className="flex min-h-dvh flex-col gap-4">
          <Skeleton className="h-9 w-full max-w-160" />
          <Skeleton className="h-60 w-full max-w-160" />
        </div>
      )}
      {/* Of a locked month the seal comes first: nothing can be calculated there. */}
      {locked && lastRun && <section className={onceSettled('rounded border border-line bg-surface p-4')}>{lastRun}</section>}
    </div>
  );
}

/** Asks before points that people set by hand are calculated anew; where there are none it asks nothing. */
function useAdjustedQuestion(month: YearMonth): () => Promise<boolean> {
  const { t } = useText();
  const ask = useConfirm();
  return async () => {
    const { count, design_points, check_points } = await api.get<AdjustedCount>('calculations/adjusted', { query: { ...month } });
    if (count === 0) return true;
    const points = { n: formatNumber(count), design: formatNumber(design_points), check: formatNumber(check_points) };
    const text = t('calculate.adjusted_text', points);
    return ask({ title: t('calculate.adjusted_title'), text, confirmLabel: t('calculate.adjusted_yes'), danger: true });
  };
}

/** Leaves the month and the view: what was opened of a calculation is not there in another one. */
function forgetOpened(address: URLSearchParams): void {
  for (const name of [...address.keys()]) if (!['year', 'month', 'tab'].includes(name)) address.delete(name);
}

/** Props of the views' frame: a link to one of them opens the page there, and not at its top; Back and a reload restore the scroll position. */
function useOpenedView(isNamed: boolean, isShown: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== 'default';
  const [opensThere] = useState(isNamed && !isReturn);
  useEffect(() => {
    if (opensThere && isShown) ref.current?.scrollIntoView({ block: 'start' });
  }, [opensThere, isShown]);
  return { ref, className: isNamed ? 'min-h-dvh' : '' };
}

function useMonthRuns({ year, month }: YearMonth) {
  return useQuery({
    queryKey: ['calculations', year, month],
    ...read<{ data: CalculationRun[] }>('calculations', { year, month, limit: 10 }),
    placeholderData: undefined,
    refetchInterval: (query) => (query.state.data?.data.some(isRunActive) ? POLL_MS : false),
  });
}

function useStart({ year, month }: YearMonth, onStarted: (run: CalculationRun) => void) {
  return useMutation({
    mutationFn: (options: { preview: boolean; include_adjusted: boolean }) =>
      api.post<CalculationRun>('calculations', { year, month, ...options }),
    onSuccess: onStarted,
    meta: { refreshes: [['calculations', year, month]] },
  });
}

/** The last runs of the month, newest first. */
function RunsTable({ runs }: { runs: readonly CalculationRun[] | undefined }) {
  const { t } = useText();
  const cells = {
    created_at: (row: Row) => <TextLink to={`/calculate/runs/${row.id}`}>{formatDateTime(String(row.created_at))}</TextLink>,
    status: (row: Row) => <RunBadge run={row as CalculationRun} />,
    'user.name': (row: Row) => (row as CalculationRun).user?.name ?? t('calculate.by_clock'),
  };
  return (
    <DataTable
      label={t('calculate.history')}
      columns={RUN_COLUMNS}
      rows={runs}
      cells={cells}
      empty={<EmptyState text={t('calculate.no_runs')} />}
    />
  );
}
