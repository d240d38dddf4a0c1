import type { SourceSettings } from '../../../contracts/calls/crawl-settings.ts';
import { CrawlError, type CrawlSource } from '../../../platform/crawl-source.ts';
import { readAnswer, readFormFields, readWorkflows, refusalMessage } from './base-vn-answer.ts';
import { type BaseVnEnv, type BaseVnSettings, readBaseVnSettings } from './base-vn-settings.ts';
import { PAGE_SIZE } from './paging.ts';

export interface BaseVnLimits {
  /** Time for one whole answer, in milliseconds. */
  timeoutMs?: number;
  /** Largest answer, in bytes. */
  maxBytes?: number;
  /** Jobs a page; the source gives no more than 100. */
  pageSize?: number;
}

/**
 * Base.vn Workflow as a crawl source. Missing or wrong settings are its `problem`, thrown by every fetch too. The token goes into the
 * request body and nowhere else.
 */
export function createCrawlSource(env: BaseVnEnv, limits: BaseVnLimits = {}, saved?: SourceSettings): CrawlSource {
  const settings = readBaseVnSettings(env, saved);
  const { workflowIds, fieldMap, numbers, problem, url, origin, tokenKind } = settings;
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const host = URL.canParse(url) ? new URL(url).host : '';
  const ask = async (path: string, fields: Record<string, string>) => {
    const { text, ...from } = await post(settings, path, fields, host, bounds);
    return readReply(text, { ...from, host, token: settings.token });
  };
  return {
    ...{ workflowIds, fieldMap, numbers, problem, url, origin, tokenKind },
    hasToken: settings.token !== '',
    withSettings: (chosen) => createCrawlSource(env, limits, chosen),
    async fetchPage({ workflowId, pageId, limit = bounds.pageSize, updatedFrom }) {
      if (problem) throw problem;
      const fields = { id: workflowId, page_id: String(pageId), limit: String(limit), updated_from: String(updatedFrom) };
      return readAnswer(await ask('workflow/jobs', fields), host);
    },
    async listWorkflows(pageId) {
      if (settings.unreachable) throw settings.unreachable;
      return readWorkflows(await ask('workflows/get', { page_id: String(pageId) }), host);
    },
    async listFields(workflowId) {
      if (settings.unreachable) throw settings.unreachable;
      return readFormFields(await ask('workflow/get', { id: workflowId }));
    },
  };
}

const DEFAULT_LIMITS = { timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024, pageSize: PAGE_SIZE };
const PATH = '/extapi/v1';

interface Reply {
  status: number;
  text: string;
  retryAfter: number | undefined;
}

async function post(
  { url, token, tokenKind }: BaseVnSettings,
  path: string,
  fields: Record<string, string>,
  host: string,
  { timeoutMs, maxBytes }: Required<BaseVnLimits>,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect is not followed: it could carry the token to another host.
    const response = await fetch(`${url}${PATH}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ [tokenKind]: token, ...fields }).toString(),
      redirect: 'manual',
      signal,
    });
    const text = await readText(response, maxBytes, host);
    return { status: response.status, text, retryAfter: secondsOf(response.headers.get('retry-after')) };
  } catch (error) {
    if (error instanceof CrawlError) throw error;
    // The platform's own error is dropped: nothing promises that it doesn't quote the request.
    if (signal.aborted) throw new CrawlError('timeout', { host, seconds: timeoutMs / 1000 });
    throw new CrawlError('network', { host });
  }
}

async function readText(response: Response, maxBytes: number, host: string): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new CrawlError('too_large', { host, megabytes: Number((maxBytes / 1024 / 1024).toFixed(1)) });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The parsed answer of a call that the source granted; throws CrawlError for every other. */
function readReply(text: string, from: Omit<Reply, 'text'> & { host: string; token: string }): unknown {
  const { status, host } = from;
  const ok = status >= 200 && status < 300;
  const hints = {
    retryable: ok || status === 408 || status === 425 || status === 429 || status >= 500,
    ...(from.retryAfter !== undefined && { retryAfter: from.retryAfter }),
  };
  if (text.trimStart().startsWith('<')) throw new CrawlError('html_answer', { host, status }, hints);
  const answer = parseJson(text);
  const refusal = refusalMessage(answer);
  if (refusal !== undefined) {
    const message = withoutToken(refusal, from.token).slice(0, 200);
    throw new CrawlError('refused', { message }, { ...hints, retryable: hints.retryable && !FINAL_REFUSAL.test(message) });
  }
  if (!ok) throw new CrawlError('http_status', { host, status }, hints);
  if (answer === undefined) throw new CrawlError('invalid_json', { host });
  if (!saysYes(answer)) throw new CrawlError('unexpected_shape', { host, detail: 'code' });
  return answer;
}

/** Errors that a retry would get again: a wrong token, workflow or right. */
const FINAL_REFUSAL = /token|permission|denied|not_?found|invalid|expired/i;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function saysYes(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'code' in answer && String(answer.code) === '1';
}

function withoutToken(message: string, token: string): string {
  return message.replaceAll(token, '***').replaceAll(encodeURIComponent(token), '***');
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : undefined;
}
