import { useMemo } from 'react';
import type { PayrollColumn, PayrollExport, PayrollPreview } from '#contracts/calls/answers/payroll.ts';
import { PAYROLL_FILE_COLUMNS, PAYROLL_KINDS, PAYROLL_TOTALS } from '#contracts/calls/payroll.ts';
import { monthKey } from '#contracts/months.ts';
import { api, type Row } from '../../../api/client.ts';
import { DataTable } from '../../../crud/list/data-table.tsx';
import { formatDateTime, formatNumber, useText } from '../../../i18n/index.ts';
import { DownloadButton } from '../../../layout/page-parts.tsx';
import { ColumnHeads, Table } from '../../../ui/table/table.tsx';

/** Saves the file under the name that the server gives it. */
export const saveFile = ({ id, year, month, format }: PayrollExport) =>
  api.download(`payroll_exports/${id}/file`, `payroll-${monthKey(year, month)}-${id}.${format}`);

/** The first rows of the next file, as it writes them. */
export function PreviewRows({ preview, columns }: { preview: PayrollPreview; columns: readonly PayrollColumn[] }) {
  const { t } = useText();
  const { headings, sample, rows, kind, handed } = preview;
  const isTotal = (place: number) => PAYROLL_TOTALS.some((total) => total === columns[place]?.kind);
  if (handed !== null) return null;
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-section font-semibold">
        {t('payroll.preview')}{' '}
        <span className="text-table font-normal text-muted">
          {t('payroll.preview_rows', { shown: formatNumber(sample.length), n: formatNumber(rows) })}
        </span>
      </h2>
      {rows === 0 && kind === 'difference' ? (
        <p className="text-table text-muted">{t('payroll.no_change')}</p>
      ) : (
        <Table label={t('payroll.preview')}>
          <ColumnHeads heads={headings.map((heading, place) => (isTotal(place) ? { right: heading } : heading))} />
          <tbody>
            {sample.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name.
              <tr key={row}>
                {cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: neither have its columns.
                  <td key={place} data-align={isTotal(place) ? 'right' : undefined} className="tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

const CELLS = {
  sha256: ({ sha256 }: Row) => (
    <code title={String(sha256)} className="text-legend">
      {String(sha256).slice(0, 12)}
    </code>
  ),
};
const MAX_NAMES = 3;

/** The files of the month that payroll has, the newest first. */
export function HandedFiles({ files }: { files: readonly PayrollExport[] | undefined }) {
  const { t, lang } = useText();
  const rows = useMemo(() => {
    const listNames = (names: readonly string[]) => {
      const few = names.slice(0, MAX_NAMES).join(', ');
      return names.length > MAX_NAMES ? t('payroll.more_people', { names: few, n: names.length - MAX_NAMES }) : few;
    };
    return files?.map(
      (file): Row => ({
        ...file,
        kind: [PAYROLL_KINDS[file.kind][lang], listNames(file.changes.map(({ name }) => name))].filter(Boolean).join(': '),
        created_at: formatDateTime(file.created_at),
        by: file.created_by.name,
      }),
    );
  }, [files, t, lang]);
  const downloadButton = (row: Row) => {
    const file = files?.find(({ id }) => id === row.id);
    return (
      file && (
        <DownloadButton
          size="sm"
          icon={undefined}
          aria-label={t('payroll.download_of', { time: String(row.created_at) })}
          download={() => saveFile(file)}
        >
          {t('payroll.download')}
        </DownloadButton>
      )
    );
  };
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-section font-semibold">{t('payroll.files')}</h2>
      <DataTable
        label={t('payroll.files')}
        columns={PAYROLL_FILE_COLUMNS}
        rows={rows}
        cells={CELLS}
        actions={downloadButton}
        empty={t('payroll.no_files')}
      />
    </section>
  );
}
