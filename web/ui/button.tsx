import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'plain' | 'danger' | 'ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon | undefined;
  /** Only the icon is drawn, the words are its tooltip; behind '⋯' both are. */
  iconOnly?: boolean;
  /** Shows that the action runs and takes no second click; the width stays. */
  loading?: boolean;
}

export function Button({
  children,
  variant = 'plain',
  size = 'md',
  icon: Icon,
  iconOnly = false,
  loading = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const busy = loading && {
    'aria-busy': true,
    'aria-disabled': true,
    onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return (
    <button
      type={type}
      title={iconOnly && typeof children === 'string' ? children : undefined}
      className={cx(buttonClass(variant, size), iconOnly && 'min-w-8 px-2', className)}
      {...rest}
      {...busy}
    >
      {loading ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : Icon && <Icon size={16} aria-hidden />}
      {iconOnly ? <span className="icon-words">{children}</span> : children}
    </button>
  );
}

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'plain', size: ButtonSize = 'md'): string {
  return cx(BASE, VARIANTS[variant], SIZES[size]);
}

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded border font-medium whitespace-nowrap select-none ' +
  'disabled:opacity-50 not-aria-busy:aria-disabled:opacity-50 aria-busy:opacity-70 aria-busy:cursor-progress';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  plain: 'border-line-strong/60 bg-surface text-text hover:not-disabled:bg-hover',
  danger: 'border-transparent bg-danger-fill text-on-danger hover:not-disabled:bg-danger-hover',
  ghost: 'border-transparent bg-transparent text-text hover:not-disabled:bg-hover',
};

const SIZES: Record<ButtonSize, string> = { sm: 'h-7 px-2 text-table', md: 'h-8 px-3', lg: 'h-10 px-4' };
