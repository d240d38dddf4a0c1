import type { Column } from '#contracts/contract.ts';
import { type CellOptions, isNumeric, type Row } from '../../crud/list/cell.tsx';
import { Figure } from '../../ui/table/figure.tsx';

/** The numbers of a chart's table; `pathOf` says which rows a figure is made of. */
export function pointCells(columns: readonly Column[], pathOf?: (key: string, row: Row) => string): NonNullable<CellOptions['cells']> {
  return Object.fromEntries(
    columns
      .filter(isNumeric)
      .map(({ key, kind }) => [
        key,
        (row: Row) => <Figure value={Number(row[key])} decimals={kind === 'integer' ? 0 : 2} to={pathOf?.(key, row)} />,
      ]),
  );
}
