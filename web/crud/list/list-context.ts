import { createContext, use } from 'react';
import type { Column, Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { grantFor } from '../../layout/access.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { useViewOfList } from '../views/use-view-of-list.ts';
import { cellValue, findNamingColumn } from './cell.tsx';
import { type ListStart, useListState } from './list-state.ts';
import { useRecordLocks } from './record-locks.tsx';
import { useDelete, useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

interface ListOptions {
  contract: Contract;
  start: ListStart | undefined;
  columns: readonly Column[];
  busy: boolean;
}

/** A list's rows, and in `shared` what its parts need, so that nothing is handed through. */
export function useList<R extends Row>({ contract, start, columns, busy }: ListOptions) {
  const { may } = useSession();
  const isInScenario = useIsInScenario(contract.name);
  const { view, ...opened } = useViewOfList(contract, start);
  const list = useListState(opened.start, { name: contract.name, columns, view });
  const answer = useRows<R>(contract, list.state, !opened.isLoading);
  const { disabledReason, columnBadge } = useRecordLocks(contract.dated);
  const namingColumn = findNamingColumn(contract, columns, useNarrow());
  const { selection, chosen, nameOutOfSight, clear } = useSelection({
    rows: answer.data?.data,
    total: answer.data?.total ?? 0,
    filters: list.state.filters,
    nameOf: (row) => String(cellValue(row, namingColumn) ?? `#${row.id}`),
    disabledReason,
  });
  /** Asks, then deletes. */
  const remove = useDelete(contract.name, clear);
  const hasPages = Boolean(contract.path);
  const actOnRows = hasPages && may(grantFor(contract, 'row_actions'));
  const rights = {
    add: hasPages && !busy && may(grantFor(contract, 'create')),
    export: may(grantFor(contract, 'export')),
    import: !isInScenario && may(grantFor(contract, 'import')),
    open: hasPages && may(grantFor(contract, 'open_record')),
    check: may(grantFor(contract, 'check')),
    /** Many records at once; a scenario takes no such edit. */
    edit: hasPages && !isInScenario && may(grantFor(contract, 'update')),
    /** The buttons that view and delete a row. */
    actOnRows,
    delete: actOnRows && may(grantFor(contract, 'delete')),
  };
  const shared = { contract, list, view, opened, columns, rights, chosen, nameOutOfSight, disabledReason, remove };
  return { shared, answer, selection, columnBadge, namingColumn };
}

export type ListContextValue = ReturnType<typeof useList>['shared'];

export const ListContext = createContext<ListContextValue | null>(null);

/** What saved views need of a list, also of one that is no entity's. */
export interface ViewedList extends Pick<ListContextValue, 'list' | 'view' | 'opened' | 'columns'> {
  contract: Pick<Contract, 'name' | 'filters' | 'fields' | 'columns' | 'dated'>;
}

/** Around a list that is no entity's and has saved views. */
export const ViewedListContext = createContext<ViewedList | null>(null);

export function useViewedList(): ViewedList {
  return use(ViewedListContext) ?? use(ListContext)!;
}

/** The list around a toolbar button, an action on chosen rows or a line below the rows. */
export function useListContext(): ListContextValue {
  return use(ListContext)!;
}
