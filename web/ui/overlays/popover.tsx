import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { keepAtAnchor } from './position-popover.ts';

interface PopoverProps {
  label: string;
  /** Said on hover: what there is no room for. */
  title?: string | undefined;
  icon: LucideIcon;
  /** Something is wrong: the icon is drawn in danger. */
  alert?: boolean;
  /** A button instead of a quiet line. */
  boxed?: boolean;
  /** Given how to close it where something inside does. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens to more, in the browser's own popover; what is inside is drawn while it is open. */
export function Popover({ label, title, icon: Icon, alert = false, boxed = false, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** Closes what it was opened from too: the menu of a bar. */
  const close = () => (panel.current?.parentElement?.closest<HTMLElement>('[popover]') ?? panel.current)?.hidePopover();
  useEffect(() => (open ? keepAtAnchor(panel.current!, button.current!) : undefined), [open]);
  const opener = { ref: button, popoverTarget: id, 'aria-expanded': open };
  return (
    <>
      {boxed ? (
        <Button icon={Icon} {...opener}>
          {label}
        </Button>
      ) : (
        <button type="button" title={title} className={QUIET_LINE} {...opener}>
          <Icon size={14} className={cx('shrink-0', alert && 'text-danger')} aria-hidden />
          <span className="truncate">{label}</span>
        </button>
      )}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Only now: the browser gives the focus back to the button while what had it is still there.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        className="fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] rounded border-0 bg-raised p-4 text-table text-text shadow-float"
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}

const QUIET_LINE = '-mx-1.5 flex h-7 min-w-0 items-center gap-1.5 rounded px-1.5 hover:bg-hover hover:text-text';
