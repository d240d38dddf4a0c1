import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isInputMethodKey } from '../../ui/hooks/shortcuts.ts';
import { type CellPlace, extendTo, findNextCell, moveSelection, rangeOf, selectCell } from './cell-range.ts';
import type { Grid } from './grid-state.ts';
import { copyCells } from './plan-changes.ts';
import { readTsv, writeTsv } from './tsv.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;
const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Keys of a grid, as in Excel and in the ARIA pattern of grids. An input method that is at work keeps its own. */
export function handleGridKey(grid: Grid, event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || isInputMethodKey(event.nativeEvent)) return;
  // The buttons that ask which number was meant have keys of their own.
  if (event.target instanceof HTMLButtonElement) return;
  const isHandled = handleCommand(grid, event) || handleMove(grid, event);
  if (isHandled) event.preventDefault();
}

/** Ctrl+Z, Ctrl+Y, Ctrl+D, Ctrl+Enter, Ctrl+A, Delete, F2. */
function handleCommand(grid: Grid, { key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent<HTMLElement>): boolean {
  const isTyping = grid.isTyping();
  if ((ctrlKey || metaKey) && !altKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') shiftKey ? grid.redo() : grid.undo();
    else if (letter === 'y') grid.redo();
    else if (letter === 'd') grid.run({ what: 'fill_down' });
    else if (key === 'Enter') grid.run({ what: 'spread' });
    else if (letter === 'a') {
      if (selectText(grid, target)) return true;
      const { rows, columns } = grid.size();
      grid.select({ anchor: { row: rows - 1, column: columns - 1 }, focus: { row: 0, column: 0 } });
    } else return false;
    return true;
  }
  if (key === 'F2') {
    startTyping(grid, target);
    return true;
  }
  if ((key !== 'Delete' && key !== 'Backspace') || isTyping) return false;
  grid.run({ what: 'clear' });
  return true;
}

/** Selects the text of a cell; false where all of it is selected by such a press already, or the cell has none to type in. */
function selectText(grid: Grid, target: EventTarget): boolean {
  if (!isTextField(target) || target.value === '') return false;
  const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
  if (isWhole && grid.isTyping()) return false;
  grid.setTyping(true);
  target.select();
  return true;
}

/** Opens a list to choose from, or puts the caret behind the text. */
function startTyping(grid: Grid, target: EventTarget): void {
  // Safari 17 has none for a list: Space opens it there.
  if (target instanceof HTMLSelectElement) target.showPicker?.();
  if (!isTextField(target)) return;
  grid.setTyping(true);
  target.setSelectionRange(target.value.length, target.value.length);
}

function handleMove(grid: Grid, { key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent<HTMLElement>): boolean {
  // A select opens its list by Alt with an arrow; a text of several lines breaks by Alt with Enter.
  if (altKey) return false;
  const selection = grid.selection.get();
  const reading = target instanceof Element && target.closest('td')?.querySelector<HTMLElement>('[data-reading]');
  if (key === 'Tab' && !shiftKey && reading) {
    reading.focus();
    return true;
  }
  if (key === 'Tab' || key === 'Enter') {
    const along = key === 'Tab' ? 'row' : 'column';
    const next = findNextCell(selection.focus, along, shiftKey ? -1 : 1, grid.size(), grid.isEditable);
    // Tab leaves the grid behind its last cell; Enter stays there.
    if (next) grid.select(selectCell(next));
    else if (key === 'Enter') grid.select(selectCell(selection.focus));
    return next !== undefined || key === 'Enter';
  }
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home' || key === 'End';
  if (grid.isTyping() && isTextField(target) && (shiftKey || (isSideways && !isAtEnd(target, key)))) return false;
  const moved = moveSelection(selection, key, { ctrl: ctrlKey || metaKey, shift: shiftKey }, grid.size());
  if (moved) grid.select(moved);
  return moved !== undefined;
}

/** Whether an arrow leaves the text that is being typed. */
function isAtEnd({ selectionStart, selectionEnd, value }: TextField, key: string): boolean {
  if (key === 'ArrowLeft') return selectionEnd === 0;
  return key === 'ArrowRight' && selectionStart === value.length;
}

/** Copies the chosen cells, unless part of a text that is being typed is selected. */
export function copyRange(grid: Grid, event: ClipboardEvent<HTMLElement>): void {
  if (grid.isTyping()) return;
  event.clipboardData.setData('text/plain', writeTsv(copyCells(grid.content(), rangeOf(grid.selection.get()))));
  event.preventDefault();
  if (event.type === 'cut') grid.run({ what: 'clear' });
}

/** Pastes cells; while one types, what is pasted goes into the text. */
export function pasteCells(grid: Grid, event: ClipboardEvent<HTMLElement>): void {
  const text = event.clipboardData.getData('text/plain');
  if (text === '' || grid.isTyping()) return;
  event.preventDefault();
  grid.run({ what: 'paste', block: readTsv(text) });
}

/** A cell that was given the focus by something else than the grid, as after a refused save, is chosen, so that it can be typed in. */
export function selectFocused(grid: Grid, { target }: FocusEvent<HTMLElement>): void {
  if (!target.matches('td[data-column]')) return;
  const place = placeOf(target);
  const { focus } = grid.selection.get();
  if (focus.row !== place.row || focus.column !== place.column) grid.select(selectCell(place));
}

const placeOf = ({ dataset }: HTMLElement): CellPlace => ({ row: Number(dataset.row), column: Number(dataset.column) });

/** A press chooses a cell; with Shift, or drawn over others, the cells between too. Within the cell that has the focus it sets the caret. */
export function selectByMouse(grid: Grid, event: MouseEvent<HTMLElement>): void {
  if (event.button !== 0 || (event.type === 'mouseover' && event.buttons !== 1)) return;
  const cell = event.target instanceof Element && event.target.closest<HTMLElement>('td[data-column]');
  if (!cell) return;
  const place = placeOf(cell);
  const { focus, anchor } = grid.selection.get();
  const isFocused = focus.row === place.row && focus.column === place.column;
  if (event.type === 'mouseover') {
    if (!isFocused && !grid.isTyping()) grid.select(extendTo({ anchor, focus }, place));
    return;
  }
  if (isFocused && event.target instanceof Element && event.target.matches('input, textarea, select')) {
    grid.setTyping(true);
    return;
  }
  event.preventDefault();
  grid.select(event.shiftKey ? extendTo({ anchor, focus }, place) : selectCell(place));
}
