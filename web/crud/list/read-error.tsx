import { ApiError } from '../../api/api-error.ts';
import { errorLines } from '../../api/error-lines.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';

/** A failed read: the server's message, a retry button, the request id. */
export function ReadError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <ErrorState
      text={errorLines(error).join('\n')}
      requestId={error instanceof ApiError ? error.request_id : undefined}
      onRetry={() => void onRetry()}
    />
  );
}
