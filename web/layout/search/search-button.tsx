import { Search } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../lazy-part.tsx';

const SearchDialog = lazyPart(() => import('./search-dialog.tsx').then((m) => m.SearchDialog));

/** The way to the search over all lists and pages, also by Ctrl+K. */
export function SearchButton() {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  useShortcuts({ 'mod+k': () => setOpen(true) });
  return (
    <>
      <IconButton icon={Search} label={t('app.search_button')} onClick={() => setOpen(true)} />
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}
