import { useMemo } from 'react';
import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { CheckMark } from '../../ui/table/row-tone.tsx';
import type { DataTableProps } from './cell.tsx';

type RowLook = Pick<DataTableProps, 'rowStyle' | 'rowIcon'>;

/** How the rows of a list look, with a mark and a quiet tone on those that are checked, where the entity's records can be. */
export function useCheckedRows({ access }: Pick<Contract, 'access'>, { rowStyle, rowIcon }: RowLook): RowLook {
  const hasChecks = access.check !== undefined;
  return useMemo(() => {
    if (!hasChecks) return { rowStyle, rowIcon };
    return {
      rowStyle: (row: Row) => ({ ...rowStyle?.(row), checked: row.is_checked === 1 }),
      rowIcon: (row: Row) => (
        <>
          {rowIcon?.(row)}
          <CheckMark isChecked={row.is_checked === 1} />
        </>
      ),
    };
  }, [hasChecks, rowStyle, rowIcon]);
}
