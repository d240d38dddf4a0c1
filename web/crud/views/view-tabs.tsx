import { useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { useWide } from '../../ui/hooks/use-narrow.ts';
import { TAB_ROW, tabClass, useCurrentTabInSight } from '../../ui/tabs.tsx';
import { useViewedList } from '../list/list-context.ts';
import { useViewActions } from './use-view-actions.ts';
import { useViews } from './use-view-of-list.ts';
import { ViewChanges } from './view-changes.tsx';

/** The views of a list as tabs, once its rows are there; nothing where there is none. */
export function ViewTabs({ isReady }: { isReady: boolean }) {
  const { t } = useText();
  const wide = useWide();
  const row = useRef<HTMLElement>(null);
  const { data } = useViews(useViewedList().contract.name, isReady);
  const { view, isChanged, open } = useViewActions();
  useCurrentTabInSight(row, `${view?.id} ${data?.total}`);
  if (!data?.total) return null;
  return (
    <nav ref={row} aria-label={t('page.views')} data-chrome className={`items-center ${TAB_ROW}`}>
      {[{ id: 0, name: t('view.none') }, ...data.data].map(({ id, name }) => {
        const isOpen = id === (view?.id ?? 0);
        return (
          <button key={id} type="button" aria-current={isOpen || undefined} onClick={() => void open(id)} className={tabClass(isOpen)}>
            {isOpen && isChanged ? `${name} •` : name}
          </button>
        );
      })}
      {wide && (
        <span className="ml-auto flex gap-1.5 pb-1">
          <ViewChanges />
        </span>
      )}
    </nav>
  );
}
