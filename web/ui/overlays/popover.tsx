import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';
import { positionPopover } from './position-popover.ts';

interface PopoverProps {
  label: string;
  /** Said on hover: what the label leaves out. */
  title?: string | undefined;
  icon: LucideIcon;
  /** Something is wrong: the icon is drawn in danger. */
  alert?: boolean;
  /** An icon button whose words are its tooltip, instead of a quiet line. */
  iconOnly?: boolean;
  children: ReactNode;
}

/** A button that opens to more, in the browser's own popover; what is inside is drawn while it is open. */
export function Popover({ label, title, icon: Icon, alert = false, iconOnly = false, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        title={iconOnly ? label : title}
        className={iconOnly ? buttonClass('ghost') : QUIET_LINE}
      >
        <Icon size={iconOnly ? 16 : 14} className={cx(alert && 'text-danger')} aria-hidden />
        <span className={cx(iconOnly && 'icon-words')}>{label}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => event.newState === 'open' && button.current && positionPopover(event.currentTarget, button.current)}
        className="fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] rounded border-0 bg-raised p-4 text-table text-text shadow-float"
      >
        {open && children}
      </div>
    </>
  );
}

const QUIET_LINE = '-mx-1.5 flex h-7 items-center gap-1.5 rounded px-1.5 hover:bg-hover hover:text-text';
