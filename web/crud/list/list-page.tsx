import { Download, Eye, Plus, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Column, Contract } from '#contracts/contract.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { FilterLabel } from '../filters/filters.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { cellValue, type Row } from './cell.tsx';
import { useColumnChoice } from './column-choice.ts';
import { ColumnsMenu, FoldToggle } from './columns-menu.tsx';
import { useListPosition } from './list-return.ts';
import { useListState } from './list-state.ts';
import { ListView } from './list-view.tsx';
import { LockedMonthInView, useRecordLocks } from './record-locks.tsx';
import type { DataTableProps } from './table-props.ts';
import { useDelete, useExport, useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

export interface ListPageProps<R extends Row = Row>
  extends Pick<DataTableProps, 'cells' | 'rowStyle' | 'rowIcon' | 'expandedContent' | 'onRow'> {
  contract: Contract;
  /** Columns instead of the contract's. */
  columns?: readonly Column[];
  /** Address of the list; adding and viewing live below it. Without it rows cannot be opened. */
  path?: string;
  filters?: ReactNode;
  labels?: readonly FilterLabel[];
  initialFilters?: Readonly<Record<string, string>>;
  limit?: number;
  /** Buttons between Export and Add. */
  toolbar?: ReactNode;
  /** Between the filters and the table. */
  notice?: ReactNode;
  legend?: ReactNode;
  /** Off while the list is used for something else, such as editing figures in it. */
  mayAdd?: boolean | undefined;
  /** False for lists without an export button, for every role. */
  mayExport?: boolean;
  /** Buttons of a row, before those that view and delete it. */
  rowActions?: (row: R) => ReactNode;
  /** Rows can be chosen and deleted together by those who see the row actions. */
  selectable?: boolean;
}

/** The list of an entity: its calls, rights, column choice, selection and row actions, in the list view. */
export function ListPage<R extends Row = Row>(props: ListPageProps<R>) {
  const {
    contract,
    path,
    filters,
    labels,
    initialFilters = NO_FILTERS,
    limit = 10,
    toolbar,
    notice,
    legend,
    rowActions,
    selectable = false,
  } = props;
  const { t, lang } = useText();
  const { may } = useSession();
  const navigate = useNavigate();
  const columns = props.columns ?? contract.columns;
  const list = useListState({ limit, filters: initialFilters });
  const { state } = list;
  const answer = useRows<R>(contract.name, state);
  const { data } = answer;
  const { dated } = contract;
  const { disabledReason, columnBadge } = useRecordLocks(dated);
  const [choice, choose] = useColumnChoice(contract.name, columns);
  const namingColumn = findNamingColumn(contract, columns);
  const {
    ids,
    selection,
    outOfSight,
    clear: clearSelection,
  } = useSelection({
    rows: data?.data,
    filters: state.filters,
    nameOf: (row) => String(cellValue(row, namingColumn) ?? `#${row.id}`),
    disabledReason,
  });
  const root = useRef<HTMLDivElement>(null);
  useListPosition(path, root, data !== undefined);
  const removeRows = useDelete(contract.name, clearSelection);
  const exporting = useExport(contract.name, state);

  const mayAdd = path !== undefined && (props.mayAdd ?? true) && may(grantFor(contract, 'create'));
  const mayExport = props.mayExport ?? may(grantFor(contract, 'export'));
  const opens = path !== undefined && may(grantFor(contract, 'open_record'));
  const mayActOnRows = path !== undefined && may(grantFor(contract, 'row_actions'));
  const mayDelete = mayActOnRows && may(grantFor(contract, 'delete'));
  const add = () => path && navigate(`${path}/add`);
  // The rows are drawn again when one of these is another function.
  const open = useCallback((row: Row) => path && navigate(`${path}/${row.id}/view`), [navigate, path]);
  const link = useMemo(
    () => ({ column: namingColumn, to: (row: Row) => (opens ? `${path}/${row.id}/view` : undefined) }),
    [opens, path, namingColumn],
  );
  const actions = useCallback(
    (row: Row) => (
      <>
        <Fragment key={row.id}>{rowActions?.(row as R)}</Fragment>
        {opens && mayActOnRows && <IconButton icon={Eye} size="sm" label={t('control.view')} onClick={() => open(row)} />}
        {mayDelete && (
          <IconButton
            icon={Trash2}
            size="sm"
            tone="danger"
            label={t('control.delete')}
            reason={disabledReason(row)}
            onClick={() => void removeRows([row.id])}
          />
        )}
      </>
    ),
    [rowActions, opens, mayActOnRows, mayDelete, open, disabledReason, removeRows, t],
  );
  useShortcuts(mayAdd ? { n: add } : {});

  const addButton = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={add}>
      {t('control.add')}
    </Button>
  );
  return (
    <ListView
      root={root}
      list={list}
      answer={answer}
      head={
        <>
          {dated && <LockedMonthInView filters={state.filters} dated={dated} />}
          <FoldToggle columns={columns} choice={choice} onChange={choose} />
          <ColumnsMenu columns={columns} choice={choice} onChange={choose} />
          {mayExport && (
            <Button icon={Download} loading={exporting.isPending} onClick={() => exporting.mutate()}>
              {t('control.export')}
            </Button>
          )}
          {toolbar}
          {addButton}
        </>
      }
      filters={filters}
      filterLabels={labels}
      notice={
        <>
          {notice}
          {selectable && ids.size > 0 && (
            <BulkBar count={ids.size} onClear={clearSelection} onDelete={() => void removeRows([...ids], outOfSight)} />
          )}
        </>
      }
      label={contract.label[lang]}
      columns={columns}
      choice={choice}
      sorts={contract.sorts}
      defaultOrder={contract.order}
      link={link}
      onOpen={opens ? open : undefined}
      cells={props.cells}
      rowStyle={props.rowStyle}
      rowIcon={props.rowIcon}
      expandedContent={props.expandedContent}
      onRow={props.onRow}
      selection={selectable && mayDelete ? selection : undefined}
      columnBadge={columnBadge}
      actions={mayActOnRows || rowActions ? actions : undefined}
      legend={legend}
      emptyText={t('list.nothing_yet', { name: contract.label[lang].toLowerCase() })}
      emptyAction={addButton}
    />
  );
}

const NO_FILTERS = {};

/** The column that names a record; the first one where the naming field is not shown. */
function findNamingColumn(contract: Contract, columns: readonly Column[]): string {
  const field = contract.title?.field ?? 'id';
  return columns.some((column) => column.key === field) ? field : columns[0]!.key;
}
