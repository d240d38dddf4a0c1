import type { Column } from '#contracts/contract.ts';
import { cellContent, isNumeric, type Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';

interface PrintTableProps {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  totals: Readonly<Record<string, string>>;
}

/** A table with all its rows at once, for paper. */
export function PrintTable({ label, columns, rows, totals }: PrintTableProps) {
  const { t, lang } = useText();
  const align = (column: Column) => (isNumeric(column) ? 'right' : undefined);
  return (
    <table className="data-table w-full" aria-label={label}>
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
          <tr key={row.id}>
            {columns.map((column, index) => (
              <td key={column.key} data-pin={index === 0 || undefined} data-align={align(column)}>
                {cellContent(column, row, { lang })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          {columns.map((column, index) => (
            <td key={column.key} data-align={align(column)}>
              {index === 0 ? t('list.total') : totals[column.key]}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
