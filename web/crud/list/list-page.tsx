import { CircleQuestionMark, Download, Ellipsis, Eye, Plus, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Column, Contract } from '#contracts/contract.ts';
import { SEARCH } from '#contracts/field-filters.ts';
import { readPage } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { PopoverMenu, type PopoverMenuEntry, type PopoverMenuHandle } from '../../ui/overlays/popover-menu.tsx';
import { Figure } from '../../ui/table/figure.tsx';
import type { FilterLabel } from '../filters/filters.tsx';
import { listTextFilterLabels, SearchFilter } from '../filters/text-filter.tsx';
import { recordTitle } from '../pickers/ref-options.ts';
import { cellValue, findNamingColumn, type Row } from './cell.tsx';
import { useColumnChoice } from './column-choice.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { EmptyPeriod } from './empty-period.tsx';
import { useListPosition } from './list-return.ts';
import { toListQuery, useListState } from './list-state.ts';
import { ListView } from './list-view.tsx';
import { usePrefetchRow } from './prefetch-row.ts';
import { MonthInView, useRecordLocks } from './record-locks.tsx';
import type { DataTableProps } from './table-props.ts';
import { useDelete, useExport, useRows } from './use-rows.ts';
import { type ChosenRows, useSelection } from './use-selection.ts';

export interface ListPageProps<R extends Row = Row>
  extends Pick<DataTableProps, 'cells' | 'dashZeros' | 'rowStyle' | 'rowIcon' | 'openRows' | 'detail' | 'onRow'> {
  contract: Contract;
  /** Columns instead of the contract's. */
  columns?: readonly Column[];
  /** Address of the list; adding and viewing live below it. Without it rows cannot be opened. */
  path?: string;
  /** Beside the search box. */
  filters?: ReactNode;
  labels?: readonly FilterLabel[];
  /** What an address without filters shows; the same object at every rendering. */
  viewFilters?: Readonly<Record<string, string>> | undefined;
  /** Order while the address has none, `column DESC`; the call's own without it. */
  initialOrder?: string;
  limit?: number;
  /** Buttons beside Add that stand behind '⋯' in a narrow window. */
  toolbar?: ReactNode;
  /** Buttons that are always in sight, such as saving what is edited in the list. */
  actions?: ReactNode;
  /** Between the filters and the table. */
  notice?: ReactNode;
  /** The legend of the rows' looks and short names; opens from '?'. */
  legend?: ReactNode;
  /** One quiet line below the rows. */
  foot?: ReactNode;
  /** The sums over all rows of the filters. */
  sums?: (filters: Readonly<Record<string, string>>) => ReactNode;
  /** On while the list is used for something else, such as editing figures in it: nothing is added, and rows have no buttons. */
  busy?: boolean;
  /** False for lists without an export button, for every role. */
  mayExport?: boolean;
  /** Buttons of a row, before the one that views it. */
  rowActions?: (row: R) => ReactNode;
  /** Rare actions of a row, behind '⋯' with the one that deletes it. */
  rowMenu?: ((row: R) => readonly PopoverMenuEntry[]) | undefined;
  /** The action where there is no record at all, for those who may add one. */
  emptyHelp?: string;
  /** Rows can be chosen and deleted together by those who see the row actions. */
  selectable?: boolean;
  /** Further actions on chosen rows. */
  chosenActions?: ((chosen: ChosenRows) => ReactNode) | undefined;
}

/** The list of an entity: its calls, rights, column choice, selection and row actions, in the list view. */
export function ListPage<R extends Row = Row>(props: ListPageProps<R>) {
  const {
    contract,
    path,
    labels = [],
    viewFilters,
    initialOrder,
    limit = 10,
    legend,
    foot,
    sums,
    rowActions,
    rowMenu,
    emptyHelp = '',
    selectable = false,
    busy = false,
  } = props;
  const { t, lang } = useText();
  const { may } = useSession();
  const navigate = useNavigate();
  const columns = props.columns ?? contract.columns;
  const list = useListState({ limit, order: initialOrder, ...(viewFilters && { viewFilters }) });
  const { state } = list;
  const answer = useRows<R>(contract, state);
  const filtered = Object.keys(state.filters);
  const onlyDays = viewFilters && filtered.length > 0 && filtered.every((name) => name in viewFilters);
  const { data } = answer;
  const { dated } = contract;
  const { disabledReason, columnBadge } = useRecordLocks(dated);
  const [choice, choose] = useColumnChoice(contract.name, columns);
  const narrow = useNarrow();
  const namingColumn = findNamingColumn(contract, columns, narrow);
  const { chosen, selection, nameOutOfSight, clear } = useSelection({
    rows: data?.data,
    filters: state.filters,
    nameOf: (row) => String(cellValue(row, namingColumn) ?? `#${row.id}`),
    disabledReason,
  });
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<PopoverMenuHandle<R>>(null);
  const linkHandlers = usePrefetchRow(contract.name);
  useListPosition(path, root, toListQuery(state), data !== undefined);
  const removeRows = useDelete(contract.name, clear);
  const exporting = useExport(contract.name, state);

  const mayAdd = path !== undefined && !busy && may(grantFor(contract, 'create'));
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
  const rowButtons = useCallback(
    (row: Row) => (
      <>
        <Fragment key={row.id}>{rowActions?.(row as R)}</Fragment>
        {opens && mayActOnRows && <IconButton icon={Eye} size="sm" label={t('control.view')} onClick={() => open(row)} />}
        {(mayDelete || rowMenu) && (
          <IconButton
            icon={Ellipsis}
            size="sm"
            label={t('control.more')}
            aria-haspopup="menu"
            onClick={(event) => menu.current?.open(row as R, event.currentTarget)}
          />
        )}
      </>
    ),
    [rowActions, rowMenu, opens, mayActOnRows, mayDelete, open, t],
  );
  const menuEntries = (row: R): readonly PopoverMenuEntry[] => {
    const remove = () => void removeRows([row.id], { name: recordTitle(contract.name, row) });
    const removal = { label: t('control.delete'), icon: Trash2, danger: true, reason: disabledReason(row), onSelect: remove };
    return [...(rowMenu?.(row) ?? []), ...(mayDelete ? [removal] : [])];
  };
  useShortcuts(mayAdd ? { n: add } : {});
  const deletesChosen = selectable && mayDelete;
  const chosenActions = (
    <>
      {props.chosenActions?.(chosen)}
      {deletesChosen && (
        <Button
          variant="danger"
          size="sm"
          icon={Trash2}
          onClick={() => void removeRows([...selection.ids.get()], { outOfSight: nameOutOfSight() })}
        >
          {t('control.delete')}
        </Button>
      )}
    </>
  );

  const addButton = (iconOnly = false) =>
    mayAdd && (
      <Button variant="primary" icon={Plus} iconOnly={iconOnly} onClick={add}>
        {t('control.add')}
      </Button>
    );
  const emptyText = [t('list.nothing_yet', { name: contract.label[lang].toLowerCase() }), mayAdd && emptyHelp].filter(Boolean).join(' ');
  return (
    <>
      <ListView
        root={root}
        list={list}
        answer={answer}
        readAll={(limit) => readPage<R>(contract.name, { ...toListQuery(state), page: 1, limit })}
        head={props.actions}
        badge={dated && <MonthInView filters={state.filters} dated={dated} />}
        folded={
          <>
            {legend && (
              <Popover iconOnly icon={CircleQuestionMark} label={t('list.legend')}>
                {legend}
              </Popover>
            )}
            <ColumnsMenu columns={columns} choice={choice} onChange={choose} />
            {mayExport && (
              <Button iconOnly icon={Download} loading={exporting.isPending} onClick={() => exporting.mutate()}>
                {t('control.export')}
              </Button>
            )}
            {props.toolbar}
          </>
        }
        primary={addButton(narrow)}
        search={SEARCH in contract.filters ? { name: SEARCH, box: <SearchFilter contract={contract} /> } : undefined}
        filters={props.filters}
        filterLabels={[...listTextFilterLabels(contract), ...labels]}
        notice={props.notice}
        foot={foot}
        sums={sums?.(state.filters)}
        chosenActions={chosenActions}
        label={contract.label[lang]}
        columns={columns}
        choice={choice}
        sorts={contract.sorts}
        defaultOrder={contract.order}
        link={link}
        linkHandlers={linkHandlers}
        cells={props.cells}
        dashZeros={props.dashZeros}
        rowStyle={props.rowStyle}
        rowIcon={props.rowIcon}
        openRows={props.openRows}
        detail={props.detail}
        onRow={props.onRow}
        selection={!busy && (deletesChosen || props.chosenActions) ? selection : undefined}
        columnBadge={columnBadge}
        actions={!busy && (mayActOnRows || rowActions) ? rowButtons : undefined}
        totals={data?.sum && Object.fromEntries(Object.entries(data.sum).map(([key, value]) => [key, <Figure key={key} value={value} />]))}
        emptyText={emptyText}
        emptyAction={addButton()}
        empty={onlyDays && <EmptyPeriod contract={contract} list={list} text={emptyText} action={addButton()} />}
      />
      <PopoverMenu ref={menu} label={t('control.more')} entriesOf={menuEntries} />
    </>
  );
}
