import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Square } from 'lucide-react';
import {
  ACTIVE_RUN_STATUSES,
  type CalculationChangeRow,
  type CalculationChangeSums,
  type CalculationIssueRow,
  type CalculationRun,
  RUN_STATUS_LABELS,
} from '#contracts/calls/calculation.ts';
import { ISSUE_LABELS } from '#contracts/calls/calculation-issues.ts';
import type { Column } from '#contracts/contract.ts';
import { api } from '../../api/client.ts';
import { lockLabel } from '../../api/month-locks.ts';
import type { Page } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { PagedTable, usePageControls } from '../../crud/list/paged-table.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { TextLink } from '../../ui/link.tsx';

/** Whether a run is queued or running. */
export function isRunActive(run: CalculationRun): boolean {
  return ACTIVE_RUN_STATUSES.includes(run.status);
}

/** The newest run of the month: its progress with a stop button, or its result with the jobs it could not compute. */
export function RunPanel({ run, locked }: { run: CalculationRun; locked: boolean | undefined }) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'publish') => api.post<CalculationRun>(`calculations/${run.id}/${verb}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['calculations'] }),
  });
  if (isRunActive(run)) {
    return (
      <ProgressBar label={RUN_STATUS_LABELS[run.status][lang]} done={run.done} total={run.total || null}>
        <span>{t('calculate.since', { time: formatDateTime(run.started_at ?? run.created_at) })}</span>
        <Button size="sm" icon={Square} loading={act.isPending} onClick={() => act.mutate('cancel')}>
          {t('control.stop')}
        </Button>
      </ProgressBar>
    );
  }
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-table">
        <RunBadge run={run} />
        <span className="text-muted">{formatDateTime(run.finished_at)}</span>
        <span className="tabular-nums">
          {t('calculate.counts', { total: formatNumber(run.total), changed: formatNumber(run.changed), failed: formatNumber(run.failed) })}
        </span>
        {run.message && <span className="text-danger">{run.message}</span>}
        {run.status === 'preview' && (
          <Button
            variant="primary"
            size="sm"
            icon={Check}
            disabled={locked}
            title={locked ? lockLabel(run) : undefined}
            loading={act.isPending}
            onClick={() => act.mutate('publish')}
          >
            {t('calculate.publish')}
          </Button>
        )}
      </div>
      {run.failed > 0 && <Issues run={run} />}
      {run.status === 'preview' && run.changed > 0 && <Changes run={run} />}
    </div>
  );
}

export function RunBadge({ run }: { run: CalculationRun }) {
  const { lang } = useText();
  const tones = {
    done: 'success',
    failed: 'danger',
    cancelled: 'neutral',
    preview: 'info',
    queued: 'neutral',
    computing: 'accent',
    publishing: 'accent',
  } as const;
  return <Badge tone={tones[run.status]}>{RUN_STATUS_LABELS[run.status][lang]}</Badge>;
}

const JOB: Column[] = [
  { key: 'name', label: { vi: 'Mã công việc', en: 'Task code' }, kind: 'text' },
  { key: 'bukkenmei', label: { vi: 'Tên công trình', en: 'Property name' }, kind: 'text' },
  { key: 'henkyaku_hi', label: { vi: 'Ngày trả', en: 'Date returned' }, kind: 'date' },
];
const ISSUE_COLUMNS: Column[] = [
  ...JOB,
  { key: 'code', label: { vi: 'Vấn đề', en: 'Issue' }, kind: 'text', options: ISSUE_LABELS },
  { key: 'message', label: { vi: 'Cách sửa', en: 'How to mend it' }, kind: 'text' },
];
const pointColumn = (key: string, vi: string, en: string): Column => ({ key, label: { vi, en }, kind: 'decimal', decimals: 3 });
const CHANGE_COLUMNS: Column[] = [
  ...JOB,
  pointColumn('old_design_point', 'Thiết kế: cũ', 'Design: old'),
  pointColumn('new_design_point', 'Thiết kế: mới', 'Design: new'),
  pointColumn('old_check_point', 'Kiểm tra: cũ', 'Check: old'),
  pointColumn('new_check_point', 'Kiểm tra: mới', 'Check: new'),
];

function usePart<R, Sum = unknown>(run: CalculationRun, part: 'issues' | 'changes') {
  const pages = usePageControls(10);
  const query = { page: pages.page, limit: pages.limit };
  const answer = useQuery({
    queryKey: ['calculations', run.id, part, query],
    queryFn: ({ signal }) => api.get<Page<R> & { sum?: Sum }>(`calculations/${run.id}/${part}`, { query, signal }),
  });
  return { answer, pages };
}

const withDirectId = (row: { direct_id: number }): Row => ({ ...row, id: row.direct_id });
const CELLS = { name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? row.id)}</TextLink> };

function renderWrapped(row: Row) {
  return (
    <span data-wrap className="block">
      {String(row.message)}
    </span>
  );
}

function Issues({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const title = t('calculate.issues', { n: formatNumber(run.failed) });
  const cells = { ...CELLS, message: renderWrapped };
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <PagedTable
        {...usePart<CalculationIssueRow>(run, 'issues')}
        rowOf={withDirectId}
        label={title}
        columns={ISSUE_COLUMNS}
        cells={cells}
        empty={t('list.no_record')}
      />
    </section>
  );
}

function Changes({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const title = t('calculate.changes', { n: formatNumber(run.changed) });
  const part = usePart<CalculationChangeRow, CalculationChangeSums>(run, 'changes');
  const sum = part.answer.data?.sum;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <PagedTable
        {...part}
        rowOf={withDirectId}
        label={title}
        columns={CHANGE_COLUMNS}
        cells={CELLS}
        empty={t('list.no_record')}
        totals={sum && Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, formatNumber(value, 2)]))}
      />
    </section>
  );
}
