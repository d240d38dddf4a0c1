import { Monitor, Moon, Sun } from 'lucide-react';
import { setLang, useText } from '../i18n/index.ts';
import { IconButton } from '../ui/button.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { type Theme, useAppearance } from './appearance.ts';

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
