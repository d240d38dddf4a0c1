import { Menu as MenuIcon, Monitor, Moon, Sun } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { setLang, useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { type Theme, useAppearance } from '../ui/hooks/appearance.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { useRouteTitle } from './title.ts';
import { UserMenu } from './user-menu.tsx';

const NoticeBell = lazy(() => import('./notice-bell.tsx'));

/** The page's title once its heading is out of sight, language, theme, the user's own menu. */
export function TopBar({ onNavigation }: { onNavigation: () => void }) {
  const { t } = useText();
  const title = useRouteTitle();
  const shown = useHeadingGone(title);
  return (
    <header data-chrome className="sticky top-0 z-20 flex h-(--topbar) items-center gap-2 border-b border-line bg-page px-3 lg:px-6">
      <div className="flex lg:hidden">
        <IconButton icon={MenuIcon} label={t('app.open_navigation')} onClick={onNavigation} />
      </div>
      <div aria-hidden className={cx('min-w-0 truncate font-semibold transition-opacity', !shown && 'opacity-0')}>
        {title}
      </div>
      <div className="ml-auto flex items-center gap-1">
        <Suspense fallback={<span className="size-8" />}>
          <NoticeBell />
        </Suspense>
        <LanguageButton />
        <ThemeButton />
        <UserMenu />
      </div>
    </header>
  );
}

/** Whether the page's heading has been scrolled away, so that its title is on screen once and only once. */
function useHeadingGone(title: string): boolean {
  const [gone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another heading.
  useEffect(() => {
    setGone(false);
    const onScroll = () => setGone(scrollY > HEADING_END);
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [title]);
  return gone;
}

/** Scroll offset in px at which the page's heading is hidden behind the bar. */
const HEADING_END = 56;

/** Switches between Vietnamese and English; remembered in this browser. */
export function LanguageButton() {
  const { t, lang } = useText();
  const next = lang === 'vi' ? 'en' : 'vi';
  const label = `${t('app.language')}: ${NAMES[lang]} → ${NAMES[next]}`;
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={`${lang.toUpperCase()} · ${label}`}
        onClick={() => void setLang(next)}
        className="h-8 min-w-8 rounded px-1.5 text-table font-medium text-muted uppercase hover:bg-hover hover:text-text"
      >
        {lang}
      </button>
    </Tooltip>
  );
}

/** Cycles through system, light and dark; remembered in this browser. */
export function ThemeButton() {
  const { t } = useText();
  const { theme, setTheme } = useAppearance();
  return <IconButton icon={ICONS[theme]} label={`${t('app.theme')}: ${t(`app.theme_${theme}`)}`} onClick={() => setTheme(NEXT[theme])} />;
}

const NAMES = { vi: 'Tiếng Việt', en: 'English' };
const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
