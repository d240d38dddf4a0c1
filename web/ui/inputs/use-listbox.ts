import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { isInputMethodKey } from '../hooks/shortcuts.ts';
import type { Option } from './option.ts';

const PAGE_ROWS = 8;

interface ListboxProps {
  rows: readonly Option[];
  onChoose: (option: Option) => void;
  /** The option the arrow keys start from when the list opens: the chosen one. */
  current?: Option | null;
  /** True while a search is typed: Enter, Tab, Ctrl+S and Ctrl+Enter then select its first match. */
  searching: boolean;
  /** The rows are still those of another search. */
  stale: boolean;
  /** The first match is to be selected once it is known. */
  onChooseLater: () => void;
  /** Closes the list. */
  onEscape: () => void;
}

/** Keys and state of a listbox under a text field: arrows move, Enter selects, Esc closes, Tab and Ctrl+S select the first match of a search. */
export function useListbox({ rows, onChoose, current, searching, stale, onChooseLater, onEscape }: ListboxProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const [byArrow, setByArrow] = useState(false);
  const chosen = rows.findIndex((row) => row.value === current?.value);
  const start = stale ? -1 : searching || (byArrow && chosen === -1) ? 0 : chosen;
  const active = Math.min(movedTo ?? start, rows.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, another walk.
  useEffect(() => setMovedTo(null), [open, rows.length, searching, stale]);
  useEffect(() => (open ? undefined : setByArrow(false)), [open]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isSave = (event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 's' || event.key === 'Enter');
    if (isInputMethodKey(event.nativeEvent) || ((event.ctrlKey || event.metaKey) && !isSave)) return;
    const reached = rows[active];
    const row = reached?.isAction && (event.key !== 'Enter' || isSave) ? undefined : reached;
    const takes = open && (isSave || event.key === 'Tab' ? searching : event.key === 'Enter');
    if (event.key === 'Escape' && open) {
      // Esc closes the list only, not the dialog around it.
      event.stopPropagation();
      onEscape();
    } else if (takes) {
      if (event.key === 'Enter' && !isSave && (row || searching)) event.preventDefault();
      if (row) onChoose(row);
      // A form that is saved waits for the match, and is told where there is none.
      else if (stale || isSave) onChooseLater();
    } else {
      const to = nextIndex(event.key, open ? active : start, rows.length);
      if (to === null || (!open && (event.key === 'Home' || event.key === 'End'))) return;
      event.preventDefault();
      if (!open) {
        setByArrow(true);
        setOpen(true);
        // Rows of another search are not walked: Enter would take what nobody looked for.
      } else if (!stale) setMovedTo(Math.max(0, Math.min(to, rows.length - 1)));
    }
  };

  return {
    open,
    setOpen,
    active,
    walk: setMovedTo,
    listId: `${id}-list`,
    optionId: (index: number) => `${id}-${index}`,
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? `${id}-list` : undefined,
      'aria-activedescendant': open && active >= 0 ? `${id}-${active}` : undefined,
      onKeyDown,
      onClick: () => setOpen(true),
    } as const,
  };
}

function nextIndex(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown') return from + 1;
  if (key === 'ArrowUp') return from - 1;
  if (key === 'PageDown') return from + PAGE_ROWS;
  if (key === 'PageUp') return from - PAGE_ROWS;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
