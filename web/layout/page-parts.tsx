import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, errorLines } from '../api/api-error.ts';
import { useSession } from '../api/session.tsx';
import { formatDateTime, formatNumber, officeNow, useText } from '../i18n/index.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { EmptyState } from '../ui/feedback/feedback.tsx';
import { ListLink } from './list-link.tsx';
import { PageHeader } from './page-header.tsx';
import { usePrintFoot } from './use-print-foot.ts';

interface ReadErrorProps {
  error: unknown;
  onRetry: () => unknown;
  /** Another way on, such as back to the list. */
  children?: ReactNode;
}

/** A failed read: the server's message, a retry button unless the record is not there, the request id. */
export function ReadError({ error, onRetry, children }: ReadErrorProps) {
  const { t } = useText();
  const text = errorLines(error).join('\n');
  const requestId = error instanceof ApiError ? error.request_id : undefined;
  if (error instanceof ApiError && error.status === 404)
    return (
      <ErrorState title={text} saved={t('list.gone')} requestId={requestId}>
        {children}
      </ErrorState>
    );
  return (
    <ErrorState text={text} requestId={requestId} onRetry={() => void onRetry()}>
      {children}
    </ErrorState>
  );
}

/** The page of an address that can be no record's. */
export function NoRecord({ entity }: { entity: string }) {
  const { t } = useText();
  return (
    <>
      <PageHeader />
      <EmptyState text={t('notice.status.404')}>
        <ListLink entity={entity} />
      </EmptyState>
    </>
  );
}

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

/** Saves an answer of the API as a file, once at a time. */
export function DownloadButton({ download, ...button }: ButtonProps & { download: () => Promise<unknown> }) {
  const saving = useMutation({ mutationFn: download });
  return <Button icon={Download} loading={saving.isPending} onClick={() => saving.mutate()} {...button} />;
}
