import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { MadePayrollExport, PayrollExport, PayrollMap, PayrollPreview } from '#contracts/calls/answers/payroll.ts';
import { monthKey, type YearMonth } from '#contracts/months.ts';
import { api, read, readData } from '../../../api/client.ts';
import { MONTH_LOCKS_KEY, useMonthLock, useShortUnlock } from '../../../api/month-locks.ts';
import { formatDateTime, formatMonth, formatNumber, useText } from '../../../i18n/index.ts';
import { MonthLockBadge, PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/page-parts.tsx';
import { Button, disabledWithReason, TextLink } from '../../../ui/button.tsx';
import { Badge, EmptyState, notify, Skeleton, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { lastMonth } from '../../filters/month-selects.tsx';
import { MonthBar } from '../statement/month-bar.tsx';
import { useMonthInAddress } from '../statement/use-statement.ts';
import { HandedFiles, PreviewRows, saveFile } from './files.tsx';
import { LayoutForm } from './layout-form.tsx';

const MAP = { queryKey: ['payroll_map'], ...read<PayrollMap>('payroll_map'), refetchOnWindowFocus: false } as const;
/** Old once a month is locked or unlocked, as everything under this key. */
const FILES_KEY = [...MONTH_LOCKS_KEY, 'payroll'];

/** A month for payroll: what the next file has, the files that were handed over, and how they are laid out. For Admins. */
export function PayrollPage() {
  const [month, go] = useMonthInAddress(lastMonth());
  const isLocked = useMonthLock(month);
  // Open for some minutes, for whomever: its figures are no final ones.
  const locked = useShortUnlock(month) ? false : isLocked;
  const at = [month.year, month.month];
  const client = useQueryClient();
  const map = useQuery(MAP);
  const files = useQuery({ queryKey: [...FILES_KEY, 'files', ...at], ...readData<PayrollExport[]>('payroll_exports', { ...month }) });
  const preview = useQuery({
    queryKey: [...FILES_KEY, 'preview', ...at],
    ...read<PayrollPreview>('payroll_exports/preview', { ...month }),
    enabled: locked === true,
    placeholderData: undefined,
  });
  const narrow = useNarrow();
  const handOver = locked && preview.data?.handed === null && <HandOver month={month} preview={preview.data} />;
  const failed = [map, files, preview].find(({ data, error }) => error && !data);
  return (
    <>
      <PageHeader badge={<MonthLockBadge {...month} />} primary={!narrow && handOver} />
      <div className="flex min-w-0 flex-col gap-4">
        <MonthBar month={month} onChange={go} />
        {failed ? (
          <ReadError error={failed.error} onRetry={failed.refetch} />
        ) : (
          <div className="grid min-w-0 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
            <div className="flex min-w-0 flex-col gap-6">
              {locked === false && <OpenMonth month={month} />}
              {locked !== false && !preview.data && <Skeleton className="h-60 w-full" />}
              {locked && preview.data && <State preview={preview.data} last={files.data?.[0]} />}
              {narrow && handOver}
              {locked && preview.data && map.data && <PreviewRows preview={preview.data} columns={map.data.columns} />}
              <HandedFiles files={files.data} />
            </div>
            {map.data ? (
              <LayoutForm
                key={map.data.version}
                saved={map.data}
                onSaved={(saved) => {
                  client.setQueryData(MAP.queryKey, saved);
                  void client.invalidateQueries({ queryKey: FILES_KEY });
                }}
              />
            ) : (
              <Skeleton className="h-80 w-full" />
            )}
          </div>
        )}
      </div>
    </>
  );
}

function OpenMonth({ month: { year, month } }: { month: YearMonth }) {
  const { t } = useText();
  return (
    <div className="rounded border border-line bg-surface">
      <EmptyState text={t('payroll.open_month', { month: formatMonth(year, month) })}>
        <TextLink alone to={`/months/${monthKey(year, month)}`}>
          {t('payroll.to_lock')}
        </TextLink>
      </EmptyState>
    </div>
  );
}

/** Whether payroll has the month, and who keeps it from being handed over. */
function State({ preview, last }: { preview: PayrollPreview; last: PayrollExport | undefined }) {
  const { t } = useText();
  const { handed, missing, seal_version: version, rows } = preview;
  const [tone, label] =
    handed !== null
      ? (['success', t('payroll.handed')] as const)
      : (['warning', t(preview.kind === 'full' ? 'payroll.not_handed' : 'payroll.difference_due')] as const);
  const by = last && {
    name: last.created_by.name,
    time: formatDateTime(last.created_at),
    version: last.seal_version,
    hash: last.sha256.slice(0, 12),
  };
  return (
    <section className="flex flex-col gap-3 text-table">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        {handed === null && <span>{t('payroll.state', { version, n: formatNumber(rows) })}</span>}
        {by && <span className="text-muted">{t('payroll.handed_by', by)}</span>}
      </p>
      {missing.length > 0 && (
        <div role="status" className="rounded border border-line bg-warning-soft px-3 py-2">
          <p>{t('payroll.missing', { n: formatNumber(missing.length) })}</p>
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {missing.map(({ user_id, name }) => (
              <li key={user_id}>
                <TextLink alone to={`/users/${user_id}/view`}>
                  {name}
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function HandOver({ month, preview }: { month: YearMonth; preview: PayrollPreview }) {
  const { t } = useText();
  const ask = useConfirm();
  const client = useQueryClient();
  const named = { month: formatMonth(month.year, month.month) };
  const { kind, seal_version: version, rows, missing } = preview;
  const make = useMutation({
    mutationFn: () => api.post<MadePayrollExport>('payroll_exports', { ...month }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: MONTH_LOCKS_KEY });
      if (id === null) return;
      notify.success({ title: t('payroll.handed_now', named) });
      const { data } = await api.get<{ data: PayrollExport[] }>('payroll_exports', { query: { ...month } });
      const made = data.find((file) => file.id === id);
      if (made) await saveFile(made);
    },
  });
  const confirm = async () => {
    const text = t(kind === 'full' ? 'payroll.hand_over_full' : 'payroll.hand_over_difference', { n: formatNumber(rows), version });
    if (await ask({ title: t('payroll.hand_over_title', named), text, confirmLabel: t('payroll.hand_over_now') })) make.mutate();
  };
  const whyNot = missing.length > 0 ? t('payroll.missing_reason') : undefined;
  return (
    <Button
      variant="primary"
      icon={Send}
      loading={make.isPending}
      onClick={() => void confirm()}
      title={whyNot}
      {...disabledWithReason(whyNot)}
    >
      {t('payroll.hand_over')}
    </Button>
  );
}
