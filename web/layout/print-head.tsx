import type { ReactNode } from 'react';
import { useSession } from '../api/session.tsx';
import { formatDateTime, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/index.ts';
import { officeNow } from '../i18n/office-today.ts';
import { usePrintFoot } from './use-print-foot.ts';

interface PrintHeadProps {
  heading: string;
  /** None where what is printed is no list. */
  rows?: number;
  /** Names the filters of the rows, or says that there are none. */
  scope?: ReactNode;
}

/** Above what is printed: what it is, who printed it and when, how many rows it has. Every sheet says again what it is. */
export function PrintHead({ heading, rows, scope }: PrintHeadProps) {
  const { t } = useText();
  const { user } = useSession();
  usePrintFoot(heading);
  return (
    <div className="order-first mb-2 hidden print:block">
      <h2 className="text-section font-semibold">{heading}</h2>
      <p className="text-legend text-muted">
        {t('list.printed', { name: user?.name ?? user?.username ?? '', time: formatDateTime(officeNow()) })}
        {rows !== undefined && <> · {t('list.printed_rows', { n: formatNumber(rows) })}</>}
        {scope && <> · {scope}</>}
      </p>
    </div>
  );
}
