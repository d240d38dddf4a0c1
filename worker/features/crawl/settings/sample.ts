import { type SQL, sql } from 'drizzle-orm';
import type { CrawlSample, CrawlTest, SampleField, SourceWorkflows } from '../../../contracts/calls/answers/crawl-settings.ts';
import { type SourceSettings, TOKEN_KINDS, type TokenKind } from '../../../contracts/calls/crawl-settings.ts';
import type { crawlSettingCalls as calls } from '../../../contracts/calls/declared/crawl-settings.ts';
import type { Lang } from '../../../contracts/text.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import type { Caller } from '../../../platform/caller.ts';
import {
  CrawlError,
  type CrawlPage,
  type CrawlSource,
  configureSource,
  type SourceJob,
  type SourceWorkflow,
} from '../../../platform/crawl-source.ts';
import type { Deps } from '../../../platform/deps.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { createFieldMatcher } from '../normalize/form-fields.ts';
import { OWN_COLUMNS } from '../normalize/normalize.ts';
import { describeFields } from './describe-fields.ts';
import { selectSourceSettings } from './saved.ts';
import { NOTHING_CHOSEN, requireUsable, withValues } from './values.ts';

/** Jobs that are asked for, of which the one with most values is shown. */
const SAMPLE_SIZE = 20;

/** `GET crawl_settings/sample`: asks the source for jobs now. Writes nothing. */
export async function readSample(deps: Deps, { caller, grant }: GrantedCaller): Promise<CrawlSample> {
  const { results: saved } = await caller.read(grant, () => selectSourceSettings);
  const source = configureSource(deps.crawlSource, saved);
  const asked = await askWorkflows(source, source.workflowIds.slice(0, 1), caller.lang);
  return (await describeSample(source, asked, caller)) ?? { ...NO_SAMPLE, message: asked.message };
}

/** `POST crawl_settings/test`: the same by settings that are not saved yet, for each workflow. Throws `invalid` for those that may not be saved. */
export async function testSettings(deps: Deps, { caller, grant, values }: CallInput<typeof calls.test>): Promise<CrawlTest> {
  const { results: saved } = await caller.read(grant, () => selectSourceSettings);
  const tried = withValues(saved ?? NOTHING_CHOSEN, values);
  requireUsable(deps.crawlSource, tried, caller.lang);
  const { source, asked } = await tryTokenKinds(deps.crawlSource.withSettings(tried), tried, caller.lang);
  const { workflows, message } = asked;
  if (message === null && source.tokenKind !== saved?.token_kind) await caller.write(keepTokenKind(source.tokenKind, caller), 'screen');
  return { ok: message === null, message, workflows, sample: await describeSample(source, asked, caller) };
}

/** Asks with the token as it is sent now and, where the source does not know it so, in its other way; the answer that is not refused counts. */
async function tryTokenKinds(source: CrawlSource, tried: SourceSettings, lang: Lang) {
  const asked = await askWorkflows(source, source.workflowIds, lang);
  const other = TOKEN_KINDS.find((kind) => kind !== source.tokenKind)!;
  if (!asked.isTokenRefused) return { source, asked };
  const second = source.withSettings({ ...tried, token_kind: other });
  const again = await askWorkflows(second, second.workflowIds, lang);
  return again.isTokenRefused ? { source, asked } : { source: second, asked: again };
}

/** Kept beside the settings that an Admin chose, which it does not change. */
function keepTokenKind(kind: TokenKind, { clock }: Caller): SQL {
  return sql`INSERT INTO crawl_settings (id, version, token_kind, updated_at) VALUES (1, 0, ${kind}, ${clock.time()})
    ON CONFLICT (id) DO UPDATE SET token_kind = excluded.token_kind`;
}

/**
 * `GET crawl_settings/workflows`: what the token may read, by name, each with the fields of its form where the source tells them; of the first
 * that many, so that an office chooses instead of typing ids. `message` says why there is nothing.
 */
export async function listSourceWorkflows(deps: Deps, { caller, grant }: GrantedCaller): Promise<SourceWorkflows> {
  const { results: saved } = await caller.read(grant, () => selectSourceSettings);
  const source = configureSource(deps.crawlSource, saved);
  try {
    const workflows = await listAllWorkflows(source);
    const match = createFieldMatcher(crawlFields, source.fieldMap, OWN_COLUMNS);
    const data: SourceWorkflows['data'] = [];
    for (const { id, name } of workflows.slice(0, MAX_LISTED)) {
      const fields = await source.listFields(id).catch(noFields);
      data.push({
        id,
        name,
        fields: fields.map((field) => ({ ...field, column: match({ ...field, value: '', display: '' })?.target ?? null })),
      });
    }
    return { data, message: null };
  } catch (error) {
    if (error instanceof CrawlError) return { data: [], message: error.text[caller.lang] };
    throw error;
  }
}

/** Each is a call to the source. */
const MAX_LISTED = 20;
const MAX_PAGES = 5;

/** Pages until one brings nothing new: a source that counts no pages answers them all with the first. */
async function listAllWorkflows(source: CrawlSource): Promise<SourceWorkflow[]> {
  const known = new Map<string, SourceWorkflow>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const before = known.size;
    for (const workflow of await source.listWorkflows(page)) known.set(workflow.id, workflow);
    if (known.size === before) break;
  }
  return [...known.values()];
}

function noFields(error: unknown): [] {
  if (error instanceof CrawlError) return [];
  throw error;
}

interface AskedWorkflows {
  workflows: CrawlTest['workflows'];
  /** Why it failed; null where all answered. */
  message: string | null;
  /** Whether the source answered that it does not know the token. */
  isTokenRefused: boolean;
  page: { workflowId: string; jobs: readonly SourceJob[] } | null;
}

async function askWorkflows(source: CrawlSource, ids: readonly string[], lang: Lang): Promise<AskedWorkflows> {
  const asked: AskedWorkflows = { workflows: [], message: source.problem?.text[lang] ?? null, isTokenRefused: false, page: null };
  if (source.problem) return asked;
  for (const id of ids) {
    const page = await fetchSample(source, id);
    const message = page instanceof CrawlError ? page.text[lang] : null;
    asked.message ??= message;
    asked.isTokenRefused ||= page instanceof CrawlError && page.code === 'refused' && /token/i.test(page.text.en);
    asked.workflows.push({ id, ok: message === null, jobs: page instanceof CrawlError ? null : (page.total_items ?? null), message });
    if (!(page instanceof CrawlError) && page.jobs.length > 0) asked.page ??= { workflowId: id, jobs: page.jobs };
  }
  return asked;
}

async function fetchSample(source: CrawlSource, workflowId: string): Promise<CrawlPage | CrawlError> {
  try {
    return await source.fetchPage({ workflowId, pageId: 0, updatedFrom: 0, limit: SAMPLE_SIZE });
  } catch (error) {
    if (error instanceof CrawlError) return error;
    throw error;
  }
}

const NO_SAMPLE: CrawlSample = { workflow_id: null, external_id: null, name: null, message: null, fields: [] };

async function describeSample(source: CrawlSource, { page }: AskedWorkflows, caller: Caller): Promise<CrawlSample | null> {
  const job = page && findFullest(page.jobs);
  if (!job) return null;
  const fields: SampleField[] = await describeFields(job, source, caller);
  return { workflow_id: page.workflowId, external_id: job.id, name: job.name, message: null, fields };
}

function findFullest(jobs: readonly SourceJob[]): SourceJob | undefined {
  const countValues = ({ form }: SourceJob) => form.filter(({ value }) => String(value).trim() !== '').length;
  return jobs.reduce<SourceJob | undefined>((best, job) => (best && countValues(best) >= countValues(job) ? best : job), undefined);
}
