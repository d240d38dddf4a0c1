import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useDark } from '../../ui/hooks/appearance.ts';
import { Bars, MAX_LEVEL_NAMES, NAMES_HEIGHT, TOKENS } from './bars.tsx';

/** Series of which the largest is this many times another's are drawn each on a scale of its own. */
const MAGNITUDE = 20;
const AXIS_WIDTH = 64;
const DIGIT_WIDTH = 7;

interface SeriesChartProps {
  rows: readonly Row[];
  series: readonly Column[];
  label: string;
}

/** The four series as grouped bars; as small multiples under each other when their magnitudes are too far apart. The table below says the same. */
export default function SeriesChart({ rows, series, label }: SeriesChartProps) {
  const { lang } = useText();
  const dark = useDark();
  const printing = usePrinting();
  const { groups, apart, peak } = useMemo(() => groupSeries(rows, series), [rows, series]);
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-legend text-muted">
        {series.map((column, index) => (
          <span key={column.key} className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm" style={{ backgroundColor: `var(${TOKENS[index]})` }} />
            {column.label[lang]}
          </span>
        ))}
      </figcaption>
      {groups.map((group, at) => (
        <Bars
          // Colours are read when a chart is created, so a change of theme creates it again.
          key={`${dark} ${printing} ${group[0]!.column.key}`}
          still={printing}
          rows={rows}
          group={group}
          label={`${label}: ${group.map(({ column }) => column.label[lang]).join(', ')}`}
          height={(apart ? 110 : 300) + (at === groups.length - 1 && rows.length > MAX_LEVEL_NAMES ? NAMES_HEIGHT : 0)}
          names={at === groups.length - 1}
          axis={axisWidth(peak)}
        />
      ))}
    </figure>
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

/** Whether the page is being printed; prints always use the light colours. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const turn = (on: boolean) => () => {
      document.documentElement.style.colorScheme = on ? 'light' : '';
      flushSync(() => setPrinting(on));
    };
    const [before, after] = [turn(true), turn(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}

/** The scale may end at the next power of ten above the highest bar. */
function axisWidth(peak: number): number {
  const longest = formatNumber(10 ** Math.ceil(Math.log10(Math.max(1, peak))));
  return Math.max(AXIS_WIDTH, DIGIT_WIDTH * longest.length + 16);
}
