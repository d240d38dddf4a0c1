import type { KeyboardEvent } from 'react';
import { isInputMethodKey } from '../hooks/input-method.ts';

/** Attribute of an input in a table of inputs; its value names the column. */
export const GRID_CELL = 'data-grid-cell';

/**
 * Keys of a table of inputs: arrows up and down, Enter and Shift+Enter move within the column, Tab to the next or previous input in reading
 * order. Arrows left and right move within the row from an end of the text, or while all of it is selected, as it is on entering. At an edge all of it is
 * selected again, so that the next figure does not become part of it; Tab leaves the table as usual. Disabled inputs are passed over.
 */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const input = event.target;
  if (event.defaultPrevented || isInputMethodKey(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(input instanceof HTMLInputElement) || !input.hasAttribute(GRID_CELL)) return;
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[${GRID_CELL}]:enabled`)];
  const column = cells.filter((cell) => cell.getAttribute(GRID_CELL) === input.getAttribute(GRID_CELL));
  const vertical = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
  const horizontal = { ArrowLeft: -1 as const, ArrowRight: 1 as const }[event.key];
  if (horizontal !== undefined) {
    const beside = cells[cells.indexOf(input) + horizontal];
    if (event.shiftKey || !isAtEnd(input, horizontal)) return;
    event.preventDefault();
    if (beside?.closest('tr') === input.closest('tr')) beside?.focus();
    else input.select();
  } else if (vertical !== undefined) {
    event.preventDefault();
    const next = column[column.indexOf(input) + vertical] ?? input;
    next.focus();
    next.select();
  } else if (event.key === 'Tab') {
    const next = cells[cells.indexOf(input) + (event.shiftKey ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

function isAtEnd({ selectionStart, selectionEnd, value }: HTMLInputElement, direction: 1 | -1): boolean {
  const all = selectionStart === 0 && selectionEnd === value.length;
  return all || (direction === -1 ? selectionEnd === 0 : selectionStart === value.length);
}
