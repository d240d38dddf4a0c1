import { Pencil, Star, Trash2, UserRoundCheck, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { View } from '#contracts/calls/answers/views.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useConfirm } from '../../ui/feedback/feedback.tsx';
import { useWide } from '../../ui/hooks/use-narrow.ts';
import { useViewedList } from '../list/list-context.ts';
import { saveDialog, useViewActions } from './use-view-actions.ts';
import { useDefaultView, useViews } from './use-view-of-list.ts';
import { ViewChanges } from './view-changes.tsx';

/** The views of a list, one's own first: opens, marks the one to begin with, renames, shares and deletes. */
export function ViewsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const { contract } = useViewedList();
  const { data } = useViews(contract.name, true);
  const { view: current, open, keepOpen } = useViewActions();
  const [byDefault, setDefault] = useDefaultView(contract);
  const wide = useWide();
  const choose = (id: number) => {
    void open(id);
    onClose();
  };
  const showDialog = (edited?: View) => {
    onClose();
    saveDialog.set(edited ? { edited } : {});
  };
  return (
    <div className="-m-4 flex max-h-[min(36rem,calc(100dvh-5rem))] flex-col">
      <h2 className="px-4 pt-3 pb-1 text-section font-semibold">{t('page.views')}</h2>
      <ul className="flex min-h-0 flex-col overflow-y-auto px-2 pb-2">
        <ViewLine name={t('view.none')} isOpen={!current} onOpen={() => choose(0)} />
        {data?.data.map((view) => (
          <ViewLine
            key={view.id}
            name={view.name}
            detail={view.is_own ? undefined : (view.owner?.name ?? t('view.no_owner'))}
            isShared={view.shared === 'all'}
            isOpen={view.id === current?.id}
            onOpen={() => choose(view.id)}
          >
            <ViewButtons view={view} onEdit={() => showDialog(view)} onClose={onClose} />
            <IconButton
              size="sm"
              icon={Star}
              aria-pressed={view.id === byDefault}
              className={view.id === byDefault ? 'text-accent [&_svg]:fill-current' : undefined}
              label={t(view.id === byDefault ? 'view.default_off' : 'view.default_on', { name: view.name })}
              onClick={async () => {
                await keepOpen();
                setDefault(view.id === byDefault ? null : view.id);
              }}
            />
          </ViewLine>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        {!wide && <ViewChanges />}
        <Button onClick={() => showDialog()}>{t('view.save_new')}</Button>
      </div>
    </div>
  );
}

interface ViewLineProps {
  name: string;
  /** Whose it is. */
  detail?: string | undefined;
  isShared?: boolean;
  isOpen: boolean;
  onOpen: () => void;
  children?: ReactNode;
}

function ViewLine({ name, detail, isShared = false, isOpen, onOpen, children }: ViewLineProps) {
  const { t } = useText();
  return (
    <li className="flex items-center gap-0.5 rounded hover:bg-hover">
      <button
        type="button"
        aria-current={isOpen || undefined}
        title={name}
        onClick={onOpen}
        className={cx('min-h-8 min-w-0 flex-1 rounded px-2 py-1 text-left', isOpen ? 'font-semibold text-accent' : 'text-text')}
      >
        <span className="flex items-center gap-1.5">
          <span className="line-clamp-2 min-w-0 break-words">{name}</span>
          {isShared && <UsersRound size={14} className="shrink-0 text-muted" role="img" aria-label={t('view.is_shared')} />}
        </span>
        {detail && <span className="block truncate text-legend font-normal text-muted">{detail}</span>}
      </button>
      {children}
    </li>
  );
}

/** What one may do with a view; an Admin takes over what somebody else shares. */
function ViewButtons({ view, onEdit, onClose }: { view: View; onEdit: () => void; onClose: () => void }) {
  const { t } = useText();
  const { user } = useSession();
  const { deleting, refresh } = useViewActions();
  const ask = useConfirm();
  if (!view.is_editable) return null;
  const takeOver = async () => {
    await api.put(`views/${view.id}`, { owner_id: user?.id });
    await refresh();
  };
  const remove = async () => {
    onClose();
    const text = t(view.shared === 'all' ? 'view.delete_shared_text' : 'view.delete_text');
    const confirmLabel = t('notice.confirm_delete_yes');
    if (await ask({ title: t('view.delete_title', { name: view.name }), text, confirmLabel, danger: true })) deleting.mutate(view);
  };
  return (
    <>
      {!view.is_own && <IconButton size="sm" icon={UserRoundCheck} label={t('view.take_over', { name: view.name })} onClick={takeOver} />}
      <IconButton size="sm" icon={Pencil} label={t('view.edit', { name: view.name })} onClick={onEdit} />
      <IconButton size="sm" icon={Trash2} label={t('view.delete', { name: view.name })} onClick={remove} />
    </>
  );
}
