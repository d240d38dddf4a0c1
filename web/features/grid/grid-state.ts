import { createContext, use } from 'react';
import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { createStore, type Store } from '../../ui/hooks/store.ts';
import { type CellPlace, clampSelection, type GridSize, rangeOf, type Selection, selectCell } from './cell-range.ts';
import type { CellValue } from './cell-value.ts';
import { type CellChange, type EditStore, isSame, type RejectedRow, savedValue } from './edit-store.ts';
import { clearCells, fillDown, type GridContent, type PlannedChanges, pasteTexts, spreadCell } from './plan-changes.ts';

/** What the grid last did with many cells at once, to be told. */
export type Report = Omit<PlannedChanges, 'changes' | 'range'> & { what: 'paste' | 'fill' | 'clear'; written: number };

/** What the edit mode of a list shares between its table and its bar. */
export interface GridMode {
  contract: Contract;
  /** The fields that are edited; all that a form writes without it. */
  fields?: readonly string[] | undefined;
  store: EditStore;
  /** Rows that the last save refused. */
  refusals: Store<readonly RejectedRow[]>;
  /** Answers the keys that were pressed while the grid was on its way; false drops them. */
  releaseKeys: (isReady: boolean) => void;
  end: () => void;
}

/** The grid that is drawn, for its rows and cells. */
export interface Grid {
  mode: GridMode;
  selection: Store<Selection>;
  report: Store<Report | null>;
  content: () => GridContent;
  size: () => GridSize;
  isEditable: (place: CellPlace) => boolean;
  /** Moves the focus; what was being typed stands. */
  select: (selection: Selection) => void;
  /** Whether something was chosen since the grid is there. */
  hasChosen: () => boolean;
  /** Whether the cell that has the focus is typed in, so that arrows move its caret. */
  isTyping: () => boolean;
  setTyping: (isTyping: boolean) => void;
  /** Whether the cell that is drawn next takes the focus; it does so once. */
  takeFocus: () => boolean;
  put: (row: Row, field: string, value: CellValue, session: string) => void;
  /** Does what a paste, a fill or a clearing of the chosen cells planned, and tells what came of it. */
  run: (command: Command) => void;
  undo: () => void;
  redo: () => void;
}

export type Command = { what: 'paste'; block: readonly (readonly string[])[] } | { what: 'fill_down' | 'spread' | 'clear' };

export const GridContext = createContext<Grid | null>(null);
export const useGrid = (): Grid => use(GridContext)!;

/** A grid over what `read` answers, which may be other rows and columns at each call. `focusCell` puts the focus into the cell that has it again. */
export function createGrid(mode: GridMode, read: () => Omit<GridContent, 'edits'>, focusCell: () => void): Grid {
  const selection = createStore<Selection>(selectCell({ row: 0, column: 0 }));
  const report = createStore<Report | null>(null);
  let isTyping = false;
  let wantsFocus = false;
  let hasChosen = false;
  const content = () => ({ ...read(), edits: mode.store.edits.get() });
  const size = () => ({ rows: content().rows.length, columns: content().columns.length });
  const select = (next: Selection) => {
    const { focus } = selection.get();
    const clamped = clampSelection(next, size());
    isTyping = false;
    hasChosen = true;
    wantsFocus = focus.row !== clamped.focus.row || focus.column !== clamped.focus.column;
    selection.set(clamped);
    if (!wantsFocus) focusCell();
  };
  /** A refused row that is edited again is no longer the one that was refused. */
  const forgetRefusals = (changes: readonly { row: Row }[]) => {
    const refused = mode.refusals.get();
    const left = refused.filter(({ id }) => !changes.some(({ row }) => row.id === id));
    if (left.length < refused.length) mode.refusals.set(left);
  };
  const apply = (changes: readonly CellChange[], session?: string) => {
    forgetRefusals(changes);
    mode.store.apply(changes, session);
  };
  const plan = (command: Command): PlannedChanges => {
    const chosen = clampSelection(selection.get(), size());
    const range = rangeOf(chosen);
    if (command.what === 'paste') return pasteTexts(content(), range, command.block);
    if (command.what === 'fill_down') return fillDown(content(), range);
    return command.what === 'spread' ? spreadCell(content(), range, chosen.focus) : clearCells(content(), range);
  };
  const follow = (changes: readonly { row: Row; field: string }[] = []) => {
    forgetRefusals(changes);
    const [first] = changes;
    if (!first) return;
    const { rows, columns } = content();
    const row = rows.findIndex(({ id }) => id === first.row.id);
    const column = columns.findIndex(({ field }) => field?.name === first.field);
    if (row >= 0 && column >= 0) select(selectCell({ row, column }));
    report.set(null);
  };
  return {
    ...{ mode, selection, report, content, size, select },
    isEditable: ({ row, column }) => {
      const { rows, columns, disabledReason } = content();
      return columns[column]?.field !== undefined && rows[row] !== undefined && disabledReason(rows[row]) === undefined;
    },
    hasChosen: () => hasChosen,
    isTyping: () => isTyping,
    setTyping: (next) => {
      isTyping = next;
    },
    takeFocus: () => {
      const taken = wantsFocus;
      wantsFocus = false;
      return taken;
    },
    put: (row, field, value, session) => {
      report.set(null);
      apply([{ row, field, value }], session);
    },
    run: (command) => {
      const { changes, range, ...outcome } = plan(command);
      const before = mode.store.count();
      apply(changes);
      const what = command.what === 'paste' || command.what === 'clear' ? command.what : 'fill';
      const isQuiet = changes.length === 1 && outcome.invalid === 0 && before <= mode.store.count();
      const written = changes.filter(({ row, field, value }) => !isSame(value, savedValue(row, field))).length;
      report.set(isQuiet ? null : { ...outcome, what, written });
      if (command.what === 'paste' && !outcome.overflow)
        select({ anchor: { row: range.top, column: range.left }, focus: { row: range.bottom, column: range.right } });
      else select(selection.get());
    },
    undo: () => follow(mode.store.undo()),
    redo: () => follow(mode.store.redo()),
  };
}
