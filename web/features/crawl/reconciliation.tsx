import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import type { NoCrawl } from '#contracts/calls/answers/crawl.ts';
import type { CrawlDifference, CrawlReconciliation } from '#contracts/calls/answers/crawl-reconciliations.ts';
import { CRAWL_STATUSES } from '#contracts/calls/crawl.ts';
import { DIFFERENCE_COLUMNS, DIFFERENCE_KINDS, type DifferenceKind } from '#contracts/calls/crawl-reconciliations.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { labelOf } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import type { Fields } from '#contracts/fields.ts';
import type { YearMonth } from '#contracts/months.ts';
import { api, listQuery, type Row, read } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { formatFieldText } from '../../crud/list/cell.tsx';
import { PagedTable, usePageControls } from '../../crud/list/paged-table.tsx';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { NO_VALUE, notify } from '../../ui/feedback/feedback.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { MonthSelects } from '../filters/month-selects.tsx';

const POLL_MS = 1000;
const isActive = (run: CrawlReconciliation | undefined) => isWorkActive(run?.status);

/** The comparison of a month with the source: the one given at first, or one that is chosen. */
export function ReconcileDialog({ first, onClose }: { first: YearMonth; onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const [month, setMonth] = useState(first);
  const runs = useQuery({
    queryKey: ['crawl_reconciliations', month.year, month.month],
    ...read('crawl_reconciliations', { year: month.year, month: month.month }, ({ data }: { data: CrawlReconciliation[] }) => data),
    refetchInterval: ({ state }) => (isActive(state.data?.[0]) ? POLL_MS : false),
  });
  const run = runs.data?.[0];
  const isLocked = useMonthLock(month);
  const refresh = () =>
    Promise.all([['crawl_reconciliations'], ['month-checklist']].map((queryKey) => client.invalidateQueries({ queryKey })));
  const start = useMutation({
    mutationFn: () => api.post<CrawlReconciliation | NoCrawl>('crawl_reconciliations', month),
    onSuccess: (answer) => {
      if (answer.id === null) notify.warning({ title: t('direct.sync_off'), text: answer.message });
      void refresh();
    },
  });
  const cancel = useMutation({ mutationFn: (id: number) => api.post(`crawl_reconciliations/${id}/cancel`), onSettled: refresh });
  const close = () => {
    void refresh();
    onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      title={t('history.reconcile_title')}
      onClose={close}
      footer={<Button onClick={close}>{t('control.close')}</Button>}
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">{t(isLocked ? 'history.reconcile_hint_locked' : 'history.reconcile_hint')}</p>
        <div className="flex flex-wrap items-end gap-3">
          <MonthSelects value={month} onChange={setMonth} />
          {run && isActive(run) ? (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
              {t('history.reconcile_cancel')}
            </Button>
          ) : (
            <Button variant="primary" icon={GitCompare} loading={start.isPending} onClick={() => start.mutate()}>
              {t('history.reconcile_start')}
            </Button>
          )}
        </div>
        {runs.data && !run && <p>{t('history.reconcile_never')}</p>}
        {run && <Outcome run={run} />}
        {run?.status === 'done' && run.only_there + run.only_here + run.differs > 0 && <Differences key={run.id} run={run.id} />}
      </div>
    </Dialog>
  );
}

function Outcome({ run }: { run: CrawlReconciliation }) {
  const { t, lang } = useText();
  if (isActive(run))
    return (
      <p role="status" className="tabular-nums">
        {t('history.reconcile_running', { n: formatNumber(run.jobs), total: run.total === null ? '?' : formatNumber(run.total) })}
      </p>
    );
  const when = formatDateTime(run.finished_at);
  if (run.status !== 'done')
    return (
      <p className={run.status === 'failed' ? 'text-danger' : undefined}>
        {CRAWL_STATUSES[run.status][lang]} {when}
        {run.message && `: ${run.message}`}
      </p>
    );
  const counts = { there: formatNumber(run.only_there), here: formatNumber(run.only_here), differs: formatNumber(run.differs) };
  return (
    <p>
      {t('history.reconcile_done', { time: when, n: formatNumber(run.jobs) })}{' '}
      {run.only_there + run.only_here + run.differs === 0 ? t('history.reconcile_same') : t('history.reconcile_counts', counts)}
    </p>
  );
}

function Differences({ run }: { run: number }) {
  const { t, lang } = useText();
  const pages = usePageControls(25);
  const answer = useQuery(
    listQuery<CrawlDifference & Row>(`crawl_reconciliations/${run}/differences`, { page: pages.page, limit: pages.limit }),
  );
  return (
    <PagedTable
      answer={answer}
      pages={pages}
      label={t('history.reconcile_title')}
      columns={DIFFERENCE_COLUMNS}
      cells={{
        kind: (row) => DIFFERENCE_KINDS[row.kind as DifferenceKind][lang],
        external_id: (row) =>
          row.direct_id ? <TextLink to={`/directs/${row.direct_id}/view`}>{String(row.external_id)}</TextLink> : String(row.external_id),
        column: (row) => (row.column ? labelOf(directs, String(row.column), lang) : NO_VALUE),
        here: (row) => formatFieldText(fieldOf(row), row.here as string | null),
        there: (row) => formatFieldText(fieldOf(row), row.there as string | null),
      }}
      empty={null}
    />
  );
}

const fieldOf = ({ column }: Row) => (directs.fields as Fields)[String(column)];
