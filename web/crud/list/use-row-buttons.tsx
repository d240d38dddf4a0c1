import { Ellipsis, Eye, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { PopoverMenu, type PopoverMenuEntry, type PopoverMenuHandle } from '../../ui/overlays/popover-menu.tsx';
import { recordTitle } from '../pickers/ref-options.ts';
import type { ListContextValue } from './list-context.ts';

export interface RowButtons<R> {
  /** Buttons of a row, before the one that views it. */
  rowActions?: ((row: R) => ReactNode) | undefined;
  /** Rare actions of a row, behind '⋯' with the one that deletes it. */
  rowMenu?: ((row: R) => readonly PopoverMenuEntry[]) | undefined;
}

/** The buttons of a list's rows, the same function as long as they are the same, and the menu they share. */
export function useRowButtons<R extends Row>(list: ListContextValue, { rowActions, rowMenu }: RowButtons<R>) {
  const { contract, rights, disabledReason, remove } = list;
  const { t } = useText();
  const navigate = useNavigate();
  const menu = useRef<PopoverMenuHandle<R>>(null);
  const isViewed = rights.open && rights.actOnRows;
  const hasMenu = rights.delete || rowMenu !== undefined;
  const draw = useCallback(
    (row: Row) => (
      <>
        <Fragment key={row.id}>{rowActions?.(row as R)}</Fragment>
        {isViewed && (
          <IconButton
            icon={Eye}
            size="sm"
            label={t('control.view')}
            aria-label={`${t('control.view')} ${recordTitle(contract.name, row)}`}
            onClick={() => void navigate(`${contract.path}/${row.id}/view`)}
          />
        )}
        {hasMenu && (
          <IconButton
            icon={Ellipsis}
            size="sm"
            label={t('control.more')}
            aria-label={`${t('control.more')}: ${recordTitle(contract.name, row)}`}
            aria-haspopup="menu"
            onClick={(event) => menu.current?.open(row as R, event.currentTarget)}
          />
        )}
      </>
    ),
    [rowActions, hasMenu, isViewed, contract, navigate, t],
  );
  const entriesOf = (row: R): readonly PopoverMenuEntry[] => {
    const onSelect = () => void remove([row.id], { name: recordTitle(contract.name, row) });
    const removal = { label: t('control.delete'), icon: Trash2, danger: true, reason: disabledReason(row), onSelect };
    return [...(rowMenu?.(row) ?? []), ...(rights.delete ? [removal] : [])];
  };
  return {
    draw: rights.actOnRows || rowActions ? draw : undefined,
    menu: <PopoverMenu ref={menu} label={t('control.more')} entriesOf={entriesOf} />,
  };
}
