import type { ReactNode } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { rowAttributes } from '../../ui/table/row-tone.tsx';
import { cellContent, type DataTableProps, isNumeric } from './cell.tsx';

interface PrintTableProps extends Pick<DataTableProps, 'rowStyle' | 'dashZeros'> {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  totals?: Readonly<Record<string, ReactNode>> | undefined;
}

/** A table with all its rows at once, for paper: values without links and switches. */
export function PrintTable({ label, columns, rows, rowStyle, totals, dashZeros = false }: PrintTableProps) {
  const { t, lang } = useText();
  const align = (column: Column) => (isNumeric(column) ? 'right' : undefined);
  return (
    <table className="data-table w-full" data-print aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={align(column)}>
              {column.label[lang]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} {...rowAttributes(rowStyle?.(row) ?? {})}>
            {columns.map((column, index) => (
              <td key={column.key} data-pin={index === 0 || undefined} data-align={align(column)} data-strong={column.strong}>
                {cellContent(column, row, { lang, dashZeros })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            {columns.map((column, index) => (
              <td key={column.key} data-align={align(column)}>
                {index === 0 ? t('list.total') : totals[column.key]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
