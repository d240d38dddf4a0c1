import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCrawlSource } from '../../worker/features/crawl/fetch/base-vn.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
beforeEach(async () => {
  t = await openCrawl({ jobs: 3 });
});
afterEach(() => t.close());

const user = (username: string, name: string, active = 1) => t.api.insert('users', { username, name, active });
const jobs = () => t.standin.jobs();
const codes = async (runId: unknown) => (await t.findings(Number(runId))).map(({ code }) => code);
const put = (path: string, body: unknown) => t.api.call('PUT', path, { as: t.api.people.admin, body });

describe('people', () => {
  it('whose names differ by accents only are suggested and never written', async () => {
    await user('dung', 'Trần Thị Dung');
    const [job] = jobs();
    t.standin.updateJob(job!.id, { form: { 'Người kiểm tra': 'Trần Thị Dũng' } });
    const run = await t.crawl();
    expect(await t.direct(job!.id)).toMatchObject({ chekkusha_id: null, chekkusha: 'Trần Thị Dũng' });
    const finding = (await t.findings(Number(run.id))).find(({ code }) => code === 'similar_person')!;
    expect(finding).toMatchObject({ kind: 'warning', column: 'chekkusha_id', value: 'Trần Thị Dũng', external_id: job!.id });
    expect(JSON.parse(String(finding.reason)).vi).toContain('«Trần Thị Dung»');
  });

  it('who have left keep their work beside somebody of a similar name; an exact match is not ambiguous', async () => {
    const left = await user('hung1', 'Lê Văn Hùng', 0);
    await user('hung2', 'Lê Văn Hưng');
    const tu = await user('tu1', 'Phan Văn Tú');
    await user('tu2', 'Phan Văn Tư');
    const [one, two] = jobs();
    t.standin.updateJob(one!.id, { form: { 'Người kiểm tra': 'Lê Văn Hùng' } });
    t.standin.updateJob(two!.id, { form: { 'Người kiểm tra': 'Phan Văn Tú' } });
    const run = await t.crawl();
    expect(await t.direct(one!.id)).toMatchObject({ chekkusha_id: left });
    expect(await t.direct(two!.id)).toMatchObject({ chekkusha_id: tu });
    expect(await codes(run.id)).toEqual([]);
  });
});

describe('customers', () => {
  const named = (name: string) => t.query(`SELECT id FROM customers WHERE name = '${name}'`);

  it('whose names differ by accents only stay two, and the other one is suggested', async () => {
    await t.api.insert('customers', { name: 'Tan A' });
    const [job] = jobs();
    t.standin.updateJob(job!.id, { form: { 得意先名: 'Tân Á' } });
    const run = await t.crawl();
    const [made] = await named('Tân Á');
    expect(await t.direct(job!.id)).toMatchObject({ customer_id: made!.id });
    expect((await codes(run.id)).sort()).toEqual(['new_customer', 'similar_customer']);
  });

  it('renamed here keep the name of the source', async () => {
    await t.crawl();
    const [job, other] = jobs();
    const { customer_id, tokuisakimei } = await t.direct(job!.id);
    await put(`customers/${customer_id}`, { name: '青葉ホールディングス株式会社' });
    t.standin.updateJob(job!.id, { form: { 坪数: '44' } });
    t.standin.updateJob(other!.id, { form: { 得意先名: String(tokuisakimei) } });
    expect(await t.crawl()).toMatchObject({ status: 'done', warnings: 0 });
    for (const { id } of [job!, other!]) expect(await t.direct(id), id).toMatchObject({ customer_id, tokuisakimei });
    expect(await named(String(tokuisakimei))).toEqual([]);
  });

  it('renamed before the names were kept are known by their jobs', async () => {
    await t.crawl();
    const [job] = jobs();
    const { customer_id } = await t.direct(job!.id);
    await put(`customers/${customer_id}`, { name: 'Khách mới' });
    await t.query('DELETE FROM crawl_aliases');
    t.standin.updateJob(job!.id, { form: { 坪数: '45' } });
    expect(await t.crawl()).toMatchObject({ warnings: 0 });
    expect(await t.direct(job!.id)).toMatchObject({ customer_id, tsubosuu: 45 });
    expect(await t.query('SELECT kind, target_id FROM crawl_aliases')).toMatchObject([{ kind: 'customer', target_id: customer_id }]);
  });
});

describe('a job', () => {
  it('that comes under another id is reported and makes no second row', async () => {
    await t.crawl();
    const job = jobs().find(({ finish_at }) => finish_at !== '0') ?? jobs()[0]!;
    await t.query(`UPDATE directs SET external_id = '77', external_id_key = '77' WHERE external_id = '${job.id}'`);
    const run = await t.crawl({ full: true });
    expect(run).toMatchObject({ status: 'done', inserted: 0, skipped: 1 });
    const [finding] = await t.findings(Number(run.id));
    expect(finding).toMatchObject({ kind: 'skipped', code: 'same_job', external_id: job.id, value: '77' });
    expect(await t.directs()).toHaveLength(3);
  });
});

describe('numbers', () => {
  const crawlNumbers = async (numbers?: string) => {
    const { url, token, workflowIds } = t.standin;
    const env = { BASE_VN_URL: url, BASE_VN_TOKEN: token, BASE_VN_WORKFLOW_IDS: workflowIds.join(), BASE_VN_NUMBERS: numbers };
    t.api.deps.crawlSource = createCrawlSource(env);
    const [job] = jobs();
    t.standin.updateJob(job!.id, { form: { 坪数: '35,5', 面積: '120.500' } });
    await t.crawl();
    return t.direct(job!.id);
  };

  it('with a single dot have decimals', async () => {
    expect(await crawlNumbers()).toMatchObject({ tsubosuu: 35.5, menseki: 120.5 });
  });

  it('with a single dot have thousands where the source writes them so', async () => {
    expect(await crawlNumbers('comma')).toMatchObject({ tsubosuu: 35.5, menseki: 120_500 });
  });
});

describe('settings', () => {
  it('that name an unknown column, or a way of writing numbers that there is not, are refused by name', async () => {
    const env = { BASE_VN_URL: t.standin.url, BASE_VN_TOKEN: t.standin.token, BASE_VN_WORKFLOW_IDS: '1' };
    for (const [setting, value, named] of [
      ['BASE_VN_FIELD_MAP', '{"12":"tsubo_suu"}', 'tsubo_suu'],
      ['BASE_VN_NUMBERS', 'point', 'BASE_VN_NUMBERS'],
    ] as const) {
      t.api.deps.crawlSource = createCrawlSource({ ...env, [setting]: value });
      const { body } = await t.api.call('GET', 'get-base-vn-data', { as: t.api.people.writer });
      expect(body, setting).toMatchObject({ id: null, message: expect.stringContaining(setting) });
      expect(body.message, setting).toContain(named);
    }
  });
});
