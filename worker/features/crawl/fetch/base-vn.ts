import type { SourceSettings } from '../../../contracts/calls/crawl-settings.ts';
import { CrawlError, type CrawlPage, type CrawlSource, type PageRequest } from '../../../platform/crawl-source.ts';
import { readAnswer, refusalMessage } from './base-vn-answer.ts';
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
  const { workflowIds, fieldMap, numbers, problem, url, origin } = settings;
  return {
    ...{ workflowIds, fieldMap, numbers, problem, url, origin },
    hasToken: settings.token !== '',
    withSettings: (chosen) => createCrawlSource(env, limits, chosen),
    async fetchPage(request) {
      if (problem) throw problem;
      const host = new URL(settings.url).host;
      const { status, text, retryAfter } = await post(settings, request, host, { ...DEFAULT_LIMITS, ...limits });
      return readPage(text, { status, retryAfter, host, token: settings.token });
    },
  };
}

const DEFAULT_LIMITS = { timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024, pageSize: PAGE_SIZE };
const PATH = '/extapi/v1/workflow/jobs';

interface Answer {
  status: number;
  text: string;
  retryAfter: number | undefined;
}

async function post(settings: BaseVnSettings, request: PageRequest, host: string, limits: Required<BaseVnLimits>): Promise<Answer> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const body = new URLSearchParams({
    access_token_v2: settings.token,
    id: request.workflowId,
    page_id: String(request.pageId),
    limit: String(request.limit ?? limits.pageSize),
    updated_from: String(request.updatedFrom),
  });
  try {
    // A redirect is not followed: it could carry the token to another host.
    const response = await fetch(`${settings.url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: body.toString(),
      redirect: 'manual',
      signal,
    });
    const text = await readText(response, limits.maxBytes, host);
    return { status: response.status, text, retryAfter: secondsOf(response.headers.get('retry-after')) };
  } catch (error) {
    if (error instanceof CrawlError) throw error;
    // The platform's own error is dropped: nothing promises that it doesn't quote the request.
    if (signal.aborted) throw new CrawlError('timeout', { host, seconds: limits.timeoutMs / 1000 });
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

function readPage(text: string, from: { status: number; retryAfter: number | undefined; host: string; token: string }): CrawlPage {
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
  return readAnswer(answer, host);
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
