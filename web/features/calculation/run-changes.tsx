import type { CalculationChangeRow, CalculationChangeSums, CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { CHANGE_COLUMNS, CHANGE_DIFFERENCE } from '#contracts/calls/calculation-columns.ts';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { PagedTable } from '../../crud/list/paged-table.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { TextLink } from '../../ui/link.tsx';
import { NO_VALUE } from '../../ui/no-value.tsx';
import { useRunRows } from './use-run-rows.ts';

/** Lists the jobs whose points a preview would change, each with its people and the difference, and the sum over all of them. */
export function RunChanges({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const title = t('calculate.changes', { n: formatNumber(run.changed) });
  const part = useRunRows<CalculationChangeRow, CalculationChangeSums>(run.id, 'changes', 'changes');
  const sum = part.answer.data?.sum;
  const narrow = useNarrow();
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <PagedTable
        {...part}
        rowOf={toRow}
        label={title}
        columns={narrow ? PHONE_COLUMNS : CHANGE_COLUMNS}
        cells={CELLS}
        empty={t('control.no_match')}
        totals={sum && toTotals(sum)}
      />
    </section>
  );
}

/** On a phone the first figure is the head of a job's card: what its points change by, of both kinds together. */
const [NAME, ...OTHERS] = CHANGE_COLUMNS as [Column, ...Column[]];
const PHONE_COLUMNS = [NAME, CHANGE_DIFFERENCE, ...OTHERS];

function computeDifferences(points: CalculationChangeSums) {
  const design = (points.new_design_point ?? 0) - (points.old_design_point ?? 0);
  const check = (points.new_check_point ?? 0) - (points.old_check_point ?? 0);
  return { design_difference: withoutDust(design), check_difference: withoutDust(check), difference: withoutDust(design + check) };
}

/** A difference of binary numbers has rounding errors behind the third decimal. */
const withoutDust = (value: number) => Number(value.toFixed(3));

const toRow = (row: CalculationChangeRow): Row => ({ ...row, ...computeDifferences(row), id: row.direct_id });

function toTotals(sum: CalculationChangeSums) {
  const shown = Object.entries(sum).map(([key, value]) => [key, formatNumber(value, 2)] as const);
  const changed = Object.entries(computeDifferences(sum)).map(([key, value]) => [key, <Difference key={key} value={value} />] as const);
  return Object.fromEntries([...shown, ...changed]);
}

/** Writes a number with its sign; a grey dash where nothing changes. */
function Difference({ value }: { value: number }) {
  if (value === 0) return NO_VALUE;
  const sign = value > 0 ? '+' : '−';
  return <span title={`${sign}${formatNumber(Math.abs(value))}`}>{`${sign}${formatNumber(Math.abs(value), 2)}`}</span>;
}

const CELLS = {
  name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? `#${row.id}`)}</TextLink>,
  difference: (row: Row) => <Difference value={Number(row.difference)} />,
  design_difference: (row: Row) => <Difference value={Number(row.design_difference)} />,
  check_difference: (row: Row) => <Difference value={Number(row.check_difference)} />,
};
