import { Menu as Headless, MenuButton, MenuItem, MenuItems, Portal } from '@headlessui/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../../i18n/index.ts';
import { buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';
import { iconButtonClass } from '../icon-button.tsx';

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  onSelect?: () => void;
  /** Goes to an address instead of doing something. */
  to?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A line above it. */
  separated?: boolean;
}

interface MenuProps {
  entries: readonly MenuEntry[];
  /** Accessible name of the button; with `text` also its visible label, else three dots are drawn. */
  label?: string;
  text?: boolean;
  size?: 'sm' | 'md';
}

/** Rarely used actions behind one button. */
export function Menu({ entries, label, text = false, size = 'md' }: MenuProps) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  const name = label ?? t('control.more');
  return (
    <Headless>
      <MenuButton
        ref={button}
        aria-label={text ? undefined : name}
        title={text ? undefined : name}
        className={text ? buttonClass('plain', size) : iconButtonClass('plain', size)}
      >
        {text && name}
        <Ellipsis size={16} aria-hidden />
      </MenuButton>
      <PortalContainer anchor={button}>
        <MenuItems
          modal={false}
          anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
          className="z-40 min-w-44 rounded bg-raised py-1 text-text shadow-float outline-none"
        >
          {entries.map((entry) => (
            <Fragment key={entry.label}>
              {entry.separated && <div className="my-1 border-t border-line" />}
              <MenuItem disabled={entry.disabled ?? false}>
                {entry.to ? (
                  <Link to={entry.to} className={entryClass(entry)}>
                    <EntryLabel entry={entry} />
                  </Link>
                ) : (
                  <button type="button" onClick={entry.onSelect} className={entryClass(entry)}>
                    <EntryLabel entry={entry} />
                  </button>
                )}
              </MenuItem>
            </Fragment>
          ))}
        </MenuItems>
      </PortalContainer>
    </Headless>
  );
}

function EntryLabel({ entry: { icon: Icon, label } }: { entry: MenuEntry }) {
  return (
    <>
      {Icon && <Icon size={16} className="shrink-0 opacity-70" aria-hidden />}
      {label}
    </>
  );
}

function entryClass({ danger }: MenuEntry): string {
  return cx(
    'flex min-h-8 w-full items-center gap-2.5 px-3 text-left data-focus:bg-hover data-disabled:opacity-50',
    danger && 'text-danger',
  );
}

/** Renders the menu inside the dialog or main landmark that holds `anchor`, instead of at the end of the page outside every landmark. */
function PortalContainer({ anchor, children }: { anchor: RefObject<HTMLElement | null>; children: ReactNode }) {
  const target = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    target.current = anchor.current?.closest<HTMLElement>('[role=dialog], [role=alertdialog], dialog, main') ?? document.body;
  }, [anchor]);
  return <Portal.Group target={target}>{children}</Portal.Group>;
}
