import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx.ts';
import { Tooltip } from './overlays/tooltip.tsx';

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

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** The button's name, also its tooltip. */
  label: string;
  size?: 'sm' | 'md';
}

export function IconButton({ icon: Icon, label, size, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" aria-label={label} className={cx(iconButtonClass(size), className)} {...rest}>
        <Icon size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}

/** Classes of an icon button, for links that look like one. */
export function iconButtonClass(size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded text-muted disabled:opacity-45 aria-disabled:opacity-45',
    'hover:not-disabled:not-aria-disabled:bg-hover hover:not-disabled:not-aria-disabled:text-text',
    size === 'md' ? 'size-8' : 'size-7',
  );
}

/** A link in running text or in a table cell; `alone` outside of text, where it needs a touch target of 24 px. */
export function TextLink({ alone = false, className, ...rest }: LinkProps & { alone?: boolean }) {
  return <Link className={cx(LINK_CLASS, alone && 'inline-flex min-h-6 min-w-6 items-center', className)} {...rest} />;
}

/** A button that reads as a link: it does something on the page instead of leading away. */
export function TextButton(props: ComponentProps<'button'>) {
  return <button type="button" data-chrome className={cx(LINK_CLASS, 'min-h-6 whitespace-nowrap')} {...props} />;
}

/** Links below a page without navigation; two of them are placed at both sides. */
export function PageLinks({ links }: { links: readonly (readonly [to: string, label: string])[] }) {
  return (
    <div
      className={cx('mt-5 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-4 text-table', links.length === 2 && 'justify-between')}
    >
      {links.map(([to, label]) => (
        <TextLink key={to} alone to={to}>
          {label}
        </TextLink>
      ))}
    </div>
  );
}

/** A link that looks like a button: it goes somewhere instead of doing something. */
export function ButtonLink({
  variant = 'plain',
  size = 'md',
  icon: Icon,
  className,
  children,
  ...rest
}: LinkProps & { variant?: ButtonVariant; size?: ButtonSize; icon?: LucideIcon; children: ReactNode }) {
  return (
    <Link className={cx(buttonClass(variant, size), className)} {...rest}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </Link>
  );
}

/** An icon that is a link, with its name as tooltip. */
export function IconLink({ icon: Icon, label, ...rest }: LinkProps & { icon: LucideIcon; label: string }) {
  return (
    <Tooltip text={label}>
      <Link aria-label={label} className={iconButtonClass('sm')} {...rest}>
        <Icon size={16} aria-hidden />
      </Link>
    </Tooltip>
  );
}

const LINK_CLASS = 'text-link rounded-sm text-accent underline decoration-accent/35 underline-offset-3 hover:decoration-accent';

/** Attributes of a disabled button with a reason: it stays focusable (`aria-disabled`), so that pointer and screen reader users get the reason. */
export function disabledWithReason(reason: string | undefined) {
  if (reason === undefined) return undefined;
  return { 'aria-disabled': true, 'aria-description': reason, onClick: preventClick } as const;
}

const preventClick = (event: { preventDefault: () => void }) => event.preventDefault();
