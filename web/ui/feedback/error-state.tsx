import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../button.tsx';

interface ErrorStateProps {
  /** The message; 'Không tải được dữ liệu' by default. */
  title?: string;
  /** Why: the server's message. */
  text?: string;
  /** Whether anything was saved; by default that nothing was changed. */
  saved?: string;
  requestId?: string | undefined;
  onRetry?: () => void;
  children?: ReactNode;
}

/** Says what failed and whether anything was saved, with a retry button and the request id. */
export function ErrorState({ title, text, saved, requestId, onRetry, children }: ErrorStateProps) {
  const { t } = useText();
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <CircleAlert size={24} className="mb-2 text-danger" aria-hidden />
      <p className="font-semibold">{title ?? t('control.failed_title')}</p>
      {text && <p className="max-w-prose whitespace-pre-line text-muted">{text}</p>}
      <p className="text-muted">{saved ?? t('control.nothing_saved')}</p>
      <div className="mt-3 flex flex-wrap items-center justify-center gap-2">
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t('control.retry')}
          </Button>
        )}
        {children}
      </div>
      {requestId && (
        <p className="mt-3 text-legend text-faint">
          {t('notice.request_id')}: <code className="font-sans select-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
