import type { Row } from '@libsql/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

const RENAMED: Record<string, string> = { 坪数: '坪', 'Ngày trả': 'Ngày trả hàng', 得意先名: 'Khách' };
let t: TestCrawl;
beforeEach(async () => {
  t = await openCrawl({ jobs: 120 });
  await t.crawl();
});
afterEach(() => t.close());

const told = async () => {
  await collectNotices(t.api.deps);
  const { body } = await t.api.call('GET', 'notices', { as: t.api.people.admin });
  return body.data.filter(({ kind }: { kind: string }) => kind === 'crawl_field').map(({ text }: { text: string }) => text);
};
const rename = (names: Record<string, string>) => {
  for (const job of t.standin.jobs()) for (const field of job.form) field.name = names[field.name] ?? field.name;
};
const oddIn = async (run: Row) =>
  (await t.findings(Number(run.id))).filter(({ kind }) => kind === 'field').map(({ field, value }) => `${field} ${value}`);

it('tells of renamed fields within a crawl, once until they are mended, and keeps the values of known jobs', async () => {
  const [known] = await t.directs();
  rename(RENAMED);
  t.standin.updateJob(String(known!.external_id), { name: 'DR-doi-ten' });
  const added = t.standin.addJobs(20);
  for (const job of added) for (const field of job.form) field.name = RENAMED[field.name] ?? field.name;
  const run = await t.crawl();
  expect(run).toMatchObject({ status: 'done' });
  const odd = await oddIn(run);
  expect(odd.map((text) => text.split(' ').slice(0, -1).join(' ')).sort()).toEqual(Object.keys(RENAMED).sort());
  for (const text of odd) expect(text).toMatch(/ (\d+)\/\1$/);
  expect(await t.direct(String(known!.external_id))).toMatchObject({
    name: 'DR-doi-ten',
    tsubosuu: known!.tsubosuu,
    henkyaku_hi: known!.henkyaku_hi,
  });
  expect(await told()).toHaveLength(3);
  const { body } = await t.api.call('GET', `crawls/${run.id}/fields`, { as: t.api.people.writer });
  expect(body.data).toContainEqual(expect.objectContaining({ kind: 'unknown', field: '坪', sample: expect.stringMatching(/\d/) }));
  expect(body.data).toContainEqual(expect.objectContaining({ kind: 'mapped', field: '坪数', is_odd: 1, had: 0 }));

  for (const { last_update: _, ...job } of t.standin.jobs().slice(0, 15)) t.standin.updateJob(job.id, {});
  expect(await oddIn(await t.crawl())).toHaveLength(3);
  expect(await told()).toHaveLength(3);

  rename(Object.fromEntries(Object.entries(RENAMED).map(([from, to]) => [to, from])));
  expect(await oddIn(await t.crawl())).toEqual([]);
  expect(await t.query('SELECT * FROM crawl_odd_fields')).toEqual([]);
  rename({ 坪数: '坪' });
  expect(await oddIn(await t.crawl())).toHaveLength(1);
  expect(await told()).toHaveLength(4);
});

it('tells Admins in the moment in which the crawl is done, also of a field that is back with the next crawl', async () => {
  rename({ 坪数: '坪' });
  const { warnings } = await t.crawl({ full: true });
  expect(warnings).toBeGreaterThan(0);
  rename({ 坪: '坪数' });
  expect(await oddIn(await t.crawl({ full: true }))).toEqual([]);
  expect(await told()).toHaveLength(1);
});

it('tells of nothing while the source is as usual, and reports no field twice when a page comes again', async () => {
  for (let n = 0; n < 5; n++) {
    t.standin.addJobs(12);
    expect(await oddIn(await t.crawl({ full: n === 2 }))).toEqual([]);
  }
  expect(await told()).toEqual([]);
  const { body } = await t.api.call('GET', `crawls/${(await t.run()).id}/fields`, { as: t.api.people.viewer });
  expect(body.code).toBe('forbidden');
});

it('keeps the values of known jobs where the source has emptied a field of many, says so, and takes those of one', async () => {
  const before = new Map((await t.directs()).map((direct) => [String(direct.external_id), direct]));
  const empty = (id: string) => t.standin.updateJob(id, { form: { 坪数: '', 得意先名: '', 'Người kiểm tra': '' } });
  const filled = t.standin
    .jobs()
    .filter(({ id }) => before.get(id)?.tsubosuu && before.get(id)?.customer_id && before.get(id)?.chekkusha_id);
  const [one, ...others] = filled.map(({ id }) => id);
  empty(one!);
  await t.crawl();
  const none = { tsubosuu: null, customer_id: null, tokuisakimei: null, chekkusha_id: null, chekkusha: null };
  expect(await t.direct(one!)).toMatchObject(none);

  for (const id of others) empty(id);
  const run = await t.crawl({ full: true });
  expect(others.length).toBeGreaterThan(100);
  for (const direct of await t.directs()) {
    const former = direct.external_id === one ? none : before.get(String(direct.external_id))!;
    for (const column of Object.keys(none)) expect(direct[column], column).toBe(former[column as keyof typeof former]);
  }
  const kept = (await t.findings(Number(run.id))).filter(({ code }) => code === 'values_kept');
  expect(new Set(kept.map(({ column }) => column))).toEqual(new Set(['tsubosuu', 'tokuisakimei', 'chekkusha']));
  expect(kept.map(({ value }) => Number(String(value).split('/')[0])).reduce((sum, count) => sum + count, 0)).toBe(3 * others.length);
});

it('takes a day of a far year as the source has it, and says that a digit may be wrong', async () => {
  const year = Number(t.api.deps.clock.today().slice(0, 4));
  const days = [year + 180, year - 100, year + 2, year - 10].map((of) => `03/11/${of}`);
  for (const [index, { id, form }] of t.standin.jobs().slice(0, days.length).entries()) {
    const field = form.find(({ name }) => name === 'Ngày trả')!;
    field.value = field.display = days[index]!;
    t.standin.updateJob(id, {});
  }
  const run = await t.crawl();
  const far = (await t.findings(Number(run.id))).filter(({ code }) => code === 'far_date');
  expect(far.map(({ value }) => value).sort()).toEqual([`${year - 100}-11-03`, `${year + 180}-11-03`]);
  expect(run).toMatchObject({ status: 'done', failed: 0 });
});
