import { Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { holdKeys } from '../../ui/hooks/hold-keys.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { lazyPart } from '../lazy-part.tsx';

const SearchDialog = lazyPart(() => import('./search-dialog.tsx').then((m) => m.SearchDialog));

/** The way to the search over all lists and pages, also by Ctrl+K: what is typed before its dialog is there goes into it. */
export function SearchButton() {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const releaseKeys = useRef<ReturnType<typeof holdKeys>>(undefined);
  const release = useCallback((isReady: boolean) => {
    releaseKeys.current?.(isReady);
    releaseKeys.current = undefined;
  }, []);
  useEffect(() => () => release(false), [release]);
  const begin = () => {
    releaseKeys.current ??= holdKeys();
    setOpen(true);
  };
  useShortcuts(open ? {} : { 'mod+k': begin });
  return (
    <>
      <Button variant="ghost" icon={Search} title={t('app.search_button')} className="px-2 text-muted" onClick={() => setOpen(true)}>
        <span className="max-xl:sr-only xl:group-has-[[data-chrome]_input]/bar:sr-only">{t('app.search_button')}</span>
      </Button>
      {open && <SearchDialog onReady={() => release(true)} onClose={() => setOpen(false)} />}
    </>
  );
}
