import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useText } from '../i18n/index.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { LanguageButton, ThemeButton } from './preference-buttons.tsx';
import { UserMenu } from './user-menu.tsx';

const NoticeBell = lazy(() => import('./notice-bell.tsx'));

/** Over both ends of the page's bar: the way to the navigation, notices, language, theme, the user's own menu. */
export function TopBar({ onNavigation }: { onNavigation: () => void }) {
  const { t } = useText();
  return (
    <header
      data-chrome
      className="pointer-events-none sticky top-0 z-20 -mb-(--topbar) flex h-(--topbar) items-center justify-between px-3 *:pointer-events-auto lg:px-6"
    >
      <div className="flex lg:invisible">
        <IconButton icon={MenuIcon} label={t('app.open_navigation')} onClick={onNavigation} />
      </div>
      <div className="flex items-center gap-1">
        <Suspense fallback={<span className="size-8" />}>
          <NoticeBell />
        </Suspense>
        <span className="flex gap-1 max-sm:hidden">
          <LanguageButton />
          <ThemeButton />
        </span>
        <UserMenu />
      </div>
    </header>
  );
}
