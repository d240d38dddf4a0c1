import type { KeyboardEvent } from 'react';
import { afterPaint, tryEachFrame } from '../hooks/after-paint.ts';

/**
 * Keys of a `<tbody>` whose rows have `tabIndex={-1}` and the first one 0: arrows, Home and End move between the rows, Enter opens one. Keys
 * pressed in a control inside a row belong to that control.
 */
export function moveRovingTabIndex(event: KeyboardEvent<HTMLElement>, onOpen?: (index: number, row: HTMLElement) => void): void {
  const target = event.target as HTMLElement;
  if (target.tagName !== 'TR') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > tr[tabindex]')];
  const now = rows.indexOf(target);
  if (event.key === 'Enter') {
    event.preventDefault();
    onOpen?.(now, target);
    return;
  }
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 }[event.key];
  const next = to === undefined ? undefined : rows[to];
  if (!next) return;
  event.preventDefault();
  focusRow(next);
}

/** Focuses a row and makes it the one that Tab comes to; a row that takes no focus is scrolled into view. */
export function focusRow(row: HTMLElement | null | undefined): void {
  if (row?.tagName !== 'TR') {
    row?.scrollIntoView({ block: 'nearest' });
    return;
  }
  for (const other of row.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[tabindex="0"]') ?? []) other.tabIndex = -1;
  row.tabIndex = 0;
  row.focus();
}

/** Comes to the rows of the page's table, from nothing or from the page itself. */
export const focusFirstRow = () => focusRow(document.querySelector<HTMLElement>('main tr[tabindex="0"]'));

/** Comes from a search box to the first row once the table shows what is searched, unless something else is typed before. */
export function focusFirstMatch(search: HTMLInputElement): void {
  const { value } = search;
  afterPaint(() => {
    tryEachFrame(() => {
      const isLeft = document.activeElement !== search || search.value !== value;
      if (!isLeft && document.querySelector('main .data-table')?.ariaBusy === 'true') return false;
      if (!isLeft) focusFirstRow();
      return true;
    });
  });
}
