import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { disabledWithReason } from './disabled-with-reason.ts';
import { Tooltip } from './overlays/tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** The button's name, also its tooltip. */
  label: string;
  tone?: 'plain' | 'danger';
  size?: 'sm' | 'md';
  loading?: boolean;
  /** Why it is disabled; shown instead of its name on hover and focus. */
  reason?: string | undefined;
}

export function IconButton({
  icon: Icon,
  label,
  tone = 'plain',
  size = 'md',
  loading,
  reason,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={reason ?? label}>
      <button
        type={type}
        aria-label={label}
        aria-busy={loading || undefined}
        className={cx(iconButtonClass(tone, size), className)}
        {...rest}
        {...disabledWithReason(reason)}
      >
        {loading ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : <Icon size={16} aria-hidden />}
      </button>
    </Tooltip>
  );
}

/** Classes of an icon button, for links that look like one. */
export function iconButtonClass(tone: 'plain' | 'danger' = 'plain', size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded text-muted disabled:opacity-45 aria-disabled:opacity-45',
    size === 'md' ? 'size-8' : 'size-7',
    tone === 'danger'
      ? 'hover:not-disabled:not-aria-disabled:bg-danger-soft hover:not-disabled:not-aria-disabled:text-danger'
      : 'hover:not-disabled:not-aria-disabled:bg-hover hover:not-disabled:not-aria-disabled:text-text',
  );
}
