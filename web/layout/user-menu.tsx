import { Keyboard, LockKeyhole, LogOut, UserRound } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { errorLines } from '../api/error-lines.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { notify } from '../ui/feedback/toast.tsx';
import { type Density, useAppearance } from '../ui/hooks/appearance.ts';
import { useShortcuts } from '../ui/hooks/shortcuts.ts';
import { positionPopover } from '../ui/overlays/position-popover.ts';
import { Avatar } from './avatar.tsx';

const ShortcutsDialog = lazy(() => import('../ui/overlays/shortcuts-dialog.tsx'));
const ROW = 'flex min-h-8 w-full items-center gap-2.5 px-3 text-left hover:bg-hover focus-visible:-outline-offset-2';

/** Who is logged in, the profile, row height, shortcuts, logout. The panel is the browser's own popover. */
export function UserMenu() {
  const { user, roles, logout } = useSession();
  const { t } = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [shortcuts, setShortcuts] = useState<boolean | null>(null);
  useShortcuts({ '?': () => setShortcuts(true) });
  if (!user) return null;

  const name = user.name ?? user.username;
  const hide = () => panel.current?.hidePopover();
  const leave = async () => {
    hide();
    try {
      await logout();
    } catch (error) {
      notify.failure({ title: t('app.logout_failed'), text: errorLines(error).join(' ') });
      return;
    }
    await navigate('/login');
    notify.success({ title: t('app.logged_out') });
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        className="ml-1 flex h-9 items-center gap-2 rounded px-1 hover:bg-hover"
      >
        <Avatar name={name} src={user.avatar} />
        <span className="sr-only">{t('app.user_menu', { name })}</span>
        <span aria-hidden className="hidden max-w-40 truncate pr-1 font-medium sm:block">
          {name}
        </span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => event.newState === 'open' && button.current && positionPopover(event.currentTarget, button.current, 4, 'end')}
        className="fixed inset-auto m-0 w-64 rounded border-0 bg-raised py-1 text-text shadow-float"
      >
        <div className="px-3 pt-1.5 pb-2">
          <div className="truncate font-semibold">{name}</div>
          <div className="truncate text-legend text-muted">{[user.username, ...roles].join(' · ')}</div>
        </div>
        <div className="border-t border-line py-1">
          <Link to="/users/profile" onClick={hide} className={ROW}>
            <UserRound size={16} className="text-muted" aria-hidden />
            {t('app.my_profile')}
          </Link>
          <button
            type="button"
            className={ROW}
            onClick={() => {
              hide();
              setShortcuts(true);
            }}
          >
            <Keyboard size={16} className="text-muted" aria-hidden />
            {t('app.shortcuts')}
          </button>
        </div>
        <DensityChoice />
        <div className="border-t border-line pt-1">
          <Link to={`/lock?return_to=${encodeURIComponent(pathname + search)}`} onClick={hide} className={ROW}>
            <LockKeyhole size={16} className="text-muted" aria-hidden />
            {t('account.lock_screen')}
          </Link>
          <button type="button" className={ROW} onClick={() => void leave()}>
            <LogOut size={16} className="text-muted" aria-hidden />
            {t('app.logout')}
          </button>
        </div>
      </div>
      <Suspense fallback={null}>{shortcuts !== null && <ShortcutsDialog open={shortcuts} onClose={() => setShortcuts(false)} />}</Suspense>
    </>
  );
}

function DensityChoice() {
  const { t } = useText();
  const { density, setDensity } = useAppearance();
  return (
    <fieldset className="border-t border-line px-3 py-2">
      <legend className="sr-only">{t('app.density')}</legend>
      <div className="mb-1.5 text-legend text-muted" aria-hidden>
        {t('app.density')}
      </div>
      <div className="grid grid-cols-3 gap-0.5 rounded bg-sunken p-0.5">
        {DENSITIES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === density}
            onClick={() => setDensity(each)}
            className={cx(
              'h-6 rounded-sm text-table',
              each === density ? 'bg-surface font-medium shadow-float' : 'text-muted hover:text-text',
            )}
          >
            {t(`app.density_${each}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const DENSITIES: readonly Density[] = ['compact', 'regular', 'roomy'];
