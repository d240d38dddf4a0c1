import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { noteInAddress } from '../../layout/address-params.ts';
import { IconButton } from '../../ui/button.tsx';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { createStore, useStore, type Watched } from '../../ui/hooks/store.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { OPEN_ROWS } from './list-state.ts';
import { NOTHING } from './use-selection.ts';

/** Rows that open in place onto what belongs to them. Which are open is kept outside the components: opening one draws no other row again. */
export interface OpenRows {
  ids: Watched<ReadonlySet<number>>;
  /** The rows below which something stands: it comes and goes once the press was answered. */
  laterIds: Watched<ReadonlySet<number>>;
  toggle: (row: Row) => void;
}

/** The open rows of a list, any number of them: none at first, or those that the address names, which are open again after Back. */
export function useOpenRows(inAddress = false): OpenRows {
  const [rows] = useState(() => {
    const open = inAddress && new URLSearchParams(window.location.search).get(OPEN_ROWS);
    return createOpenRows(open ? open.split('-').map(Number) : [], (ids) => inAddress && noteInAddress(OPEN_ROWS, ids.join('-')));
  });
  return rows;
}

function createOpenRows(initial: readonly number[], onChange: (ids: readonly number[]) => void): OpenRows {
  const ids = createStore<ReadonlySet<number>>(new Set(initial));
  const laterIds = createStore(ids.get());
  let stop = () => {};
  const toggle = ({ id }: Row) => {
    const next = new Set(ids.get());
    if (!next.delete(id)) next.add(id);
    ids.set(next);
    onChange([...next]);
    stop();
    stop = afterPaint(() => laterIds.set(next));
  };
  return { ids, laterIds, toggle };
}

/** Whether something stands below a row. */
export function useHasDetail(open: OpenRows | undefined, { id }: Row): boolean {
  return useStore(open?.laterIds ?? NOTHING, (ids) => ids.has(id));
}

/** Whether a row was opened, as its button shows at once. */
export function useIsOpen(open: OpenRows | undefined, { id }: Row): boolean {
  return useStore(open?.ids ?? NOTHING, (ids) => ids.has(id));
}

interface OpenRowButtonProps {
  open: OpenRows;
  row: Row;
  /** What it opens; `openLabel` where an open row is called otherwise. */
  label: string;
  openLabel?: string;
  className?: string;
}

/** Opens a row and closes it again; on a phone its card has a button for that. */
export function OpenRowButton({ open, row, label, openLabel = label, className }: OpenRowButtonProps) {
  const isOpen = useIsOpen(open, row);
  if (useNarrow()) return null;
  return (
    <IconButton
      icon={isOpen ? ChevronDown : ChevronRight}
      size="sm"
      className={className}
      label={isOpen ? openLabel : label}
      aria-expanded={isOpen}
      onClick={() => open.toggle(row)}
    />
  );
}
