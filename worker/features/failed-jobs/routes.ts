import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { FailedJob } from '../../contracts/calls/answers/failed-jobs.ts';
import { historyCalls } from '../../contracts/calls/declared/history.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import type { AppEnv } from '../../crud/router.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { failedJobs } from '../../platform/db/schema/calculation.ts';
import { asNumber, asText, readRows, readValue } from '../../platform/db/typed-rows.ts';

/** The jobs that the queue gave up, for an Admin. */
export const jobRoutes = new Hono<AppEnv>();
bindCall(jobRoutes, historyCalls.listFailedJobs, listFailedJobs);

/** `GET /failed-jobs`: newest first. */
async function listFailedJobs({ caller, grant, values }: CallInput<typeof historyCalls.listFailedJobs>): Promise<Envelope<FailedJob>> {
  const page = readPage(values);
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total FROM failed_jobs WHERE dead_at IS NOT NULL`, readValue(asNumber)),
    rows: query(
      sql`SELECT id, type, body, error, attempts, failed_at, dead_at FROM failed_jobs WHERE dead_at IS NOT NULL
      ORDER BY id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(FAILED_JOB_READERS),
    ),
  }));
  return toEnvelope(page, results.total, results.rows);
}

const { id, type, body, error, attempts, failed_at } = failedJobs;
const FAILED_JOB_READERS = { id, type, body, error, attempts, failed_at, dead_at: asText };
