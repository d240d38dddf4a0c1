import type { CalculationChangeRow, CalculationChangeSums, CalculationRun } from '#contracts/calls/calculation.ts';
import { CHANGE_COLUMNS } from '#contracts/calls/calculation-columns.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { PagedTable } from '../../crud/list/paged-table.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { TextLink } from '../../ui/link.tsx';
import { NO_VALUE } from '../../ui/no-value.tsx';
import { useRunRows } from './use-run-rows.ts';

/** Whose points of which jobs a preview would change, by how much, and what it comes to over all of them. */
export function RunChanges({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const title = t('calculate.changes', { n: formatNumber(run.changed) });
  const part = useRunRows<CalculationChangeRow, CalculationChangeSums>(run.id, 'changes', 'changes');
  const sum = part.answer.data?.sum;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <PagedTable
        {...part}
        rowOf={toRow}
        label={title}
        columns={CHANGE_COLUMNS}
        cells={CELLS}
        empty={t('control.no_match')}
        totals={sum && toTotals(sum)}
      />
    </section>
  );
}

function differences(points: CalculationChangeSums) {
  return {
    design_difference: (points.new_design_point ?? 0) - (points.old_design_point ?? 0),
    check_difference: (points.new_check_point ?? 0) - (points.old_check_point ?? 0),
  };
}

const toRow = (row: CalculationChangeRow): Row => ({ ...row, ...differences(row), id: row.direct_id });

function toTotals(sum: CalculationChangeSums) {
  const shown = Object.entries(sum).map(([key, value]) => [key, formatNumber(value, 2)] as const);
  const changed = Object.entries(differences(sum)).map(([key, value]) => [key, <Difference key={key} value={value} />] as const);
  return Object.fromEntries([...shown, ...changed]);
}

/** With its sign; a grey dash where nothing changes. */
function Difference({ value }: { value: number }) {
  // A difference of binary numbers has rounding errors behind the third decimal.
  const rounded = Number(value.toFixed(3));
  if (rounded === 0) return NO_VALUE;
  const sign = rounded > 0 ? '+' : '−';
  return <span title={`${sign}${formatNumber(Math.abs(rounded))}`}>{`${sign}${formatNumber(Math.abs(rounded), 2)}`}</span>;
}

const CELLS = {
  name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? row.id)}</TextLink>,
  design_difference: (row: Row) => <Difference value={Number(row.design_difference)} />,
  check_difference: (row: Row) => <Difference value={Number(row.check_difference)} />,
};
