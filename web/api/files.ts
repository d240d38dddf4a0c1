import { translate } from '../i18n/index.ts';
import { ApiError, networkError, parseErrorBody } from './api-error.ts';
import { buildUrl, type CallOptions, commonHeaders, send, withToken } from './request.ts';
import { scenarioHeader } from './scenario.ts';

/** Fetches a file and hands it to the browser as `{name}.xlsx`, or under `name` itself when that has an ending. Answers the file's name. */
export async function download(path: string, name: string, options: CallOptions = {}): Promise<string> {
  const response = await send(path, options, { method: 'GET' });
  const blob = await response.blob().catch((cause: unknown) => Promise.reject(networkError(cause)));
  const file = /\.\w{2,5}$/.test(name) ? name : `${name}.xlsx`;
  saveFile(blob, file);
  return file;
}

/** Hands a file to the browser, which saves it under the name. */
export function saveFile(blob: Blob, file: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Posts a multipart form with XMLHttpRequest, because fetch reports no upload progress; `onProgress` gets the sent share, 0 to 1. */
export async function upload<T>(path: string, form: FormData, onProgress?: (share: number) => void, options: CallOptions = {}): Promise<T> {
  await requireReadableFiles(form);
  const request = await withToken(true, () => post(path, form, onProgress, options));
  const wait = request.getResponseHeader('retry-after');
  if (request.status > 201) throw new ApiError(request.status, parseErrorBody(request.responseText), wait ? Number(wait) : undefined);
  return JSON.parse(request.responseText) as T;
}

/** Refuses a file that was written since it was chosen: a browser does not read it any more, and would call that a broken connection. */
async function requireReadableFiles(form: FormData): Promise<void> {
  for (const [field, value] of form) {
    if (!(value instanceof File)) continue;
    const isReadable = await value
      .slice(0, 1)
      .arrayBuffer()
      .then(() => true)
      .catch(() => false);
    const message = translate('notice.file_changed');
    if (!isReadable) throw new ApiError(422, { code: 'invalid', message, messages: { [field]: message } });
  }
}

function post(
  path: string,
  form: FormData,
  onProgress: ((share: number) => void) | undefined,
  options: CallOptions,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', buildUrl(path, options.query));
    for (const [name, value] of Object.entries({ ...commonHeaders(options), ...scenarioHeader(path) }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => resolve(request);
    request.onerror = () => reject(networkError(undefined));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
