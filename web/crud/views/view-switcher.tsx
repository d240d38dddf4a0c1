import { Bookmark } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { saveDialog } from './use-view-actions.ts';

const ViewsPanel = lazyPart(() => import('./views-panel.tsx').then((m) => m.ViewsPanel));
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx').then((m) => m.SaveViewDialog));

/** Saves, renames, shares and deletes the views of a list. */
export function ViewSwitcher() {
  const { t } = useText();
  const dialog = useStore(saveDialog);
  // Another list would open it with its own rows.
  useEffect(() => () => saveDialog.set(null), []);
  return (
    <>
      <Popover boxed icon={Bookmark} label={t('page.views')}>
        {(close) => <ViewsPanel onClose={close} />}
      </Popover>
      {dialog && <SaveViewDialog {...dialog} onClose={() => saveDialog.set(null)} />}
    </>
  );
}
