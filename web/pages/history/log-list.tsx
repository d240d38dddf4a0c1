import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { Query } from '../../api/client.ts';
import { listQuery, type Page } from '../../api/queries.ts';
import { FilterBar, type FilterLabel } from '../../crud/filters/filters.tsx';
import type { CellOptions, Row } from '../../crud/list/cell.tsx';
import { toListQuery, useListState } from '../../crud/list/list-state.ts';
import { PagedTable, toPageControls } from '../../crud/list/paged-table.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface LogListProps<R extends Row> {
  /** The call that lists the log, newest first. */
  call: string;
  /** What is asked for instead of what the address says. */
  params?: (query: Query) => Query;
  label: string;
  columns: readonly Column[];
  cells?: CellOptions['cells'];
  /** What names a row: a phone shows it first. */
  link?: CellOptions['link'];
  /** Words for what the call answers as ids or leaves empty; the same function while the language stays. */
  rowOf?: (row: R) => Row;
  filters?: ReactNode;
  labels?: readonly FilterLabel[];
  /** What a row opens, and the name of the button that opens it. */
  detail?: { show: (row: R) => ReactNode; name: (row: R) => string };
  empty: string;
}

/** A log: filters, rows that open in place, pages; all of it in the address. */
export function LogList<R extends Row>({
  call,
  params = asSaid,
  label,
  columns,
  cells,
  link,
  rowOf,
  filters,
  labels = [],
  detail,
  empty,
}: LogListProps<R>) {
  const { t } = useText();
  const { state, change, clear } = useListState({ limit: 25 });
  const [open, setOpen] = useState<number | null>(null);
  const answer = useQuery(listQuery<R, Page<R>>(call, params(toListQuery(state))));
  const filtered = labels.some(({ name }) => state.filters[name]);
  const toggle = (row: Row) => setOpen(open === row.id ? null : row.id);
  return (
    <div className="one-list flex min-w-0 flex-col gap-3">
      {filters && (
        <FilterBar state={state} change={change} clear={clear} labels={labels}>
          {filters}
        </FilterBar>
      )}
      <PagedTable
        answer={answer}
        pages={toPageControls(state, change)}
        label={label}
        columns={columns}
        cells={cells}
        link={link}
        {...(rowOf && { rowOf })}
        {...(detail && {
          expandedContent: (row: Row) => open === row.id && detail.show(row as R),
          onOpen: toggle,
          actions: (row: Row) => (
            <IconButton
              icon={open === row.id ? ChevronDown : ChevronRight}
              size="sm"
              label={detail.name(row as R)}
              aria-expanded={open === row.id}
              onClick={() => toggle(row)}
            />
          ),
        })}
        empty={
          <EmptyState text={filtered ? t('list.no_match') : empty}>
            {filtered && <Button onClick={clear}>{t('control.clear_all')}</Button>}
          </EmptyState>
        }
      />
    </div>
  );
}

const asSaid = (query: Query): Query => query;
