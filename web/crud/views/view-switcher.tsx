import { Bookmark } from 'lucide-react';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { useWide } from '../../ui/hooks/use-narrow.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { saveDialog, useViewActions } from './use-view-actions.ts';

const ViewsPanel = lazyPart(() => import('./views-panel.tsx').then((m) => m.ViewsPanel));
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx').then((m) => m.SaveViewDialog));

/** Says which view is open and leads to the others. */
export function ViewSwitcher() {
  const { t } = useText();
  const { view, isChanged } = useViewActions();
  const wide = useWide();
  const label = view ? `${view.name}${isChanged ? ' •' : ''}` : t('list.views');
  const dialog = useStore(saveDialog);
  return (
    <>
      <Popover iconOnly={!wide || !view} icon={Bookmark} label={label} title={t('list.views')}>
        {(close) => <ViewsPanel onClose={close} />}
      </Popover>
      {dialog && <SaveViewDialog {...dialog} onClose={() => saveDialog.set(null)} />}
    </>
  );
}
