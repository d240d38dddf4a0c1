import { BookOpenText, Keyboard, LockKeyhole, LogOut, UserRound } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { DENSITIES } from '#contracts/view-state.ts';
import { errorLines } from '../api/api-error.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { notify, useConfirm } from '../ui/feedback/feedback.tsx';
import { useAppearance } from './appearance.ts';
import { LanguageButton, ThemeButton } from './preference-buttons.tsx';
import { hasUnsavedAnywhere } from './unsaved.ts';

const ROW = 'flex min-h-8 w-full items-center gap-2.5 px-3 text-left hover:bg-hover focus-visible:-outline-offset-2';

/** The content of the user's menu: profile, shortcuts, row height, lock screen, logout. `hide` closes the menu. */
export default function UserMenuPanel({ name, hide, onShortcuts }: { name: string; hide: () => void; onShortcuts: () => void }) {
  const { user, roles, logout } = useSession();
  const { t } = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const ask = useConfirm();
  // Both end the work in every window of the browser.
  const confirmLeaving = async () => {
    const question = {
      title: t('app.unsaved_title'),
      text: t('app.unsaved_windows'),
      confirmLabel: t('app.unsaved_sign_out'),
      cancelLabel: t('app.unsaved_stay'),
      danger: true,
    };
    return !(await hasUnsavedAnywhere()) || ask(question);
  };
  const lockPath = `/lock?return_to=${encodeURIComponent(pathname + search)}`;
  const lock = async () => {
    hide();
    if (await confirmLeaving()) await navigate(lockPath);
  };
  const leave = async () => {
    hide();
    if (!(await confirmLeaving())) return;
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
      <div className="px-3 pt-1.5 pb-2">
        <div className="truncate font-semibold">{name}</div>
        <div className="truncate text-legend text-muted">{[user?.username, ...roles].join(' · ')}</div>
      </div>
      <div className="border-t border-line py-1">
        <Link to="/users/profile" onClick={hide} className={ROW}>
          <UserRound size={16} className="text-muted" aria-hidden />
          {t('route.profile')}
        </Link>
        <Link to="/help" onClick={hide} className={ROW}>
          <BookOpenText size={16} className="text-muted" aria-hidden />
          {t('route.help')}
        </Link>
        <button
          type="button"
          className={ROW}
          onClick={() => {
            hide();
            onShortcuts();
          }}
        >
          <Keyboard size={16} className="text-muted" aria-hidden />
          {t('app.shortcuts')}
        </button>
      </div>
      <div className="flex items-center gap-2 border-t border-line px-2 py-1">
        <LanguageButton />
        <ThemeButton />
      </div>
      <DensityChoice />
      <div className="border-t border-line pt-1">
        <Link
          to={lockPath}
          className={ROW}
          onClick={(event) => {
            event.preventDefault();
            void lock();
          }}
        >
          <LockKeyhole size={16} className="text-muted" aria-hidden />
          {t('account.lock_screen')}
        </Link>
        <button type="button" className={ROW} onClick={() => void leave()}>
          <LogOut size={16} className="text-muted" aria-hidden />
          {t('app.logout')}
        </button>
      </div>
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
