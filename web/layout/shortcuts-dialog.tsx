import type { ReactNode } from 'react';
import { loadPageTexts, useText } from '../i18n/index.ts';
import { useLocalStorage } from '../ui/hooks/local-storage.ts';
import { LETTERS_STORAGE_KEY } from '../ui/hooks/shortcuts.ts';
import { Switch } from '../ui/inputs/switch.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

await loadPageTexts();

/** Every shortcut, and the switch for the single-letter ones. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText();
  const [letters, setLetters] = useLocalStorage(LETTERS_STORAGE_KEY, true);
  return (
    <Dialog open={open} onClose={onClose} title={t('app.shortcuts')}>
      <dl className="divide-y divide-line">
        {ROWS.map(([keys, words]) => (
          <div key={words} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(words)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex items-center justify-between gap-4 rounded bg-sunken px-3 py-2">
        <span>{t('page.shortcut_letters')}</span>
        <Switch checked={letters} onChange={setLetters} label={t('page.shortcut_letters')} />
      </div>
    </Dialog>
  );
}

const ROWS = [
  [['/'], 'page.shortcut_search'],
  [['Ctrl', 'K'], 'app.search_everywhere'],
  [['n'], 'page.shortcut_new'],
  [['↑', '↓'], 'page.shortcut_rows'],
  [['Enter'], 'page.shortcut_open'],
  [['Space'], 'page.shortcut_choose'],
  [['Shift', '↑', '↓'], 'page.shortcut_choose_more'],
  [['a'], 'page.shortcut_actions'],
  [['Esc'], 'page.shortcut_close'],
  [['Ctrl', 'S'], 'page.shortcut_save'],
  [['Ctrl', 'Enter'], 'page.shortcut_save_next'],
  [['Alt', '↑', '↓'], 'page.shortcut_neighbours'],
  [['Space', 'S', 'Q', 'Ctrl+Z'], 'page.shortcut_queue'],
  [['Ctrl', 'P'], 'page.shortcut_print'],
  [['Alt', 'T'], 'page.shortcut_notices'],
  [['?'], 'page.shortcut_help'],
] as const;

/** A key, drawn as a keycap. */
function KeyHint({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-b-2 border-line-strong/60 bg-surface px-1 font-sans text-legend text-muted">
      {children}
    </kbd>
  );
}
