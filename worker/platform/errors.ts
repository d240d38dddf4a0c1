import type { ErrorBody } from '../contracts/calls/answers/error.ts';
import { ERRORS, type ErrorCode } from '../contracts/errors.ts';
import { fill, type Lang, type Text, waitInWords } from '../contracts/text.ts';

export type { ErrorCode };

type Params = Record<string, string | number | undefined>;

interface ErrorOptions {
  messages?: Record<string, string>;
  current?: Record<string, unknown>;
  saved_by?: string;
  /** What a file has and lacks. */
  file?: Pick<ErrorBody, 'headings' | 'missing' | 'fields'>;
  retryAfter?: number;
  cause?: unknown;
}

/** The only error a verb throws on purpose. `params` fill the text of its code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Params;
  readonly options: ErrorOptions;

  constructor(code: ErrorCode, params: Params = {}, options: ErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.params = params;
    this.options = options;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** Its sentence about the first field that is wrong, or else about the whole. */
  firstMessage(lang: Lang): string {
    return Object.values(this.options.messages ?? {})[0] ?? this.body(lang, '').message;
  }

  body(lang: Lang, requestId: string): ErrorBody {
    const declared: { code?: string } & Text = ERRORS[this.code];
    return {
      message: sentence(fill(declared[lang], { wait: waitInWords(this.options.retryAfter ?? 0, lang), ...this.params })),
      code: declared.code ?? this.code,
      ...(this.options.messages && { messages: this.options.messages }),
      ...(this.options.current && { current: this.options.current }),
      ...this.options.file,
      ...(this.options.saved_by && { saved_by: this.options.saved_by }),
      request_id: requestId,
    };
  }
}

/** The database was not reached in time, or ended the work; it may be there again in a moment. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof AppError && ['database_unavailable', 'database_crowded', 'database_cut'].includes(error.code);
}

/** A label that begins a sentence gets its capital back. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The client has gone: nobody waits for the answer. */
export class DisconnectedError extends Error {}

/** The answer to any thrown thing; what is not an AppError is logged and told as a fixed text. */
export function toErrorResponse(error: unknown, lang: Lang, requestId: string): Response {
  const known = error instanceof AppError ? error : new AppError('internal', {}, { cause: error });
  if (known.status >= 500 && known.code !== 'too_busy')
    console.error(JSON.stringify({ request_id: requestId, code: known.code, error: describe(known.cause ?? known) }));
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': requestId });
  if (known.options.retryAfter !== undefined) headers.set('retry-after', String(known.options.retryAfter));
  return new Response(JSON.stringify(known.body(lang, requestId)), { status: known.status, headers });
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.stack ?? error.message}` : String(error);
}
