import * as z from 'zod';
import type { SourceSettings, TokenKind } from '../../../contracts/calls/crawl-settings.ts';
import { CrawlError, type FieldMap } from '../../../platform/crawl-source.ts';
import type { NumberStyle } from '../../../platform/text/read-number.ts';
import { trimEnd } from '../../../platform/text/trim-end.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { findUnknownColumns } from '../normalize/form-fields.ts';

export interface BaseVnSettings {
  /** Address of the Workflow application, without the path of the call. */
  url: string;
  /** Origin of the environment's address: the only one that may be called. */
  origin: string;
  token: string;
  tokenKind: TokenKind;
  workflowIds: readonly string[];
  fieldMap: FieldMap;
  numbers: NumberStyle;
  /** The setting that is missing or wrong; null when all can be used. */
  problem: CrawlError | null;
  /** The same of what the source is called with, whichever workflows are chosen. */
  unreachable: CrawlError | null;
}

export interface BaseVnEnv {
  BASE_VN_URL?: string | undefined;
  BASE_VN_TOKEN?: string | undefined;
  /** Comma-separated. */
  BASE_VN_WORKFLOW_IDS?: string | undefined;
  /** JSON object: id or name of a form field → column. */
  BASE_VN_FIELD_MAP?: string | undefined;
  /** `comma` where the source groups thousands with dots. */
  BASE_VN_NUMBERS?: string | undefined;
}

/** Reads the settings, those that were `saved` before the environment's; never throws, so that a wrong one fails the crawl and nothing else. */
export function readBaseVnSettings(env: BaseVnEnv, saved: Partial<SourceSettings> = {}): BaseVnSettings {
  const token = env.BASE_VN_TOKEN?.trim() ?? '';
  const workflowIds = saved.workflow_ids ?? splitWorkflowIds(env.BASE_VN_WORKFLOW_IDS ?? '');
  const allowed = trimEnd(env.BASE_VN_URL?.trim() || DEFAULT_URL, '/');
  const url = trimEnd(saved.url?.trim() || allowed, '/');
  const origin = originOf(allowed);
  const fieldMap = saved.field_map ?? readFieldMap(env.BASE_VN_FIELD_MAP);
  const numbers = saved.numbers ?? (env.BASE_VN_NUMBERS?.trim().toLowerCase() || 'dot');
  const needed = { BASE_VN_TOKEN: token !== '', BASE_VN_WORKFLOW_IDS: workflowIds.length > 0 };
  const missing = Object.entries(needed).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  const addressProblem = urlProblem(url) ?? hostProblem(url, origin);
  const unreachable = token ? addressProblem : new CrawlError('not_configured', { missing: 'BASE_VN_TOKEN' });
  const problem = missing.length
    ? new CrawlError('not_configured', { missing: missing.join(', ') })
    : (addressProblem ?? fieldMapProblem(fieldMap) ?? numbersProblem(numbers));
  const tokenKind = saved.token_kind ?? 'access_token_v2';
  return {
    url,
    origin,
    token,
    tokenKind,
    workflowIds,
    fieldMap: fieldMap ?? {},
    numbers: numbers === 'comma' ? 'comma' : 'dot',
    problem,
    unreachable,
  };
}

const DEFAULT_URL = 'https://workflow.base.vn';

/** Ids in one text, each once. */
export function splitWorkflowIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');

/** The token goes to this address, so that no other host, port or protocol than the environment's may stand there. */
export function hostProblem(url: string, origin: string): CrawlError | null {
  return originOf(url) === origin && origin !== '' ? null : new CrawlError('foreign_host', { url, origin });
}
const FIELD_MAP_FORM = '{"id | name": "column"}';

const fieldMapSchema = z.record(z.string(), z.string());

function readFieldMap(text: string | undefined): FieldMap | null {
  if (!text?.trim()) return {};
  try {
    return fieldMapSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An address with a password in it would end up in error texts of the platform, so it is refused. */
export function urlProblem(url: string): CrawlError | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const usable = parsed && ['http:', 'https:'].includes(parsed.protocol) && !parsed.username && !parsed.password;
  return usable ? null : new CrawlError('bad_settings', { setting: 'BASE_VN_URL', form: DEFAULT_URL });
}

/** A column that no form field can fill is most likely a slip, and would silently stay empty. */
function fieldMapProblem(fieldMap: FieldMap | null): CrawlError | null {
  const setting = 'BASE_VN_FIELD_MAP';
  if (!fieldMap) return new CrawlError('bad_settings', { setting, form: FIELD_MAP_FORM });
  const unknown = findUnknownColumns(crawlFields, fieldMap);
  const columns = unknown.map((column) => `«${column}»`).join(', ');
  return unknown.length > 0 ? new CrawlError('unknown_columns', { setting, columns }) : null;
}

function numbersProblem(numbers: string): CrawlError | null {
  return numbers === 'dot' || numbers === 'comma'
    ? null
    : new CrawlError('bad_settings', { setting: 'BASE_VN_NUMBERS', form: 'dot | comma' });
}
