import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { positionPopover } from '../ui/overlays/position-popover.ts';
import { Avatar } from './avatar.tsx';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));
const UserMenuPanel = lazy(() => import('./user-menu-panel.tsx'));

/** Shows the user and their menu in the browser's popover; its content is loaded when it is first opened. */
export function UserMenu() {
  const { user } = useSession();
  const { t } = useText();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<boolean>();
  const [shortcuts, setShortcuts] = useState<boolean | null>(null);
  if (!user) return <span className="ml-1 size-9" />;

  const name = user.name ?? user.username;
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open ?? false}
        title={name}
        className="ml-1 flex size-9 items-center justify-center rounded hover:bg-hover"
      >
        <Avatar name={name} src={user.avatar} />
        <span className="sr-only">{t('app.user_menu', { name })}</span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('app.user_menu', { name })}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => event.newState === 'open' && button.current && positionPopover(event.currentTarget, button.current, 4, 'end')}
        className="fixed inset-auto m-0 w-64 rounded border-0 bg-raised py-1 text-text shadow-float"
      >
        {open !== undefined && (
          <Suspense fallback={<div className="h-60" />}>
            <UserMenuPanel name={name} hide={() => panel.current?.hidePopover()} onShortcuts={() => setShortcuts(true)} />
          </Suspense>
        )}
      </div>
      <Suspense fallback={null}>{shortcuts !== null && <ShortcutsDialog open={shortcuts} onClose={() => setShortcuts(false)} />}</Suspense>
    </>
  );
}
