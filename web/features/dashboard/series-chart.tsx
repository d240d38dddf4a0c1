import { useMemo } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useDark } from '../../layout/appearance.ts';
import { scaled } from '../../ui/scaled.ts';
import { Bars, MAX_LEVEL_NAMES, NAMES_HEIGHT, TOKENS } from './bars.tsx';

/** Series of which the largest is this many times another's are drawn each on a scale of its own. */
const MAGNITUDE = 20;
const AXIS_WIDTH = scaled(64);
const DIGIT_WIDTH = scaled(7);

interface SeriesChartProps {
  rows: readonly Row[];
  series: readonly Column[];
  label: string;
  printing: boolean;
}

/** The four series as grouped bars; as small multiples under each other when their magnitudes are too far apart. The table below says the same. */
export function SeriesChart({ rows, series, label, printing }: SeriesChartProps) {
  const { lang } = useText();
  const dark = useDark();
  const { groups, apart, peak } = useMemo(() => groupSeries(rows, series), [rows, series]);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-legend text-muted">
        {series.map((column, index) => (
          <span key={column.key} className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm" style={{ backgroundColor: `var(${TOKENS[index]})` }} />
            {column.label[lang]}
          </span>
        ))}
      </p>
      {groups.map((group, at) => (
        <Bars
          // The colours are read when a chart is made, so others make it again.
          key={`${dark} ${printing} ${group[0]!.column.key}`}
          still={printing}
          rows={rows}
          group={group}
          label={`${label}: ${group.map(({ column }) => column.label[lang]).join(', ')}`}
          height={scaled(apart ? 110 : 300) + (at === groups.length - 1 && rows.length > MAX_LEVEL_NAMES ? NAMES_HEIGHT : 0)}
          names={at === groups.length - 1}
          axis={axisWidth(peak)}
        />
      ))}
    </div>
  );
}

/** The series as one group, or each as its own where their magnitudes are too far apart; and the highest value. */
function groupSeries(rows: readonly Row[], series: readonly Column[]) {
  const peaks = series.map(({ key }) => Math.max(0, ...rows.map((row) => Number(row[key] ?? 0))));
  const present = peaks.filter((peak) => peak > 0);
  const apart = present.length > 1 && Math.max(...present) / Math.min(...present) > MAGNITUDE;
  const all = series.map((column, index) => ({ column, index }));
  return { groups: apart ? all.map((one) => [one]) : [all], apart, peak: Math.max(...peaks) };
}

/** The scale may end at the next power of ten above the highest bar. */
function axisWidth(peak: number): number {
  const longest = formatNumber(10 ** Math.ceil(Math.log10(Math.max(1, peak))));
  return Math.max(AXIS_WIDTH, DIGIT_WIDTH * longest.length + scaled(16));
}
