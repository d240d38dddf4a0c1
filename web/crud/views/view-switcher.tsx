import { Bookmark } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { useWide } from '../../ui/hooks/use-narrow.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { saveDialog, useViewActions } from './use-view-actions.ts';

const ViewsPanel = lazyPart(() => import('./views-panel.tsx').then((m) => m.ViewsPanel));
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx').then((m) => m.SaveViewDialog));

/** Says which view is open and leads to the others; its name has the room that the page's title leaves. */
export function ViewSwitcher() {
  const { t } = useText();
  const { view, isChanged } = useViewActions();
  const wide = useWide();
  const dialog = useStore(saveDialog);
  const hasName = wide && view !== undefined;
  // Another list would open it with its own rows.
  useEffect(() => () => saveDialog.set(null), []);
  return (
    <>
      {/* The same element with and without a view, or the panel would close with the first. */}
      <span data-view-name={hasName || undefined} className={hasName ? 'flex max-w-64 min-w-0 px-2' : 'contents'}>
        <Popover
          iconOnly={!hasName}
          icon={Bookmark}
          label={hasName ? view.name : [t('list.views'), view?.name].filter(Boolean).join(': ')}
          title={view?.name}
          mark={isChanged ? '•' : undefined}
        >
          {(close) => <ViewsPanel onClose={close} />}
        </Popover>
      </span>
      {dialog && <SaveViewDialog {...dialog} onClose={() => saveDialog.set(null)} />}
    </>
  );
}
