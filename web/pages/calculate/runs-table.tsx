import type { CalculationRun } from '#contracts/calls/calculation.ts';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { PlainTable } from '../../crud/list/plain-table.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RunBadge } from './run-panel.tsx';

const COLUMNS: Column[] = [
  { key: 'created_at', label: { vi: 'Bắt đầu', en: 'Started' }, kind: 'datetime' },
  { key: 'status', label: { vi: 'Trạng thái', en: 'Status' }, kind: 'text' },
  { key: 'user.name', label: { vi: 'Người tính', en: 'By' }, kind: 'text' },
  { key: 'total', label: { vi: 'Số công việc', en: 'Jobs' }, kind: 'integer' },
  { key: 'changed', label: { vi: 'Thay đổi', en: 'Changed' }, kind: 'integer' },
  { key: 'failed', label: { vi: 'Chưa tính được', en: 'Without result' }, kind: 'integer' },
  { key: 'finished_at', label: { vi: 'Kết thúc', en: 'Finished' }, kind: 'datetime' },
  { key: 'message', label: { vi: 'Thông báo', en: 'Message' }, kind: 'text' },
];

/** The last runs of the month, newest first. */
export function RunsTable({ runs }: { runs: readonly CalculationRun[] | undefined }) {
  const { t } = useText();
  const cells = {
    created_at: (row: Row) => <TextLink to={`/calculate/runs/${row.id}`}>{formatDateTime(String(row.created_at))}</TextLink>,
    status: (row: Row) => <RunBadge run={row as CalculationRun} />,
    'user.name': (row: Row) => (row as CalculationRun).user?.name ?? t('calculate.by_clock'),
  };
  return (
    <PlainTable
      label={t('calculate.history')}
      columns={COLUMNS}
      rows={runs}
      cells={cells}
      empty={<EmptyState text={t('calculate.no_runs')} />}
    />
  );
}
