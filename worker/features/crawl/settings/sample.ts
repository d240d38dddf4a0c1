import type { CrawlSample, CrawlTest, SampleField } from '../../../contracts/calls/answers/crawl-settings.ts';
import type { crawlSettingCalls as calls } from '../../../contracts/calls/declared/crawl-settings.ts';
import type { Lang } from '../../../contracts/text.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import type { Caller } from '../../../platform/caller.ts';
import { CrawlError, type CrawlPage, type CrawlSource, configureSource, type SourceJob } from '../../../platform/crawl-source.ts';
import type { Deps } from '../../../platform/deps.ts';
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
  const source = deps.crawlSource.withSettings(tried);
  const asked = await askWorkflows(source, source.workflowIds, caller.lang);
  const { workflows, message } = asked;
  return { ok: message === null, message, workflows, sample: await describeSample(source, asked, caller) };
}

interface AskedWorkflows {
  workflows: CrawlTest['workflows'];
  /** Why it failed; null where all answered. */
  message: string | null;
  page: { workflowId: string; jobs: readonly SourceJob[] } | null;
}

async function askWorkflows(source: CrawlSource, ids: readonly string[], lang: Lang): Promise<AskedWorkflows> {
  const asked: AskedWorkflows = { workflows: [], message: source.problem?.text[lang] ?? null, page: null };
  if (source.problem) return asked;
  for (const id of ids) {
    const page = await fetchSample(source, id);
    const message = page instanceof CrawlError ? page.text[lang] : null;
    asked.message ??= message;
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
