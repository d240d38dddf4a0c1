import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Option } from './option.ts';

const PAGE_ROWS = 8;

interface ListboxProps {
  rows: readonly Option[];
  onChoose: (option: Option) => void;
  /** Where the walk starts when the list opens: the row of what is chosen. */
  current?: Option | null;
  /** Something is typed: its first match is the one Enter and Tab take. */
  searching: boolean;
}

/** The keys and the state of a list that opens under a text field: arrows walk, Enter takes, Esc closes, Tab takes what was searched. */
export function useListbox({ rows, onChoose, current, searching }: ListboxProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [walked, setWalked] = useState<number | null>(null);
  const start = searching ? 0 : rows.findIndex((row) => row.value === current?.value);
  const active = Math.min(walked ?? start, rows.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, another walk.
  useEffect(() => setWalked(null), [open, rows.length, searching]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const row = rows[active];
    if (event.key === 'Escape' && open) {
      // Esc closes the list only, not the dialog around it.
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter' && open && row) {
      event.preventDefault();
      onChoose(row);
    } else if (event.key === 'Tab' && open && row && searching) {
      onChoose(row);
    } else {
      const to = nextIndex(event.key, open ? active : start, rows.length);
      if (to === null || (!open && (event.key === 'Home' || event.key === 'End'))) return;
      event.preventDefault();
      if (!open) setOpen(true);
      else setWalked(Math.max(0, Math.min(to, rows.length - 1)));
    }
  };

  return {
    open,
    setOpen,
    active,
    walk: setWalked,
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
