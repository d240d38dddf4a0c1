import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { migrate } from '../../scripts/migrate.ts';
import { dumpToFile, restoreFromFile } from '../../scripts/run/dump.ts';
import { verify } from '../../scripts/verify.ts';
import { fold } from '../../worker/platform/text/fold.ts';
import { FIXTURES } from '../support/crawl.ts';
import { type Stack, startStack, TEST_BACKUP_KEY } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { ended, insert, insertDirects, insertRules, signIn } from './calculation-month.ts';
import { upload } from './import-file.ts';

const DAY_MS = 86_400_000;
const [JOBS, SEALED, RATINGS, UNDONE, CRAWLED] = [12_000, 20, 4000, 3000, 450];
const ENDED = ['done', 'failed', 'cancelled'];
let folder: string;
let standin: Standin;
let vars: Record<string, string>;
/** The files of the site in the middle of its work. */
const files: [key: string, bytes: ArrayBuffer][] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tensu-restored-'));
  standin = await startBaseVnStandin({ jobs: CRAWLED, edgeCases: false, names: FIXTURES });
  vars = { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') };
});
afterAll(async () => {
  await standin?.close();
  await rm(folder, { recursive: true, force: true });
});

const RUNS = ['calculation_runs', 'imports', 'crawl_runs', 'crawl_reconciliations', 'operation_runs', 'rule_scenario_runs'] as const;
const rows = async (client: Client, sql: string) => (await client.execute(sql)).rows.map((row) => ({ ...row }));
type Row = Record<string, unknown>;
/** How far the newest run of each kind is. */
async function readRuns(client: Client): Promise<Record<string, Row>> {
  const newest = RUNS.map(async (table) => [table, (await rows(client, `SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`))[0]]);
  return Object.fromEntries(await Promise.all(newest));
}

async function insertOffice(client: Client): Promise<void> {
  await insertRules(client);
  const code = { username: 'nv001', username_fold: 'nv001', code: 'nv001', code_fold: 'nv001' };
  await insert(client, 'users', { ...code, name: 'Nguyễn Văn Đức', name_fold: fold('Nguyễn Văn Đức') });
  await insert(client, 'pro_point', { point: 1.2, desc: 'A' });
  for (const name of FIXTURES.customers) await insert(client, 'customers', { name, name_fold: fold(name) });
  await client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${UNDONE})
    INSERT INTO customers (name, name_fold, code, code_fold, fax) SELECT 'HT ' || i, 'ht ' || i, 'HT' || i, 'ht' || i, '03-' || i FROM n`);
  await insertDirects(client, '2024-01', JOBS);
  await insertDirects(client, '2024-02', SEALED);
}

/** Brings a month to its lock and each kind of work into its middle, and keeps database and files as they are then. */
async function backUpInTheMiddle(stack: Stack, file: string): Promise<void> {
  const { client, proxy } = stack;
  const admin = await signIn(stack, 'Admin');
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.call(method, path, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  await ended(admin, (await call('POST', 'calculations', { year: 2024, month: 2 })).id);
  await call('POST', 'lock_and_unlock', { year: 2024, month: 2, status: 1 });
  await stack.deliver([{ type: 'maintain_seals' }]);
  const ids = (await rows(client, "SELECT id FROM customers WHERE code LIKE 'HT%'")).map(({ id }) => Number(id));
  const edit = await call('POST', 'customers/bulk', { ids, values: { fax: '03-0' } });
  await expect.poll(async () => (await readRuns(client)).operation_runs?.status, { interval: 50 }).toBe('done');
  const { data: scenario } = await call('POST', 'rule_scenarios', { name: 'Thử', valid_from: '2024-01' });
  const workbook = await workbookOf([
    ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'],
    ...Array.from({ length: RATINGS }, (_, n) => ['nv001', 1.2, `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`, `r${n}`]),
  ]);

  proxy.delay(200);
  /** Has the consumer work on a run until it is in its middle, and takes it away from the message there. */
  const begin = async (table: string, message: { type: string; [id: string]: unknown }, isInTheMiddle: string) => {
    const [, id] = Object.values(message);
    void stack.deliver([message]).catch(() => undefined);
    const takeAway = `UPDATE ${table} SET claim = 'gone', lease_until = ${stack.now() + DAY_MS}
      WHERE id = ${id} AND ${isInTheMiddle} AND status NOT IN ('done', 'failed') RETURNING id`;
    await expect.poll(() => rows(client, takeAway), { interval: 20 }).toHaveLength(1);
  };
  const undo = await call('POST', `operations/${edit.operation_id}/undo`);
  await begin('operation_runs', { type: 'operation', run_id: undo.operation_id }, 'done > 0');
  const crawl = await call('GET', 'get-base-vn-data');
  await begin('crawl_runs', { type: 'crawl', run_id: crawl.id }, 'pages > 0');
  const comparison = await call('POST', 'crawl_reconciliations', { year: 2026, month: 3 });
  await begin('crawl_reconciliations', { type: 'reconcile', reconciliation_id: comparison.id }, 'page > 0');
  const { body: sent } = await upload(stack, admin, 'pro', workbook, 'valid_rows');
  await begin('imports', { type: 'import', import_id: sent.id }, 'done > 0');
  const trial = await call('POST', `rule_scenarios/${scenario.id}/runs`, { from: '2024-01', to: '2024-02' });
  await begin('rule_scenario_runs', { type: 'try_scenario', run_id: trial.id }, 'done > 0');
  const run = await call('POST', 'calculations', { year: 2024, month: 1 });
  await begin('calculation_runs', { type: 'calculate', run_id: run.id }, "done > 0 AND status = 'computing'");

  for (const table of RUNS) await client.execute(`UPDATE ${table} SET lease_until = ${stack.now()} WHERE claim = 'gone'`);
  await dumpToFile(stack.sqld.url, undefined, file, TEST_BACKUP_KEY);
  const bucket = await stack.files();
  for (const { key } of (await bucket.list()).objects) files.push([key, await (await bucket.get(key))!.arrayBuffer()]);
}

/** A site on the backup, a day later, whose schedule takes up what it finds until everything has ended. */
async function restore(file: string, { withFiles }: { withFiles: boolean }): Promise<Stack> {
  const prepare = async (client: Client) => {
    await restoreFromFile(client, file, TEST_BACKUP_KEY);
    await migrate(client);
  };
  const stack = await startStack({ vars, empty: true, prepare, clockShiftMs: DAY_MS });
  const bucket = await stack.files();
  if (withFiles) for (const [key, bytes] of files) await bucket.put(key, bytes);
  const haveEnded = async () => {
    await stack.dispatchCron('* * * * *');
    return Object.values(await readRuns(stack.client)).every(({ status }) => ENDED.includes(String(status)));
  };
  await expect.poll(haveEnded, { interval: 500 }).toBe(true);
  return stack;
}

const count = async ({ client }: Stack, of: string) => Number((await rows(client, `SELECT COUNT(*) AS n FROM ${of}`))[0]!.n);

/** What goes on without any file. */
async function requireWholeRest(stack: Stack): Promise<void> {
  const { operation_runs, crawl_runs, crawl_reconciliations } = await readRuns(stack.client);
  expect(operation_runs).toMatchObject({ status: 'done', message: null });
  expect(await count(stack, "customers WHERE code LIKE 'HT%' AND fax = '03-' || substr(code, 3) AND version = 3")).toBe(UNDONE);
  expect(crawl_runs).toMatchObject({ status: 'done', inserted: CRAWLED });
  expect(await count(stack, 'directs WHERE external_id IS NOT NULL')).toBe(CRAWLED);
  expect(crawl_reconciliations).toMatchObject({ status: 'done', jobs: CRAWLED });
}

test('a backup from the middle of everything goes on to the end of everything, a day later, each row once', async () => {
  const file = join(folder, 'backup');
  const former = await startStack({ vars, prepare: insertOffice });
  await backUpInTheMiddle(former, file).finally(former.close);

  const stack = await restore(file, { withFiles: true });
  try {
    await requireWholeRest(stack);
    const { calculation_runs, imports, rule_scenario_runs } = await readRuns(stack.client);
    expect(calculation_runs).toMatchObject({ status: 'done', done: JOBS, changed: JOBS });
    expect(await count(stack, "history WHERE source = 'calculation'")).toBe(JOBS + SEALED);
    expect(imports).toMatchObject({ status: 'done', inserted: RATINGS, failed: 0 });
    expect(await count(stack, '(SELECT DISTINCT note FROM pro)')).toBe(RATINGS);
    expect(await count(stack, 'pro')).toBe(RATINGS);
    expect(rule_scenario_runs).toMatchObject({ status: 'done', total: JOBS + SEALED });
    await requireLocks(stack);
    expect((await verify(stack.client, await stack.files())).differences).toEqual([]);
  } finally {
    await stack.close();
  }

  const bare = await restore(file, { withFiles: false });
  try {
    await requireWholeRest(bare);
    const { calculation_runs, imports, rule_scenario_runs } = await readRuns(bare.client);
    expect(calculation_runs?.message).toBe('files_missing');
    expect(rule_scenario_runs?.message).toBe('files_missing');
    expect(imports).toMatchObject({ status: 'failed', inserted: 0, message: expect.stringContaining('không còn trong kho tệp') });
    expect(await count(bare, 'pro')).toBe(0);
    expect(await count(bare, "directs WHERE henkyaku_hi LIKE '2024-01%' AND result_design_point IS NOT NULL")).toBe(0);
    // None of them is a job for an Admin to look at: what stands there says what to do.
    expect(await count(bare, 'failed_jobs')).toBe(0);
    await requireLocks(bare);
    expect((await verify(bare.client, undefined)).differences).toEqual([]);
  } finally {
    await bare.close();
  }
});

/** The months whose work was under way can be calculated and locked, and the locked one is as it was. */
async function requireLocks(stack: Stack): Promise<void> {
  const admin = await signIn(stack, 'Admin');
  const run = await ended(admin, (await admin.call('POST', 'calculations', { year: 2024, month: 1 })).body.id);
  expect(run).toMatchObject({ status: 'done', total: JOBS });
  for (const [year, month] of [
    [2024, 1],
    [2026, 3],
  ]) {
    const { status, body } = await admin.call('POST', 'lock_and_unlock', { year, month, status: 1, reason: 'chốt' });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  expect((await admin.call('GET', 'totals?year=2024&month=2')).body.sealed).toMatchObject({ version: 1 });
}
