import { type ReactNode, useEffect } from 'react';
import { type ColumnLayout, showColumns } from '#contracts/view-state.ts';
import type { Row } from '../../api/client.ts';
import { formatDate, formatNumber, useText } from '../../i18n/index.ts';
import { PrintHead } from '../../layout/page-parts.tsx';
import { useRouteTitle } from '../../layout/title.ts';
import type { DataTableProps } from './cell.tsx';
import type { ListState } from './list-state.ts';
import { PrintTable } from './print-table.tsx';

interface PrintListProps extends Pick<DataTableProps, 'label' | 'columns' | 'rowStyle' | 'totals' | 'dashZeros'> {
  layout?: ColumnLayout | undefined;
  rows: readonly Row[];
  /** The number of rows that the filters leave. */
  total: number;
  period?: string | undefined;
  /** Their days stand in the heading where no period does. */
  filters: ListState['filters'];
  foot?: ReactNode;
  sums?: ReactNode;
  /** After the print dialog. */
  onDone: () => void;
}

/** A whole list for paper: what it is, who printed it, the chosen columns of all rows. Opens the print dialog once it is drawn. */
export function PrintList(props: PrintListProps) {
  const { label, columns, layout, rows, total, rowStyle, totals, period, filters, dashZeros, foot, sums, onDone } = props;
  const { t } = useText();
  const title = useRouteTitle();
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true });
    // The second frame comes after the rows have been drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => print());
    });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  const cut = rows.length < total ? t('list.print_cut', { n: formatNumber(rows.length), total: formatNumber(total) }) : undefined;
  return (
    <div data-print-list className="hidden print:contents">
      <PrintHead heading={[title, period ?? formatDays(filters)].filter(Boolean).join(' · ')} rows={total} scope={cut} />
      <PrintTable label={label} columns={showColumns(columns, layout)} {...{ rows, rowStyle, totals, dashZeros }} />
      <div className="pt-2 empty:hidden">
        {foot}
        {sums}
      </div>
    </div>
  );
}

function formatDays({ exc_start_time: from, exc_end_time: to }: ListState['filters']): string {
  return [from, to].filter(Boolean).map(formatDate).join(' – ');
}
