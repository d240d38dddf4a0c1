import type { ErrorBody } from '#contracts/calls/answers/error.ts';
import { type MessageKey, translate } from '../i18n/index.ts';
import { notify } from '../ui/feedback/feedback.tsx';

/** A call that failed: the server refused it (`status` > 0), or no answer came (`status` 0, code `network`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Sentence per field, of a refused form. */
  readonly messages: Readonly<Record<string, string>>;
  readonly request_id: string | undefined;
  /** The row as it is now, when a stale version was refused. */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  /** The name of who wrote that row last, where it is known. */
  readonly saved_by: string | undefined;
  /** Of a file whose headings are not known: its columns, and the fields that they may fill. */
  readonly file: Pick<ErrorBody, 'headings' | 'fields'>;
  /** Seconds to wait before another try, from Retry-After. */
  readonly retry_after: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number, cause?: unknown) {
    super(body.message ?? '', { cause });
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : String(status));
    this.messages = body.messages ?? {};
    this.request_id = body.request_id;
    this.current = body.current;
    this.saved_by = body.saved_by;
    this.file = { headings: body.headings, fields: body.fields };
    this.retry_after = retryAfter;
  }

  get isNetwork(): boolean {
    return this.status === 0;
  }

  /** The session is over: the session shows that itself, so no other notice is needed. */
  get isSessionEnd(): boolean {
    return this.code === SESSION_ENDED;
  }
}

/** Whether what was sent was refused for what it says: its form shows that at the fields. */
export const isInvalidInput = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** The sentence per field of a call that was refused; none of what failed otherwise. */
export function fieldMessages(error: unknown): ApiError['messages'] {
  return error instanceof ApiError ? error.messages : {};
}

export const SESSION_ENDED = 'session_ended';

/** No answer came: offline, refused, cut. */
export function networkError(cause: unknown): ApiError {
  return new ApiError(0, { code: 'network' }, undefined, cause);
}

/** The error in an answer above 201, whatever its body turns out to be. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfter = response.headers.has('retry-after') && Number.isFinite(seconds) ? seconds : undefined;
  return new ApiError(response.status, parseErrorBody(text), retryAfter);
}

/** The parsed body when it is one of the API's error bodies, else an empty one. */
export function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    if (body === null || typeof body !== 'object' || Array.isArray(body)) return {};
    const fields = body as Partial<ErrorBody>;
    return {
      message: stringOrUndefined(fields.message),
      code: stringOrUndefined(fields.code),
      request_id: stringOrUndefined(fields.request_id),
      messages: isRecord(fields.messages) ? joinMessages(fields.messages) : undefined,
      current: isRecord(fields.current) ? fields.current : undefined,
      saved_by: stringOrUndefined(fields.saved_by),
      headings: Array.isArray(fields.headings) ? fields.headings : undefined,
      fields: Array.isArray(fields.fields) ? fields.fields : undefined,
    };
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function joinMessages(messages: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).map(([field, text]) => [field, Array.isArray(text) ? text.join(' ') : String(text)]));
}

const stringOrUndefined = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The text of a failed call, one sentence per line: its field messages, else its message, else the text for its status. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [error instanceof Error ? error.message : String(error)];
  if (error.isNetwork) return [translate('notice.network'), translate('notice.network_help')];
  const missing = translate('notice.export_missing');
  if (error.message.includes(missing)) return [missing];
  const sentences = [...new Set(Object.values(error.messages))].filter((sentence) => sentence !== '');
  if (sentences.length > 0) return sentences;
  return [error.message || statusText(error.status)];
}

/** Errors that need no notice: session expiry, which has its own dialog, and aborted requests. */
export function isSilent(error: unknown): boolean {
  return (error instanceof ApiError && error.isSessionEnd) || (error instanceof Error && error.name === 'AbortError');
}

function statusText(status: number): string {
  const key = `notice.status.${status}`;
  const known = translate(key as MessageKey);
  return known === key ? translate('notice.status.other', { status }) : known;
}

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
