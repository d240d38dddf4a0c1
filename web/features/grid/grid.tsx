import { useIsFetching, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import { listQuery, type Row } from '../../api/client.ts';
import { useLocksLoaded } from '../../api/month-locks.ts';
import { type DataTableProps, isNumeric } from '../../crud/list/cell.tsx';
import { useCheckedRows } from '../../crud/list/checked-rows.tsx';
import { useRecordLocks } from '../../crud/list/record-locks.tsx';
import { recordTitle, toOption } from '../../crud/pickers/ref-options.ts';
import { useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { Table } from '../../ui/table/table.tsx';
import { useIncrementalRows } from '../../ui/table/use-incremental-rows.ts';
import { focusField } from './cell-input.tsx';
import { findNextCell, selectCell } from './cell-range.ts';
import type { Choice } from './cell-value.ts';
import { listNamedEntities, type RefChoices, toGridColumns } from './columns.ts';
import { copyRange, handleGridKey, pasteCells, selectByMouse, selectFocused } from './grid-events.ts';
import { GridRow } from './grid-row.tsx';
import { createGrid, GridContext, type GridMode } from './grid-state.ts';
import { GridReport } from './report.tsx';
import './grid.css';
import { MAX_IDS } from '#contracts/paging.ts';
import { savedValue } from './edit-store.ts';
import type { GridContent } from './plan-changes.ts';

/** An entity with more records is chosen from in forms only. */
const MAX_CHOICES = 500;

interface GridProps extends Pick<DataTableProps, 'rowStyle' | 'rowIcon'> {
  mode: GridMode;
  rows: readonly Row[];
  columns: readonly Column[];
  stale: boolean;
}

/** The rows of a list as a grid that is edited as in Excel, by the ARIA pattern of grids; nothing is written before the bar saves it. */
export function Grid({ mode, rows, columns: shown, stale, ...look }: GridProps) {
  const { contract } = mode;
  const { t, lang } = useText();
  const { refs, isReady: hasChoices } = useRefChoices(mode);
  const columns = useMemo(() => toGridColumns(contract, shown, refs, lang, mode.fields), [contract, shown, refs, lang, mode.fields]);
  const { disabledReason: lockReason, columnBadge } = useRecordLocks(contract.dated);
  const disabledReason = useMemo(
    () => (row: Row) => lockReason(row) ?? (row.is_checked === 1 ? t('list.is_checked') : undefined),
    [lockReason, t],
  );
  const latest = useRef({ rows, columns, disabledReason });
  latest.current = { rows, columns, disabledReason };
  const table = useRef<HTMLDivElement>(null);
  const [grid] = useState(() =>
    createGrid(
      mode,
      () => latest.current,
      () => focusCell(table.current),
    ),
  );
  const refusals = useStore(mode.refusals);
  const away = useRefusedAway(mode, rows);
  useOvertakenRows(mode, { ...latest.current, away });
  const reasons = useMemo(() => new Map(refusals.map(({ id, message }) => [id, message])), [refusals]);
  const isLocksLoaded = useLocksLoaded(true);
  const isReading = useIsFetching({ queryKey: [contract.name, 'list'] }) > 0;
  const isReady = isLocksLoaded && hasChoices && !isReading;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || !isReady) return;
    hasBegun.current = true;
    const first = findNextCell({ row: 0, column: -1 }, 'row', 1, grid.size(), grid.isEditable);
    if (first) {
      // A cell that was pressed while the grid was on its way is where it begins.
      grid.select(grid.hasChosen() ? grid.selection.get() : selectCell(first));
      // Not while React draws: it would take back what is typed.
      setTimeout(() => mode.releaseKeys(true));
    } else {
      notify.info({ title: t(rows.length === 0 ? 'grid.empty' : 'grid.none') });
      mode.end();
    }
  }, [grid, isReady, mode, rows.length, t]);
  const { drawn, isDrawing } = useIncrementalRows(rows);
  const { rowStyle, rowIcon } = useCheckedRows(contract, look);
  const label = t('grid.label', { list: contract.label[lang] });
  return (
    <GridContext value={grid}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of what happens in its cells. */}
      <div
        ref={table}
        className="grid-frame"
        onKeyDown={(event) => handleGridKey(grid, event)}
        onFocus={(event) => selectFocused(grid, event)}
        onCopy={(event) => copyRange(grid, event)}
        onCut={(event) => copyRange(grid, event)}
        onPaste={(event) => pasteCells(grid, event)}
        onMouseDown={(event) => selectByMouse(grid, event)}
        onMouseOver={(event) => selectByMouse(grid, event)}
      >
        <Table
          className="record-rows"
          label={label}
          stale={stale}
          busy={!isReady || isDrawing}
          attributes={{ role: 'grid', 'aria-label': label, 'aria-multiselectable': true }}
        >
          <thead>
            <tr>
              {columns.map(({ column, field }, at) => (
                <th
                  key={column.key}
                  scope="col"
                  data-align={isNumeric(column) ? 'right' : undefined}
                  data-pin={at === 0 || undefined}
                  data-open={field !== undefined || undefined}
                >
                  {column.label[lang]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row, at) => (
              <GridRow
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays from page to page.
                key={at}
                {...{ row, at, columns, lang, rowStyle, rowIcon, columnBadge }}
                name={toOption(contract.name, row).label}
                disabledReason={isReady || hasBegun.current ? disabledReason(row) : t('grid.not_ready')}
                refusal={reasons.get(row.id)}
              />
            ))}
          </tbody>
        </Table>
        <GridReport nameOf={(row) => recordTitle(contract.name, row)} {...{ rows, away }} />
      </div>
    </GridContext>
  );
}

/** Puts the focus back into the cell that has it, with its text selected. */
function focusCell(frame: HTMLElement | null): void {
  const cell = frame?.querySelector<HTMLElement>('td[data-focused]');
  const target = cell?.querySelector<HTMLElement>('.grid-input') ?? cell;
  if (target) focusField(target);
}

/** The records that the grid's columns can name, of entities with few enough to choose from. */
function useRefChoices({ contract, fields }: GridMode): { refs: RefChoices; isReady: boolean } {
  const entities = useMemo(() => listNamedEntities(contract, fields), [contract, fields]);
  return useQueries({
    queries: entities.map((entity) => ({ ...listQuery<Row>(entity, { limit: MAX_CHOICES }), staleTime: 60_000, meta: { silent: true } })),
    combine: (answers) => {
      const refs: Record<string, readonly Choice[]> = {};
      for (const [at, { data }] of answers.entries()) {
        const entity = entities[at]!;
        if (data && data.total <= MAX_CHOICES) refs[entity] = data.data.map((row) => toChoice(entity, row));
      }
      return { refs, isReady: answers.every(({ isPending }) => !isPending) };
    },
  });
}

function toChoice(entity: string, row: Row): Choice {
  const { label, hint } = toOption(entity, row);
  return { value: row.id, label, hint };
}

const NONE: readonly Row[] = [];

/** Refused rows, as they are now, that are not among those in view: of another page, or left out by the filters since somebody saved them. */
function useRefusedAway({ contract, refusals }: GridMode, rows: readonly Row[]): readonly Row[] {
  const refused = useStore(refusals);
  const ids = useMemo(() => {
    const inView = new Set(rows.map(({ id }) => id));
    return refused.flatMap(({ id }) => (inView.has(id) ? [] : [id])).slice(0, MAX_IDS);
  }, [refused, rows]);
  const { data } = useQuery({
    ...listQuery<Row>(contract.name, { ids: ids.join(), limit: ids.length }),
    enabled: ids.length > 0,
    meta: { silent: true },
  });
  return (ids.length > 0 && data?.data) || NONE;
}

/** Says of refused rows that somebody saved meanwhile what they hold now, which the next save writes over, or why they take nothing any more. */
function useOvertakenRows(
  { store, refusals }: GridMode,
  { rows, away, columns, disabledReason }: Omit<GridContent, 'edits'> & { away: readonly Row[] },
): void {
  const refused = useStore(refusals);
  const { t, lang } = useText();
  useEffect(() => {
    const isRefused = (row: Row) => refused.some(({ id }) => id === row.id);
    const overtaken = [...rows, ...away].filter((row) => isRefused(row) && store.rebase(row));
    if (overtaken.length === 0) return;
    const describe = (row: Row) => {
      const edited = columns.filter(({ field }) => field && field.name in (store.edits.get()[row.id]?.values ?? {}));
      return edited.map(({ column, field }) => `${column.label[lang]} ${field!.write(savedValue(row, field!.name)) || '–'}`).join(', ');
    };
    const tell = (row: Row) => {
      const reason = disabledReason(row);
      return reason ? t('grid.closed', { reason }) : t('grid.overtaken', { values: describe(row) });
    };
    const messages = new Map(overtaken.map((row) => [row.id, tell(row)]));
    refusals.set(refused.map(({ id, message }) => ({ id, message: messages.get(id) ?? message })));
  }, [rows, away, columns, disabledReason, refused, store, refusals, lang, t]);
}
