import { Bookmark } from 'lucide-react';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { useWide } from '../../ui/hooks/use-narrow.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { saveDialog, useViewActions } from './use-view-actions.ts';

const ViewsPanel = lazyPart(() => import('./views-panel.tsx').then((m) => m.ViewsPanel));
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx').then((m) => m.SaveViewDialog));

/** Characters of a view's name in the bar, which has to leave room for the page's title. */
const MAX_SHOWN = 24;

/** Says which view is open and leads to the others. */
export function ViewSwitcher() {
  const { t } = useText();
  const { view, isChanged } = useViewActions();
  const wide = useWide();
  const name = view && (view.name.length > MAX_SHOWN ? `${view.name.slice(0, MAX_SHOWN)}…` : view.name);
  const label = name ? `${name}${isChanged ? ' •' : ''}` : t('list.views');
  const dialog = useStore(saveDialog);
  return (
    <>
      <span className={view && 'flex xl:px-2'}>
        <Popover iconOnly={!wide || !view} icon={Bookmark} label={label} title={view?.name}>
          {(close) => <ViewsPanel onClose={close} />}
        </Popover>
      </span>
      {dialog && <SaveViewDialog {...dialog} onClose={() => saveDialog.set(null)} />}
    </>
  );
}
