import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { FailedJob } from '../../contracts/calls/failed-jobs.ts';
import { type Envelope, pageFields, readPage, toEnvelope } from '../../contracts/paging.ts';
import { ADMIN } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseParams } from '../../crud/parse-call.ts';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { failedJobs } from '../../db/schema/calculation.ts';
import { readRows } from '../../db/typed-rows.ts';

/** The jobs that the queue gave up, for an Admin. */
export const jobRoutes = new Hono<AppEnv>().get('/failed-jobs', async (c) => c.json(await listFailedJobs(c.var.caller, searchParams(c))));

/** `GET /failed-jobs`: newest first. */
async function listFailedJobs(caller: Caller, params: URLSearchParams): Promise<Envelope<FailedJob>> {
  const values = await authorizeThenValidate(caller, ADMIN, () => parseParams(PARAMS, params, caller.lang));
  const query = readPage(values);
  const { results } = await caller.read(ADMIN, () => [
    sql`SELECT COUNT(*) AS total FROM failed_jobs WHERE dead_at IS NOT NULL`,
    sql`SELECT id, type, body, error, attempts, failed_at, dead_at FROM failed_jobs WHERE dead_at IS NOT NULL
      ORDER BY id DESC LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
  ]);
  return toEnvelope(query, Number(results[0]!.rows[0]!.total), readRows(FAILED_JOB_READERS, results[1]));
}

const PARAMS = pageFields();
const { id, type, body, error, attempts, failed_at } = failedJobs;
const FAILED_JOB_READERS = { id, type, body, error, attempts, failed_at, dead_at: String };
