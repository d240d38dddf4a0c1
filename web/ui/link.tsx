import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { iconButtonClass } from './icon-button.tsx';
import { Tooltip } from './overlays/tooltip.tsx';

/** A link in running text or in a table cell; `alone` outside of text, where it needs a touch target of 24 px. */
export function TextLink({ alone = false, className, ...rest }: LinkProps & { alone?: boolean }) {
  return <Link className={cx(LINK_CLASS, alone && 'inline-flex min-h-6 min-w-6 items-center', className)} {...rest} />;
}

/** A button that reads as a link: it does something on the page instead of leading away. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" data-chrome className={cx(LINK_CLASS, 'min-h-6', className)} {...rest} />;
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
export function IconLink({
  icon: Icon,
  label,
  size = 'md',
  className,
  ...rest
}: LinkProps & { icon: LucideIcon; label: string; size?: 'sm' | 'md' }) {
  return (
    <Tooltip text={label}>
      <Link aria-label={label} className={cx(iconButtonClass('plain', size), className)} {...rest}>
        <Icon size={16} aria-hidden />
      </Link>
    </Tooltip>
  );
}

const LINK_CLASS = 'text-link rounded-sm text-accent underline decoration-accent/35 underline-offset-3 hover:decoration-accent';
