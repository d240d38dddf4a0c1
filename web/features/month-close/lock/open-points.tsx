import { useState } from 'react';
import { CHECKLIST_LABELS, type ChecklistKey } from '#contracts/calls/month-checklist.ts';
import type { YearMonth } from '#contracts/months.ts';
import { formatMonth, formatNumber, useText } from '../../../i18n/index.ts';
import { TextButton, TextLink } from '../../../ui/button.tsx';
import { useChecklist } from '../../calculation/checklist.tsx';

interface OpenPoint {
  key: string;
  count: number;
  /** Address of the rows behind it; a lock of the past has none. */
  link?: string;
}

/** Lists what is open in a month before somebody locks it: each point with its count and the way to its rows. */
export function OpenPoints({ month }: { month: YearMonth }) {
  const { t } = useText();
  const { data } = useChecklist(month);
  if (!data || (data.open === 0 && data.jobs > 0)) return null;
  return (
    <section className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
      {data.jobs === 0 && <p className="mb-1">{t('calculate.empty_month', { month: formatMonth(month.year, month.month) })}</p>}
      {data.open > 0 && <h3 className="mb-1 font-medium">{t('total.open_points', { n: formatNumber(data.open) })}</h3>}
      <PointList points={data.items} />
      <p className="mt-2">
        <TextLink alone to={`/calculate?year=${month.year}&month=${month.month}&tab=checklist`}>
          {t('total.see_open_points')}
        </TextLink>
      </p>
    </section>
  );
}

/** Lists what was open when a month was locked, folded until it is opened. */
export function PointsAtLock({ points }: { points: readonly OpenPoint[] }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  if (points.length === 0) return null;
  return (
    <div className="mt-1">
      <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('total.open_at_lock', { n: formatNumber(points.length) })}
      </TextButton>
      {open && (
        <div className="mt-1 border-l-2 border-line pl-3 text-legend">
          <PointList points={points} />
        </div>
      )}
    </div>
  );
}

function PointList({ points }: { points: readonly OpenPoint[] }) {
  const { lang } = useText();
  return (
    <ul className="flex flex-col gap-0.5">
      {points
        .filter(({ count }) => count > 0)
        .map(({ key, count, link }) => {
          const number = formatNumber(count);
          const label = CHECKLIST_LABELS[key as ChecklistKey]?.[lang] ?? key;
          return (
            <li key={key} className="flex items-center justify-between gap-4">
              <span>{label}</span>
              <span className="font-medium tabular-nums">
                {link ? (
                  <TextLink alone className="justify-end" to={link} aria-label={`${label}: ${number}`}>
                    {number}
                  </TextLink>
                ) : (
                  number
                )}
              </span>
            </li>
          );
        })}
    </ul>
  );
}
