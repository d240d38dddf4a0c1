import { memo, type ReactNode } from 'react';
import type { Row } from '../../api/client.ts';

interface RowActionsCellProps {
  row: Row;
  actions: (row: Row) => ReactNode;
  /** False while their place is kept and nobody would see them. */
  drawn: boolean;
}

/** The buttons of a row in a cell of their own; memoized apart from its other cells, which are not drawn again with them. */
export const RowActionsCell = memo(function RowActionsCell({ row, actions, drawn }: RowActionsCellProps) {
  return (
    <td data-chrome data-actions>
      {drawn && <span>{actions(row)}</span>}
    </td>
  );
});
