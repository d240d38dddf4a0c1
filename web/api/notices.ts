import { translate } from '../i18n/index.ts';
import { notify } from '../ui/feedback/toast.tsx';
import { ApiError } from './api-error.ts';
import { errorLines, isSilent } from './error-lines.ts';

/** Shows a failed call as a notice: title 'Thất bại', 10 s, `what` first if given. Session expiry and aborted requests show none. */
export function notifyError(error: unknown, what?: string): void {
  if (isSilent(error)) return;
  const lines = [...(what ? [what] : []), ...errorLines(error)];
  const key = lines.join('|');
  if (error instanceof ApiError && error.status >= 500 && error.request_id)
    lines.push(`${translate('notice.request_id')}: ${error.request_id}`);
  notify.failure({ title: translate('notice.failure'), text: lines.join('\n'), key });
}

/** 'Đã tạo!' or 'Đã cập nhật!' with what and which: `notifySaved('created', 'khách hàng', 'Sekisui')`. */
export function notifySaved(what: 'created' | 'updated', name: string, value: string | number = ''): void {
  notify.success({ title: translate(`notice.${what}`), text: translate(`notice.${what}_text`, { name, value }).trim() });
}
