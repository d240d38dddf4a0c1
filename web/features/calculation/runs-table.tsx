import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { RUN_COLUMNS } from '#contracts/calls/calculation-columns.ts';
import type { Row } from '../../api/client.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, useText } from '../../i18n/index.ts';
import { TextLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/feedback.tsx';
import { RunBadge } from './run-panel.tsx';

/** The last runs of the month, newest first. */
export function RunsTable({ runs }: { runs: readonly CalculationRun[] | undefined }) {
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
