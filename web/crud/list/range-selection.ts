import { type KeyboardEvent, useCallback, useRef } from 'react';
import type { Row } from './cell.tsx';
import type { RowSelection } from './use-selection.ts';

/** The row chosen last without Shift, and the selection then: what Shift changes starts from both. */
interface Anchor {
  id: number;
  on: boolean;
  base: ReadonlySet<number>;
  /** The other end of the range, and the selection it left; another selection meanwhile is a new base. */
  end: number;
  result: ReadonlySet<number>;
}

/**
 * Chooses a row, or takes it off. With `extend` the row chosen last and all up to this one become what that one is; `from` is where the range
 * begins unless it goes on from there.
 */
export type ChooseRow = (id: number, on: boolean, extend?: boolean, from?: number) => void;

/** Choosing among the rows of one page in their order. A range grows and shrinks with its end, and leaves out what cannot be chosen. */
export function useRangeSelection(rows: readonly Row[] | undefined, selection: RowSelection | undefined): ChooseRow {
  const latest = useRef({ rows, selection });
  latest.current = { rows, selection };
  const anchor = useRef<Anchor>(undefined);
  return useCallback((id, on, extend = false, from) => {
    const { rows = [], selection } = latest.current;
    if (!selection) return;
    const ids = selection.ids.get();
    const goesOn = extend && rows.some((row) => row.id === anchor.current?.id) && (from === undefined || from === anchor.current?.end);
    const start = goesOn ? anchor.current! : { id: (extend && from) || id, on, base: ids, result: ids };
    const base = start.result === ids ? start.base : ids;
    const [first, last] = [start.id, id].map((end) => rows.findIndex((row) => row.id === end)).sort((a, b) => a - b) as [number, number];
    const result = new Set(base);
    for (const row of rows.slice(first, last + 1)) {
      if (!start.on) result.delete(row.id);
      else if (!selection.disabledReason?.(row)) result.add(row.id);
    }
    anchor.current = { id: start.id, on: start.on, base: extend ? base : result, end: id, result };
    selection.ids.set(result);
  }, []);
}

/**
 * Keys of a row or its check box: Space chooses the row, Shift with an arrow takes the next one along. The focus of a row is moved by
 * `moveRovingTabIndex`; that of a check box here.
 */
export function chooseByKeys(event: KeyboardEvent<HTMLElement>, rows: readonly Row[], selection: RowSelection, choose: ChooseRow): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('tr[data-row-id]');
  const onBox = target.matches('[data-select-row]');
  if (!row || (target !== row && !onBox)) return;
  const id = Number(row.dataset.rowId);
  if (event.key === ' ' && !onBox) {
    event.preventDefault();
    choose(id, !selection.ids.get().has(id), event.shiftKey);
  }
  const step = event.shiftKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined;
  const next = step && rows[rows.findIndex((one) => one.id === id) + step];
  if (!next) return;
  event.preventDefault();
  choose(next.id, true, true, id);
  if (onBox) event.currentTarget.querySelector<HTMLElement>(`tr[data-row-id="${next.id}"] [data-select-row]`)?.focus();
}
