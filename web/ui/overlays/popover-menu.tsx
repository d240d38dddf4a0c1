import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { disabledWithReason } from '../button.tsx';
import { cx } from '../cx.ts';
import { positionPopover } from './position-popover.ts';

export interface PopoverMenuEntry {
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  onSelect: () => void;
  /** Why it cannot be used now; said below its words. */
  reason?: string | undefined;
}

export interface PopoverMenuHandle<Row> {
  /** `anchor`: the button that opens it, where the focus goes back to. */
  open: (row: Row, anchor: HTMLElement) => void;
}

interface PopoverMenuProps<Row> {
  ref: Ref<PopoverMenuHandle<Row>>;
  label: string;
  entriesOf: (row: Row) => readonly PopoverMenuEntry[];
}

/**
 * The actions of one row: one menu for a whole table. It knows for itself whether it is open, so that opening it draws nothing of the table again.
 */
export function PopoverMenu<Row extends { id: number }>({ ref, label, entriesOf }: PopoverMenuProps<Row>) {
  const [shown, setShown] = useState<{ row: Row; anchor: HTMLElement } | null>(null);
  useImperativeHandle(ref, () => ({ open: (row, anchor) => setShown({ row, anchor }) }), []);
  if (!shown) return null;
  const { row, anchor } = shown;
  return <Menu key={row.id} label={label} anchor={anchor} entries={entriesOf(row)} onClose={() => setShown(null)} />;
}

interface MenuProps {
  label: string;
  anchor: HTMLElement;
  entries: readonly PopoverMenuEntry[];
  onClose: () => void;
}

/** Drawn while it is open, in the browser's own popover. */
function Menu({ label, anchor, entries, onClose }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = panel.current!;
    menu.showPopover();
    positionPopover(menu, anchor, 4, 'end');
    menu.querySelector('button')?.focus();
  }, [anchor]);
  const close = () => {
    panel.current?.hidePopover();
    anchor.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      return close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...panel.current!.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={onKeyDown}
      className="fixed inset-auto m-0 min-w-44 rounded border-0 bg-raised py-1 text-text shadow-float"
    >
      {entries.map(({ label: words, icon: Icon, danger, reason, onSelect }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close();
            onSelect();
          }}
          {...disabledWithReason(reason)}
          className={cx(
            'flex min-h-8 w-full items-center gap-2.5 px-3 text-left hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2',
            danger && !reason && 'text-danger',
          )}
        >
          {Icon && <Icon size={16} className="shrink-0 opacity-70" aria-hidden />}
          <span className={cx(reason && 'text-muted')}>
            {words}
            {reason && <span className="block text-legend">{reason}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}
