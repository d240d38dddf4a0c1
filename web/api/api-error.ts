import type { ErrorBody } from '#contracts/calls/answers/error.ts';

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
