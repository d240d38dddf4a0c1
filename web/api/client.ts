import { networkError } from './api-error.ts';
import { download, upload } from './files.ts';
import { type CallOptions, send } from './request.ts';

export type { CallOptions, Query } from './request.ts';

/** The calls of the API. Each resolves to the parsed body of a 200 or 201 and throws an ApiError otherwise. */
export const api = {
  get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('POST', path, body, options),
  put: <T>(path: string, body: unknown, options: CallOptions = {}) => call<T>('PUT', path, body, options),
  delete: <T>(path: string, options: CallOptions = {}) => call<T>('DELETE', path, undefined, options),
  download,
  upload,
};

/** A write with the number of its request: the operation that it made is found by it. */
export async function withRequestId<T>(write: (options: CallOptions) => Promise<T>): Promise<{ answer: T; request: string | undefined }> {
  let request: string | undefined;
  const onRequestId = (id: string) => {
    request = id;
  };
  const answer = await write({ onRequestId });
  return { answer, request };
}

export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await send(path, options, {
    method,
    body: isForm || body === undefined ? body : JSON.stringify(body),
    headers: isForm || body === undefined ? {} : { 'content-type': 'application/json' },
  });
  const id = response.headers.get('x-request-id');
  if (id) options.onRequestId?.(id);
  return (await readJson(response)) as T;
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    throw networkError(cause);
  }
}
