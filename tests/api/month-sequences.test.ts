import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SUMMED } from '../../worker/contracts/calls/totals.ts';
import { mistakes } from '../../worker/contracts/entities/mistakes.ts';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { createCrawlSource } from '../../worker/features/crawl/fetch/base-vn.ts';
import { handleCrawl } from '../../worker/features/crawl/run.ts';
import { startCrawl } from '../../worker/features/crawl/start.ts';
import { applyWaiting } from '../../worker/features/crawl/write/waiting.ts';
import { maintainSeals } from '../../worker/features/month-close/seals/maintain-seals.ts';
import { replayMonth } from '../../worker/features/month-close/seals/replay-month.ts';
import { verifyChain } from '../../worker/features/month-close/seals/verify-chain.ts';
import { acceptLosses, findLostFiles } from '../../worker/features/month-close/seals/verify-locks.ts';
import { handleTryScenario } from '../../worker/features/scenarios/run.ts';
import { createDatabase, SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { workOnImport } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
import { fillOffice } from '../support/sealed-office.ts';
import { workbookOf } from '../support/workbooks.ts';

const MONTHS = [9, 10] as const;
type Month = (typeof MONTHS)[number];

/** An action of somebody; `n` chooses the record and the value. */
interface Step {
  act: 'lock' | 'unlock' | 'backup' | 'restore' | keyof typeof WRITES;
  month: Month;
  n: number;
}

interface Office {
  api: TestApi;
  factor: number;
  /** The answers of each locked month when it was locked. */
  published: Map<Month, string>;
  locks: Map<Month, number>;
  /** The last backup, with what was locked then. */
  backup?: { file: string; published: Map<Month, string>; locks: Map<Month, number> };
  /** A folder of the backups and of what was restored from them. */
  folder: string;
  close(): Promise<void>;
}

const dayOf = (month: Month) => `2026-${String(month).padStart(2, '0')}-`;
const jobsOf = async ({ api }: Office, month: Month) =>
  (await api.client.execute(`SELECT id FROM directs WHERE henkyaku_hi LIKE '${dayOf(month)}%' ORDER BY id`)).rows.map(({ id }) =>
    Number(id),
  );
const pickJob = async (office: Office, month: Month, n: number) => {
  const jobs = await jobsOf(office, month);
  return jobs[n % jobs.length]!;
};

/** Every kind of write that may change what a month would say if it were computed now. */
const WRITES = {
  edit: async (office: Office, month: Month, n: number) => put(office, `directs/${await pickJob(office, month, n)}`, { tsubosuu: 10 + n }),
  adjust: async (office: Office, month: Month, n: number) =>
    put(office, `directs_techousei/${await pickJob(office, month, n)}`, { result_design_point: n / 8 }),
  /** A job of the second category has no standard and so no result: it keeps the points it has. */
  recategorize: async (office: Office, month: Month, n: number) =>
    put(office, `directs/${await pickJob(office, month, n)}`, { work_category_id: n % 3 === 0 ? 1 : 2 }),
  move: async (office: Office, month: Month, n: number) =>
    put(office, `directs/${await pickJob(office, month, n)}`, { henkyaku_hi: `${dayOf(month === 9 ? 10 : 9)}15` }),
  create: (office: Office, month: Month, n: number) =>
    call(office, 'POST', 'mistakes', {
      user_id: office.api.people.viewer.id,
      rate_at: `${dayOf(month)}12`,
      mistake: 'sai',
      point: n / 10,
      detect_by: 'N',
    }),
  rate: (office: Office, month: Month, n: number) =>
    call(office, 'POST', 'pro', {
      user_id: office.api.people.viewer.id,
      pro_point_id: office.factor,
      rate_at: `${dayOf(month)}${10 + (n % 9)}`,
    }),
  factor: (office: Office, _: Month, n: number) => put(office, `pro_point/${office.factor}`, { point: (100 + n) / 100 }),
  expression: (office: Office, _: Month, n: number) =>
    put(office, 'totals-expressions', { total_point_1: `direct_point * ${n + 1}`, total_point_2: 'total_point_1 * pro_index' }),
  rename: (office: Office, _: Month, n: number) =>
    put(office, `users/${office.api.people.viewer.id}`, { name: `Tên ${n}`, department_id: 1 + (n % 2), dept_grp_id: 1 + (n % 2) }),
  rule: (office: Office, _: Month, n: number) => put(office, 'standards/1', { standard_design_point: 1 + n / 10 }),
  version: (office: Office, month: Month, n: number) => changeVersion(office, month, n),
  unversion: async (office: Office, month: Month) => {
    const id = await findVersion(office, month);
    if (id) await call(office, 'DELETE', `standards/${id}`, {});
  },
  scenario: (office: Office, month: Month, n: number) => tryScenario(office, month, n),
  undo: async (office: Office, _: Month, n: number) => {
    const { data } = (await office.api.call('GET', 'operations?limit=6', { as: office.api.people.admin })).body;
    const operation = data[n % data.length];
    if (!operation?.undoable) return;
    await call(office, 'POST', `operations/${operation.id}/undo`, {});
  },
  calculate: (office: Office, month: Month) => calculate(office, month),
  crawl: (office: Office, month: Month, n: number) => crawl(office, month, n),
  import: (office: Office, month: Month, n: number) => importMistakes(office, month, n),
  correct: async (office: Office, month: Month, n: number) => {
    const job = await pickJob(office, month, n);
    const { viewer } = office.api.people;
    const ask = { year: 2026, month, kind: 'direct', record_id: job, text: 'Sao thấp?' };
    const { body } = await office.api.call('POST', 'questions', { as: viewer, body: ask });
    const question = body.data?.id;
    if (!question) return;
    await call(office, 'PUT', `directs_techousei/${job}`, { result_design_point: n }, { 'x-question': String(question) });
    await call(office, 'POST', `questions/${question}/answers`, { text: 'Đã xem' });
  },
} satisfies Record<string, (office: Office, month: Month, n: number) => Promise<unknown>>;

/** As an Admin; a locked month or a checked record may refuse, nothing else may go wrong. */
async function call({ api }: Office, method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await api.call(method, path, { as: api.people.admin, body, headers });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeOneOf([200, 201, 423]);
  return answer;
}
const put = (office: Office, path: string, body: object) => call(office, 'PUT', path, body);

const standardOf = (n: number) => ({ standard_design_point: 1 + n / 10 });

async function findVersion({ api }: Office, month: Month): Promise<number | undefined> {
  const { rows } = await api.client.execute(`SELECT id FROM standards WHERE valid_from = '${dayOf(month).slice(0, 7)}'`);
  return rows[0] && Number(rows[0].id);
}

/** A version of the standard that counts from the month on; where there is one, another value in it. */
async function changeVersion(office: Office, month: Month, n: number): Promise<void> {
  const id = await findVersion(office, month);
  if (id) await put(office, `standards/${id}`, standardOf(n));
  else await call(office, 'POST', 'standards/versions', { valid_from: dayOf(month).slice(0, 7), copy_of: 1, values: standardOf(n) });
}

/** A scenario that is made, tried on both months, which changes nothing, and promoted, unless the rules that it changes were changed meanwhile. */
async function tryScenario(office: Office, month: Month, n: number): Promise<void> {
  const valid_from = dayOf(month).slice(0, 7);
  const { id } = (await call(office, 'POST', 'rule_scenarios', { name: `Thử ${++texts}`, valid_from })).body.data;
  const { rows } = await office.api.client.execute(
    `SELECT id FROM standards WHERE valid_from <= '${valid_from}' ORDER BY valid_from DESC LIMIT 1`,
  );
  await call(office, 'PUT', `standards/${rows[0]!.id}`, standardOf(n), { 'x-scenario': String(id) });
  // What an unlock lets the crawl write is not the trial's.
  await handleMessages(office.api);
  const before = await Promise.all(MONTHS.map((each) => publishedOf(office, each)));
  await call(office, 'POST', `rule_scenarios/${id}/runs`, { from: '2026-09', to: '2026-10' });
  await handleMessages(office.api);
  expect(await Promise.all(MONTHS.map((each) => publishedOf(office, each)))).toEqual(before);
  if (n % 4 > 0) await call(office, 'POST', `rule_scenarios/${id}/promote`, { valid_from, reason: 'thử' });
}

/** The site goes on with the database as it was at the last backup, and with the files as they are. */
async function restore(office: Office): Promise<void> {
  const { api, backup } = office;
  if (!backup) return;
  const file = join(office.folder, `restored-${++texts}.db`);
  await cp(backup.file, file);
  api.client.close();
  api.client = createClient({ url: `file:${file}`, concurrency: 1 });
  Object.assign(
    api.deps.db,
    createDatabase(() => api.client, api.clock.time),
  );
  api.sent.length = 0;
  office.published = new Map(backup.published);
  office.locks = new Map(backup.locks);
  const { lost } = await findLostFiles({ read: api.deps.db.read, files: api.deps.files });
  if (lost.length > 0) await api.deps.db.write(acceptLosses(lost, 'phục hồi'), SCRIPT_AUTHOR);
}

async function backUp(office: Office): Promise<void> {
  const file = join(office.folder, `backup-${++texts}.db`);
  await office.api.client.execute(`VACUUM INTO '${file}'`);
  office.backup = { file, published: new Map(office.published), locks: new Map(office.locks) };
}

async function calculate(office: Office, month: Month): Promise<void> {
  const { status } = await call(office, 'POST', 'calculations', { year: 2026, month });
  if (status !== 423) await handleMessages(office.api);
}

/** A job of the source, one of six: it comes, changes, or moves to the other month. */
async function crawl({ api }: Office, month: Month, n: number): Promise<void> {
  const env = { BASE_VN_URL: 'https://source.example', BASE_VN_TOKEN: 'token', BASE_VN_WORKFLOW_IDS: '1' };
  const form = {
    'Ngày trả': `${String(1 + (n % 28)).padStart(2, '0')}/${String(month).padStart(2, '0')}/2026`,
    坪数: `${10 + n}`,
    得意先名: '山田建設',
    発注内容: '構造図',
  };
  const job = {
    ...{
      id: `job-${n % 6}`,
      name: `D-nguồn-${n % 6}`,
      content: '',
      username: 'viewer',
      creator_username: 'viewer',
      stage_export: null,
      tags: [],
    },
    ...{ since: '1788000000', last_update: `${1788000000 + n}`, finish_at: '', deadline: '' },
    form: Object.entries(form).map(([name, value], index) => ({ id: `${index}`, name, type: 'text', value, display: value })),
  };
  api.deps.crawlSource = { ...createCrawlSource(env), fetchPage: async ({ pageId }) => ({ jobs: pageId === 0 ? [job] : [], skipped: [] }) };
  const run = await startCrawl(api.deps, null, { kind: 'on_demand', requested_by: null, full: true });
  await handleMessages(api);
  const { rows } = await api.client.execute(`SELECT status, jobs FROM crawl_runs WHERE id = ${run!.id}`);
  expect(rows).toMatchObject([{ status: 'done', jobs: 1 }]);
}

/** Text of an imported mistake: rows of one text, day and point would be the same record. */
let texts = 0;
async function importMistakes(office: Office, month: Month, n: number): Promise<void> {
  const { api } = office;
  texts += 1;
  const fields = ['user_id', 'rate_at', 'mistake', 'point', 'detect_by'] as const;
  const file = await workbookOf([
    fields.map((name) => mistakes.fields[name].label.vi),
    ['viewer', `${dayOf(month)}13`, `sai ${texts}`, n / 10, 'N'],
    ['writer', `${dayOf(month === 9 ? 10 : 9)}14`, `sai ${texts}`, n / 20, 'T'],
  ]);
  const form = new FormData();
  form.set('file', new Blob([file]), 'lỗi.xlsx');
  form.set('mode', 'valid_rows');
  const { body } = await api.call('POST', 'mistakes/import', { as: api.people.admin, body: form });
  await handleMessages(api);
  const imported = (await api.call('GET', `imports/${body.id}`, { as: api.people.admin })).body;
  expect(imported, JSON.stringify(imported)).toMatchObject({
    status: office.published.size === 2 ? 'failed' : 'done',
    total: 2,
    failed: office.published.size,
  });
}

/** Handles the queued work of calculations, crawls and imports until there is none. */
async function handleMessages({ deps, sent }: TestApi): Promise<void> {
  for (let message = sent.shift(); message; message = sent.shift()) {
    if (message.type === 'calculate') await handleCalculate(deps, message);
    if (message.type === 'crawl') await handleCrawl(deps, message);
    if (message.type === 'apply_waiting') await applyWaiting(deps);
    if (message.type === 'import') await workOnImport(deps, message);
    if (message.type === 'try_scenario') await handleTryScenario(deps, message);
  }
}

/** All that a month publishes: totals with their sum, both charts, and a person's statement. */
async function publishedOf({ api }: Office, month: Month): Promise<string> {
  const period = `year=2026&month=${month}`;
  const paths = [
    `totals?${period}&limit=100`,
    `charts?${period}&limit=100`,
    `home/get-all-group-by-dev?${period}`,
    `statements/${api.people.viewer.id}?${period}`,
  ];
  const bodies = await Promise.all(paths.map(async (path) => (await api.call('GET', path, { as: api.people.admin })).body));
  const { totals, lines, sha256, sealed } = bodies.pop();
  return JSON.stringify([...bodies, { totals, lines, sha256, sealed }]);
}

async function setLock(office: Office, month: Month, status: 0 | 1, n = 0): Promise<void> {
  const isLocked = office.published.has(month);
  // A month is closed with the points of its last calculation, or with what was edited since.
  if (status === 1 && !isLocked && n % 2 === 0) await calculate(office, month);
  expect((await call(office, 'POST', 'lock_and_unlock', { year: 2026, month, status, reason: 'thử' })).status).toBe(200);
  if (status === 0) office.published.delete(month);
  else if (!isLocked) {
    office.locks.set(month, (office.locks.get(month) ?? 0) + 1);
    office.published.set(month, await publishedOf(office, month));
  }
}

async function openOffice(): Promise<Office> {
  const api = await openApi();
  const { factor } = await fillOffice(api);
  await api.insert('standards', {
    customer_id: 1,
    work_category_id: 1,
    standard_design_point: 2,
    standard_check_point: 0.5,
    scale_code: 'S1',
  });
  await api.insert('formula_results', {
    scale_code: 'S1',
    result_design_formula: 'standard_design_point * tsubosuu / 10',
    result_check_formula: 'standard_check_point',
  });
  await api.insert('work_categories', { work_name: '伏図' });
  await api.client.execute('UPDATE directs SET work_category_id = 1');
  const folder = await mkdtemp(join(tmpdir(), 'tensu-backups-'));
  const close = async () => {
    await api.close();
    api.client.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { api, factor, published: new Map(), locks: new Map(), folder, close };
}

const monthOf = fc.constantFrom(...MONTHS);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constantFrom('lock' as const, 'unlock' as const), month: monthOf, n: fc.nat({ max: 1 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constantFrom('backup' as const, 'restore' as const), month: monthOf, n: fc.constant(0) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        act: fc.constantFrom(...(Object.keys(WRITES) as (keyof typeof WRITES)[])),
        month: monthOf,
        n: fc.nat({ max: 40 }),
      }),
    },
  ),
  { minLength: 16, maxLength: 32 },
);

/** Every act once in an open month, so that none depends on chance. */
const everyAct = Object.keys(WRITES).map((act, n) => ({ act: act as keyof typeof WRITES, month: 10 as const, n }));

/** A backup in the middle of it, from which the site goes on after the month was locked and written on. */
const everyStep: Step[] = [
  ...everyAct,
  { act: 'backup', month: 10, n: 0 },
  { act: 'lock', month: 10, n: 0 },
  { act: 'unlock', month: 9, n: 0 },
  { act: 'edit', month: 9, n: 3 },
  { act: 'restore', month: 10, n: 0 },
  { act: 'edit', month: 10, n: 5 },
  { act: 'lock', month: 10, n: 0 },
];

it('whatever is done in whatever order, a sealed month answers as it did when it was locked, and can prove it', async () => {
  const done = new Set<string>();
  const writers = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const office = await openOffice();
      const { api } = office;
      try {
        await setLock(office, 9, 1);
        for (const step of sequence) {
          done.add(step.act);
          if (step.act === 'lock' || step.act === 'unlock') await setLock(office, step.month, step.act === 'lock' ? 1 : 0, step.n);
          else if (step.act === 'backup') await backUp(office);
          else if (step.act === 'restore') await restore(office);
          else await WRITES[step.act](office, step.month, step.n);
          for (const [month, published] of office.published)
            expect(await publishedOf(office, month), `${step.act} ${month}`).toBe(published);
        }
        const { rows } = await api.client.execute('SELECT DISTINCT source FROM history');
        for (const { source } of rows) writers.add(String(source));
        await maintainSeals(api.deps);
        const sources = { read: api.deps.db.read, files: api.deps.files };
        expect((await verifyChain(sources)).differences).toEqual([]);
        for (const [month, locks] of office.locks) {
          const { data: seals } = (await api.call('GET', `month_seals?year=2026&month=${month}`, { as: api.people.admin })).body;
          expect(seals.map(({ version }: { version: number }) => version)).toEqual(Array.from({ length: locks }, (_, n) => locks - n));
          if (!office.published.has(month)) continue;
          const replay = await replayMonth(sources, seals[0].id);
          const calculated = await api.client.execute(
            `SELECT COUNT(*) AS n FROM directs WHERE henkyaku_hi LIKE '${dayOf(month)}%' AND calculation_id IS NOT NULL AND is_updated = 0`,
          );
          expect(replay).toMatchObject({ checked: calculated.rows[0]!.n, differences: 0, totals_different: [], problems: [] });
          const { data, sum } = (await api.call('GET', `totals?year=2026&month=${month}&limit=100`, { as: api.people.admin })).body;
          for (const field of SUMMED) {
            const total = data.reduce((all: number, row: Record<string, number>) => all + row[field]!, 0);
            expect(sum[field], field).toBeCloseTo(total, 6);
          }
        }
      } finally {
        await office.close();
      }
    }),
    { numRuns: runs(5), endOnFailure: true, examples: [[everyStep]] },
  );
  expect([...done].sort()).toEqual(['lock', 'unlock', 'backup', 'restore', ...Object.keys(WRITES)].sort());
  expect([...writers]).toEqual(expect.arrayContaining(['screen', 'calculation', 'crawl', 'import']));
});
