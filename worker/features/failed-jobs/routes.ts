import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { FailedJob } from '../../contracts/calls/answers/failed-jobs.ts';
import { historyCalls } from '../../contracts/calls/declared/history.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { Text } from '../../contracts/text.ts';
import { bindCall, type CallInput, type GrantedRecord } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { NOW } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { failedJobs } from '../../platform/db/schema/calculation.ts';
import { asNumber, asText, readFirst, readRows, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobMessage, jobMessage } from '../../platform/queue/messages.ts';

/** The jobs that the queue gave up, for an Admin. */
export function jobRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, historyCalls.listFailedJobs, listFailedJobs);
  bindCall(app, historyCalls.settleFailedJob, (input) => settle(input));
  bindCall(app, historyCalls.repeatFailedJob, (input) => settle(input, (message) => deps.jobs.send(message)));
  return app;
}

/** `GET /failed-jobs`: newest first. */
async function listFailedJobs({ caller, grant, values }: CallInput<typeof historyCalls.listFailedJobs>): Promise<Envelope<FailedJob>> {
  const page = readPage(values);
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total FROM failed_jobs WHERE dead_at IS NOT NULL`, readValue(asNumber)),
    rows: query(
      sql`SELECT * FROM failed_jobs WHERE dead_at IS NOT NULL ORDER BY id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(FAILED_JOB_READERS, toFailedJob),
    ),
  }));
  return toEnvelope(page, results.total, results.rows);
}

/** Settles a job, after it was sent again where `send` is given. */
async function settle({ caller, grant, id }: GrantedRecord, send?: (message: JobMessage) => Promise<void>): Promise<FailedJob> {
  const select = query(sql`SELECT * FROM failed_jobs WHERE id = ${id} AND dead_at IS NOT NULL`, readFirst(FAILED_JOB_READERS));
  const { results: row } = await caller.read(grant, () => select);
  if (!row) throw new AppError('not_found', { what: JOB[caller.lang] });
  if (send) {
    const message = findRepeatable(row.body);
    if (!message) throw new AppError('conflict', { detail: NOT_REPEATABLE[caller.lang] });
    await send(message);
  }
  const settling = sql`UPDATE failed_jobs SET settled_at = ${NOW} WHERE id = ${id} AND settled_at IS NULL`;
  const { job } = await caller.write({ settling, job: select });
  return toFailedJob(job ?? row);
}

const { id, type, body, error, attempts, failed_at, settled_at } = failedJobs;
const FAILED_JOB_READERS = { id, type, body, error, attempts, failed_at, dead_at: asText, settled_at };

function toFailedJob(row: Omit<FailedJob, 'repeatable'>): FailedJob {
  return { ...row, repeatable: findRepeatable(row.body) !== undefined };
}

/** The message of a job that has no run of its own, which would have failed with it. */
function findRepeatable(body: string): JobMessage | undefined {
  const parsed = jobMessage.safeParse(readJson(body));
  return parsed.success && Object.keys(parsed.data).length === 1 ? parsed.data : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const JOB: Text = { vi: 'việc nền', en: 'background job' };
const NOT_REPEATABLE: Text = {
  vi: 'Lần chạy của việc này đã dừng; hãy chạy lại từ trang của nó',
  en: 'The run of this job has failed; start a new one on its own page',
};
