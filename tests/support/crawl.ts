import type { Row } from '@libsql/client';
import { type Standin, type StandinOptions, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { type BaseVnLimits, createCrawlSource } from '../../worker/features/crawl/fetch/base-vn.ts';
import { handleCrawl } from '../../worker/features/crawl/run.ts';
import { selectSourceSettings } from '../../worker/features/crawl/settings/saved.ts';
import { type CrawlRequest, startCrawl } from '../../worker/features/crawl/start.ts';
import { applyWaiting } from '../../worker/features/crawl/write/waiting.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { openApi, type TestApi } from './api.ts';

export const FIXTURES = {
  usernames: ['admin', 'writer', 'checked', 'viewer'],
  checkers: ['Người checked', 'NGƯỜI  VIEWER'],
  customers: ['株式会社青葉ホーム', '株式会社桜井工務店'],
  categories: ['意匠図', '構造図'],
};

export type CrawlMessage = Extract<JobMessage, { type: 'crawl' }>;

export interface TestCrawl {
  api: TestApi;
  standin: Standin;
  /** Starts a crawl and handles its messages until none is left; answers the run's row. */
  crawl(request?: Partial<CrawlRequest>): Promise<Row>;
  /** Only starts one. */
  start(request?: Partial<CrawlRequest>): Promise<number>;
  /** Handles what is on the queue, as often as messages come, at most `most` of them; the clock passes over their delays. */
  drain(most?: number): Promise<void>;
  handle(message: CrawlMessage): Promise<void>;
  run(id?: number): Promise<Row>;
  directs(): Promise<Row[]>;
  direct(externalId: string): Promise<Row>;
  findings(runId: number): Promise<Row[]>;
  cursors(): Promise<Record<string, number>>;
  query(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** The API in this process, at the real time, with a stand-in of the source whose people and categories it knows. */
export async function openCrawl(options: StandinOptions = {}, limits: BaseVnLimits = {}): Promise<TestCrawl> {
  const api = await openApi(new Date().toISOString());
  const standin = await startBaseVnStandin({ jobs: 30, edgeCases: false, ...options, names: { ...FIXTURES, ...options.names } });
  const { url, token, workflowIds } = standin;
  const env = { BASE_VN_URL: url, BASE_VN_TOKEN: token, BASE_VN_WORKFLOW_IDS: workflowIds.join(',') };
  api.deps.crawlSource = createCrawlSource(env, { timeoutMs: 2000, ...limits });
  for (const work_name of FIXTURES.categories) await api.insert('work_categories', { work_name });
  for (const name of FIXTURES.customers) await api.insert('customers', { name });

  const query = async (sql: string) => (await api.client.execute(sql)).rows;
  const handle = (message: CrawlMessage) => handleCrawl(api.deps, message);
  const start = async (request: Partial<CrawlRequest> = {}) =>
    (await startCrawl(api.deps, await api.deps.db.read(selectSourceSettings), { kind: 'on_demand', requested_by: null, ...request }))!.id;
  const delays = new Map<JobMessage, number>();
  api.deps.jobs.send = async (message, options) => {
    delays.set(message, options?.delaySeconds ?? 0);
    api.sent.push(message);
  };
  const drain = async (most = 100) => {
    for (let n = 0; n < most && api.sent.length > 0; n++) {
      const message = api.sent.shift()!;
      api.clock.set(new Date(api.clock.now() + 1000 * (delays.get(message) ?? 0)).toISOString());
      if (message.type === 'crawl') await handle(message);
      if (message.type === 'apply_waiting') await applyWaiting(api.deps);
    }
  };
  const run = async (id?: number) =>
    (await query(`SELECT * FROM crawl_runs ${id === undefined ? '' : `WHERE id = ${id}`} ORDER BY id DESC LIMIT 1`))[0]!;
  return {
    api,
    standin,
    query,
    handle,
    start,
    drain,
    run,
    crawl: async (request) => {
      const id = await start(request);
      await drain();
      return run(id);
    },
    directs: () => query('SELECT * FROM directs ORDER BY external_id'),
    direct: async (externalId) => (await query(`SELECT * FROM directs WHERE external_id = '${externalId}'`))[0]!,
    findings: (runId) => query(`SELECT * FROM crawl_skipped WHERE run_id = ${runId} ORDER BY id`),
    cursors: async () =>
      Object.fromEntries((await query('SELECT * FROM crawl_cursors')).map((row) => [row.workflow_id, Number(row.cursor)])),
    close: async () => {
      await standin.close();
      await api.close();
    },
  };
}
