import type { ReactNode } from 'react';
import type { Column } from '#contracts/entity.ts';
import { useText } from '../i18n/index.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Row } from './cell.tsx';

export interface Aside {
  column: string;
  mark: (row: Row) => ReactNode;
}

export interface Selection {
  ids: ReadonlySet<number>;
  onChange: (ids: Set<number>) => void;
  /** Why a row cannot be selected. */
  barred?: (row: Row) => string | undefined;
}

interface SelectRowProps {
  row: Row;
  selection: Selection;
  onSelect: (ids: readonly number[], on: boolean) => void;
}

/** The box that selects a row; off, with the reason, where nothing could be done with it. One that is on can always be taken off. */
export function SelectRow({ row, selection: { ids, barred }, onSelect }: SelectRowProps) {
  const { t } = useText();
  const on = ids.has(row.id);
  const reason = on ? undefined : barred?.(row);
  return (
    <Checkbox
      checked={on}
      aria-label={t('control.select_row', { row: row.id })}
      onChange={(next) => onSelect([row.id], next)}
      {...(reason && { disabled: true, title: reason, 'aria-description': reason })}
    />
  );
}

/** A row, and under it over the whole width what it opens to. */
export function RowWithDetail({ children, detail, width }: { children: ReactNode; detail: ReactNode; width: number }) {
  if (!detail) return children;
  return (
    <>
      {children}
      <tr>
        <td colSpan={width} data-wrap>
          {detail}
        </td>
      </tr>
    </>
  );
}

/** The column that the mark stands beside. */
export function asideColumn(aside: Aside | undefined, shown: readonly Column[], otherwise: Column | undefined): Column | undefined {
  return aside && (shown.find((column) => column.key === aside.column) ?? otherwise);
}

/** A press on a button, link or field inside a row is that control's own. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, select, label, [role=switch]') !== null;
}
