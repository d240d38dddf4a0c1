import type { KeyboardEvent } from 'react';

/**
 * Keys of a `<tbody>` whose rows have `tabIndex={-1}` and the first one 0: arrows, Home and End walk the rows, Enter opens. Keys pressed in a control
 * inside a row stay that control's own.
 */
export function moveRovingTabIndex(event: KeyboardEvent<HTMLElement>, onOpen?: (index: number) => void): void {
  const target = event.target as HTMLElement;
  if (target.tagName !== 'TR') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > tr[tabindex]')];
  const now = rows.indexOf(target);
  if (event.key === 'Enter') {
    event.preventDefault();
    onOpen?.(now);
    return;
  }
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 }[event.key];
  const next = to === undefined ? undefined : rows[to];
  if (!next) return;
  event.preventDefault();
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
