import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { errorLines } from '../api/error-lines.ts';
import { useText } from '../i18n/index.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { ListLink } from './list-link.tsx';
import { PageHeader } from './page-header.tsx';

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
