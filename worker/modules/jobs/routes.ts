import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { FailedJob } from '../../contracts/calls/calculation.ts';
import { ADMIN } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { type Envelope, envelope } from '../../crud/list.ts';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { failedJobs } from '../../db/schema/calculation.ts';
import { readRows } from '../../db/typed-rows.ts';
import { pageParams, paramsOf } from '../calculation/params.ts';

/** The jobs that the queue gave up, for an Admin. */
export const jobRoutes = new Hono<AppEnv>().get('/failed-jobs', async (c) => c.json(await listFailedJobs(c.var.caller, searchParams(c))));

/** `GET /failed-jobs`: newest first. */
async function listFailedJobs(caller: Caller, params: URLSearchParams): Promise<Envelope<FailedJob>> {
  const query = await authorizeThenValidate(caller, ADMIN, () => paramsOf(pageParams, params, caller.lang));
  const { results } = await caller.read(ADMIN, () => [
    sql`SELECT COUNT(*) AS total FROM failed_jobs WHERE dead_at IS NOT NULL`,
    sql`SELECT id, type, body, error, attempts, failed_at, dead_at FROM failed_jobs WHERE dead_at IS NOT NULL
      ORDER BY id DESC LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`,
  ]);
  return envelope(query, Number(results[0]!.rows[0]!.total), readRows(FAILED_JOB_READERS, results[1]));
}

const { id, type, body, error, attempts, failed_at } = failedJobs;
const FAILED_JOB_READERS = { id, type, body, error, attempts, failed_at, dead_at: String };
