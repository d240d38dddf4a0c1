import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

/** A state or a count; the colour repeats the text and never carries meaning alone. */
export function Badge({ children, tone = 'neutral', icon: Icon }: { children: ReactNode; tone?: BadgeTone; icon?: LucideIcon }) {
  return (
    <span
      data-badge
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-legend font-medium whitespace-nowrap tabular-nums',
        TONES[tone],
      )}
    >
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  );
}

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};
