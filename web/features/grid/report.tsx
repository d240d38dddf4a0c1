import type { Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { type Report, useGrid } from './grid-state.ts';

/** Rows that are named one by one; the others are counted. */
const MAX_NAMED = 5;

interface GridReportProps {
  rows: readonly Row[];
  /** Refused rows that are not in view. */
  away: readonly Row[];
  nameOf: (row: Row) => string;
}

/** What came of the last paste, fill or save: how many cells will change, which rows were left out and why. Read out by screen readers. */
export function GridReport({ rows, away, nameOf }: GridReportProps) {
  const { t } = useText();
  const { report, mode } = useGrid();
  const told = useStore(report);
  const refusals = useStore(mode.refusals);
  const names = new Map([
    ...rows.map((row) => [row.id, nameOf(row)] as const),
    ...away.map((row) => [row.id, t('grid.away', { name: nameOf(row) })] as const),
  ]);
  const refused = refusals.map(({ id, message }) => `${names.get(id) ?? `#${id}`}: ${message}`);
  const lines = [
    ...(refused.length > 0 ? [t('grid.refused', { n: formatNumber(refused.length) }), ...nameFirst(refused, t)] : []),
    ...(told ? describe(told, nameOf, t) : []),
  ];
  return (
    <>
      {lines.length === 0 && <p className="text-legend text-muted max-sm:hidden">{t('grid.hint')}</p>}
      <div role="status" className="grid-report" data-warning={refused.length > 0 || (told && !isClean(told)) || undefined}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two records of one name say the same.
          <p key={at}>{line}</p>
        ))}
      </div>
    </>
  );
}

type Translate = ReturnType<typeof useText>['t'];

const isClean = ({ disabled, invalid, overflow, readOnly }: Report): boolean =>
  disabled.length === 0 && invalid === 0 && readOnly === 0 && !overflow;

function describe({ what, written, disabled, invalid, readOnly, overflow }: Report, nameOf: (row: Row) => string, t: Translate): string[] {
  if (overflow?.rows) return [t('grid.too_many_rows', { n: formatNumber(overflow.rows) })];
  if (overflow) return [t('grid.too_many_columns', { n: formatNumber(overflow.columns) })];
  const left = disabled.map(({ row, reason }) => `${nameOf(row)}: ${reason}`);
  return [
    t(`grid.done_${what}`, { n: formatNumber(written - invalid) }),
    ...(invalid > 0 ? [t('grid.invalid', { n: formatNumber(invalid) })] : []),
    ...(readOnly > 0 ? [t('grid.read_only', { n: formatNumber(readOnly) })] : []),
    ...(left.length > 0 ? [t('grid.disabled', { n: formatNumber(left.length) }), ...nameFirst(left, t)] : []),
  ];
}

function nameFirst(lines: readonly string[], t: Translate): string[] {
  const more = lines.length - MAX_NAMED;
  return [...lines.slice(0, MAX_NAMED), ...(more > 0 ? [t('grid.more', { n: formatNumber(more) })] : [])];
}
