import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/index.ts';

interface ProgressBarProps {
  /** The label of the work. */
  label: string;
  done: number;
  /** null: how much there is is not known yet. */
  total: number | null;
  /** Shown under the bar: the start time and a stop button. */
  children?: ReactNode;
}

/** Progress of long work: label, share done, and children such as the start time and a stop button. */
export function ProgressBar({ label, done, total, children }: ProgressBarProps) {
  const known = total !== null && total > 0;
  const share = known ? Math.min(100, (done / total) * 100) : 0;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{label}</span>
        <span className="text-table text-muted tabular-nums">
          {known ? `${formatNumber(done)} / ${formatNumber(total)} · ${Math.floor(share)} %` : formatNumber(done)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? Math.floor(share) : undefined}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={known ? 'h-full rounded-full bg-accent transition-[width]' : 'progress-run h-full w-1/3 rounded-full bg-accent'}
          style={known ? { width: `${share}%` } : undefined}
        />
      </div>
      {children && <div className="flex flex-wrap items-center gap-3 text-legend text-muted">{children}</div>}
    </div>
  );
}
