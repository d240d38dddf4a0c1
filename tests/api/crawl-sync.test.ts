import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatMonthKey } from '../../worker/contracts/months.ts';
import { applyWaiting } from '../../worker/features/crawl/write/waiting.ts';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
afterEach(() => t.close());

describe('a crawl', () => {
  beforeEach(async () => {
    t = await openCrawl({ jobs: 250 });
  });

  it('fills the directs with people, customers, categories and departments, and moves the cursor to its start', async () => {
    const run = await t.crawl();
    expect(run).toMatchObject({ status: 'done', inserted: 250, updated: 0, skipped: 0, failed: 0, pages: 3, jobs: 250, total: 250 });
    const directs = await t.directs();
    expect(directs).toHaveLength(250);
    const job = t.standin.jobs()[17]!;
    const direct = await t.direct(job.id);
    const designer = (await t.query(`SELECT * FROM users WHERE username = '${job.username}'`))[0]!;
    const shown = (name: string) => job.form.find((field) => field.name === name)!.display;
    const [customer] = await t.query(`SELECT id FROM customers WHERE name = '${shown('得意先名')}'`);
    expect(direct).toMatchObject({
      name: job.name,
      user_id: designer.id,
      dept_id: 1,
      dept_grp_id: 1,
      customer_id: customer!.id,
      tokuisakimei: shown('得意先名'),
      hacchyuu_naiyou: shown('発注内容'),
      keisanyou: shown('得意先名') + shown('発注内容'),
      upsert_by: 0,
      version: 1,
      name_fold: job.name.toLowerCase(),
    });
    expect(direct.work_category_id).toBeGreaterThan(0);
    expect(direct.chekkusha_id).toBeGreaterThan(0);
    expect(direct.chekkusha).toMatch(/^Người (checked|viewer)$/);
    expect(Object.values(await t.cursors())).toEqual([Math.floor(t.api.clock.now() / 1000)]);
    const found = await t.query(`SELECT COUNT(*) AS n FROM directs_search WHERE directs_search MATCH 'name : "${job.name.toLowerCase()}"'`);
    expect(found[0]!.n).toBe(1);
  });

  it('records each page as one operation', async () => {
    await t.crawl();
    const operations = await t.query(
      "SELECT request_id, COUNT(*) AS n FROM history WHERE entity = 'directs' AND source = 'crawl' AND action = 'insert' GROUP BY request_id ORDER BY MIN(id)",
    );
    expect(operations.map(({ n }) => n)).toEqual([100, 100, 50]);
    expect(operations.map(({ request_id }) => String(request_id))).toEqual([1, 2, 3].map(() => expect.stringMatching(/^crawl-\d+-\d+$/)));
  });

  it('changes nothing the second time, and reads only a day before the first', async () => {
    await t.crawl();
    const before = await t.directs();
    const histories = await t.query('SELECT COUNT(*) AS n FROM history');
    const full = await t.crawl({ full: true });
    expect(full).toMatchObject({ status: 'done', inserted: 0, updated: 0, unchanged: 250, skipped: 0 });
    const cursor = Object.values(await t.cursors())[0]!;
    await t.crawl();
    expect(t.standin.requests.at(-1)!.updated_from).toBe(cursor - 86_400);
    expect(await t.directs()).toEqual(before);
    expect(await t.query('SELECT COUNT(*) AS n FROM history')).toEqual(histories);
  });

  it('takes over what changed at the source, and only that', async () => {
    await t.crawl();
    const [one, other] = t.standin.jobs();
    t.standin.updateJob(one!.id, { form: { 坪数: '1.234,5', 'Ngày trả': '05/11/2026' }, username: 'viewer', tags: ['Gấp'] });
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: 0, updated: 1, skipped: 0 });
    expect(await t.direct(one!.id)).toMatchObject({ tsubosuu: 1234.5, henkyaku_hi: '2026-11-05', label: 'Gấp', version: 2 });
    expect((await t.direct(other!.id)).version).toBe(1);
  });

  it('keeps the department and group a direct had, until its designer changes', async () => {
    await t.crawl();
    const job = t.standin.jobs().find(({ username }) => username === 'writer')!;
    await t.query("UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE username IN ('writer', 'viewer')");
    t.standin.updateJob(job.id, { form: { 坪数: '77' } });
    await t.crawl();
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 77, dept_id: 1, dept_grp_id: 1 });
    t.standin.updateJob(job.id, { username: 'viewer' });
    await t.crawl();
    expect(await t.direct(job.id)).toMatchObject({ dept_id: 2, dept_grp_id: 2 });
  });

  it('takes only what the source alone knows for a direct edited by hand', async () => {
    await t.crawl();
    const job = t.standin.jobs()[3]!;
    const before = await t.direct(job.id);
    await t.query(`UPDATE directs SET upsert_by = 1, tsubosuu = 11.11, bukkenmei = 'sửa tay' WHERE external_id = '${job.id}'`);
    t.standin.updateJob(job.id, {
      form: { 坪数: '99', 物件名: 'khác', 得意先名: '知らない会社' },
      username: 'admin',
      stage_export: { id: '9', name: 'Bàn giao', metatype: 'x' },
      tags: ['再提出'],
    });
    expect(await t.crawl()).toMatchObject({ updated: 1, warnings: 0 });
    const after = await t.direct(job.id);
    expect(after).toMatchObject({ tsubosuu: 11.11, bukkenmei: 'sửa tay', phase: 'Bàn giao', label: '再提出', tracking_user: 'admin' });
    expect(after).toMatchObject({ user_id: before.user_id, customer_id: before.customer_id, upsert_by: 1 });
    expect(after.last_update).not.toBe(before.last_update);
    expect(await t.query("SELECT 1 FROM customers WHERE name = '知らない会社'")).toEqual([]);
  });

  it('leaves an imported direct alone until the source changes it afterwards', async () => {
    await t.crawl();
    const job = t.standin.jobs()[4]!;
    await t.query(`UPDATE directs SET upsert_by = 2, tsubosuu = 22.22 WHERE external_id = '${job.id}'`);
    expect(await t.crawl({ full: true })).toMatchObject({ updated: 0, unchanged: 250 });
    t.standin.updateJob(job.id, { form: { 坪数: '33,5' } });
    expect(await t.crawl()).toMatchObject({ updated: 1 });
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 33.5, upsert_by: 2 });
  });

  it('never touches points, also of an adjusted direct', async () => {
    await t.crawl();
    const job = t.standin.jobs()[5]!;
    await t.query(`UPDATE directs SET result_design_point = 7.5, is_updated = 1 WHERE external_id = '${job.id}'`);
    t.standin.updateJob(job.id, { form: { 坪数: '44' } });
    await t.crawl();
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 44, result_design_point: 7.5, is_updated: 1 });
  });

  it('leaves locked months and checked directs as they are, and says which', async () => {
    await t.crawl();
    const jobs = t.standin.jobs().filter(({ finish_at }) => finish_at !== '0');
    const [locked, checked, moved] = [jobs[0]!, jobs.at(-1)!, jobs.at(-2)!];
    const month = String((await t.direct(locked.id)).henkyaku_hi).slice(0, 7);
    expect(String((await t.direct(moved.id)).henkyaku_hi).slice(0, 7)).not.toBe(month);
    await t.query(`UPDATE directs SET is_checked = 1 WHERE external_id = '${checked.id}'`);
    await t.query(`INSERT INTO month_locks (month, status, at) VALUES ('${month}', 1, '')`);
    const before = await t.directs();
    const into = month.split('-').reverse().join('/');
    t.standin.updateJob(locked.id, { form: { 坪数: '55' } });
    t.standin.updateJob(checked.id, { form: { 坪数: '55' } });
    t.standin.updateJob(moved.id, { form: { 'Ngày trả': `03/${into}` } });
    const run = await t.crawl();
    expect(run).toMatchObject({ status: 'done', updated: 0, skipped: 3 });
    expect(await t.directs()).toEqual(before);
    const findings = await t.findings(Number(run.id));
    expect(findings.map(({ external_id, code, kind }) => [external_id, code, kind]).sort()).toEqual(
      [
        [locked.id, 'month_locked', 'skipped'],
        [checked.id, 'record_checked', 'skipped'],
        [moved.id, 'month_locked', 'skipped'],
      ].sort(),
    );
    expect(JSON.parse(String(findings.find(({ code }) => code === 'month_locked')!.reason))).toEqual({
      vi: `Tháng ${formatMonthKey(month)} đã khóa nên công việc này được giữ nguyên`,
      en: `Month ${formatMonthKey(month)} is locked, so this job was left as it is`,
    });
    expect(findings.every(({ direct_id }) => Number(direct_id) > 0)).toBe(true);
    await t.query('UPDATE month_locks SET status = 0');
    expect(await t.crawl()).toMatchObject({ updated: 2, skipped: 1 });
  });

  it('places a page again when a month is locked or a direct edited while it is being placed', async () => {
    await t.crawl();
    const [first, second] = t.standin.jobs().filter(({ finish_at }) => finish_at !== '0');
    const month = String((await t.direct(first!.id)).henkyaku_hi).slice(0, 7);
    t.standin.updateJob(first!.id, { form: { 坪数: '66' } });
    t.standin.updateJob(second!.id, { form: { 坪数: '66', 'Ngày trả': '' } });
    await t.query(`UPDATE directs SET henkyaku_hi = NULL WHERE external_id = '${second!.id}'`);
    const { write } = t.api.deps.db;
    let raced = false;
    t.api.deps.db.write = async (plan, author, timeoutMs) => {
      if (!raced && flattenPlan(plan).length > 1 && (await t.run()).status !== 'done' && t.standin.requests.length > 4) {
        raced = true;
        await t.query(`INSERT INTO month_locks (month, status, at) VALUES ('${month}', 1, '')`);
        await t.query(`UPDATE directs SET upsert_by = 1, tsubosuu = 12.34, version = version + 1 WHERE external_id = '${second!.id}'`);
      }
      return write(plan, author, timeoutMs);
    };
    const run = await t.crawl();
    expect(raced).toBe(true);
    expect(run).toMatchObject({ status: 'done', updated: 1, skipped: 1 });
    expect((await t.direct(first!.id)).tsubosuu).not.toBe(66);
    expect((await t.direct(second!.id)).tsubosuu).toBe(12.34);
  });

  it('names nothing that is deleted while a page is being placed', async () => {
    const { write } = t.api.deps.db;
    let deletions = 0;
    t.api.deps.db.write = async (plan, author, timeoutMs) => {
      if (deletions === 0 && flattenPlan(plan).length > 4) {
        const [used] = await t.query('SELECT id FROM work_categories LIMIT 1');
        await t.query(`DELETE FROM work_categories WHERE id = ${used!.id}`);
        deletions += 1;
      }
      return write(plan, author, timeoutMs);
    };
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: 250 });
    expect(deletions).toBe(1);
    expect(await t.query('SELECT COUNT(*) AS n FROM directs WHERE work_category_id IS NULL')).not.toEqual([{ n: 0 }]);
    expect(await t.query('SELECT id FROM directs WHERE work_category_id NOT IN (SELECT id FROM work_categories)')).toEqual([]);
  });
});

describe('what the source names and we do not know', () => {
  it('is made, left empty or left out, and always reported', async () => {
    t = await openCrawl({ jobs: 200, edgeCases: true });
    const run = await t.crawl();
    const findings = await t.findings(Number(run.id));
    const codes = (code: string) => findings.filter((finding) => finding.code === code);
    expect(run.status).toBe('done');
    expect(Number(run.inserted) + Number(run.skipped)).toBe(200);
    expect(run.skipped).toBe(new Set(codes('bad_value').map(({ external_id }) => external_id)).size);
    expect(codes('unknown_person').map(({ column, value }) => [column, value])).toEqual(
      expect.arrayContaining([
        ['user_id', 'nhan.vien.moi'],
        ['chekkusha_id', 'Người Không Có Trong Danh Sách'],
      ]),
    );
    const [unknown] = codes('unknown_person');
    expect(unknown).toMatchObject({ kind: 'warning' });
    expect(await t.query(`SELECT user_id, chekkusha_id FROM directs WHERE id = ${unknown!.direct_id}`)).toHaveLength(1);
    const [customer] = await t.query("SELECT * FROM customers WHERE name = '株式会社ニューライフ設計'");
    expect(customer).toMatchObject({ is_updated: 1, code: null, version: 1 });
    expect(await t.query(`SELECT 1 FROM directs WHERE customer_id = ${customer!.id}`)).toHaveLength(1);
    expect(codes('new_customer')).toHaveLength(1);
    expect(run.warnings).toBe(findings.filter(({ kind }) => kind === 'warning').length);
    await t.api.insert('users', { username: 'moi', name: 'Người Không Có Trong Danh Sách' });
    expect(await t.crawl({ full: true })).toMatchObject({ inserted: 0, updated: 1, skipped: run.skipped });
    expect(await t.query("SELECT 1 FROM customers WHERE name_fold LIKE '%ニューライフ%'")).toHaveLength(1);
  });

  it('is nobody when two people share the name, unless one of them has left', async () => {
    t = await openCrawl({ jobs: 5, names: { checkers: ['Trần Văn Đức'] } });
    for (const username of ['duc1', 'duc2']) await t.api.insert('users', { username, name: 'Trần Văn Đức', active: 1 });
    const run = await t.crawl();
    expect((await t.findings(Number(run.id))).map(({ code }) => code)).toEqual(Array(5).fill('ambiguous_person'));
    expect(await t.directs()).toEqual(expect.arrayContaining([expect.objectContaining({ chekkusha_id: null, chekkusha: 'Trần Văn Đức' })]));
    await t.query("UPDATE users SET active = 0 WHERE username = 'duc1'");
    expect(await t.crawl({ full: true })).toMatchObject({ updated: 5, warnings: 0 });
  });
});

describe('two workflows', () => {
  it('that both have a job leave it as it was changed last, and write nothing while nothing changes', async () => {
    t = await openCrawl({ jobs: 10, workflowIds: ['11', '22'] });
    const source = t.api.deps.crawlSource;
    const [job] = t.standin.jobs();
    const now = Math.floor(t.api.clock.now() / 1000);
    const copy = (id: string, name: string, age: number) => ({ ...job!, id, name, last_update: String(now - age) });
    const copies = { '11': [copy('901', 'old', 60), copy('902', 'new', 0)], '22': [copy('901', 'new', 0), copy('902', 'old', 60)] };
    t.api.deps.crawlSource = {
      ...source,
      fetchPage: async (request) => {
        const page = await source.fetchPage(request);
        const more = request.pageId === 0 ? copies[request.workflowId as '11' | '22'] : [];
        return { ...page, jobs: [...page.jobs, ...more], total_items: (page.total_items ?? 0) + 2 };
      },
    };
    await t.crawl();
    const names = async () => [(await t.direct('901')).name, (await t.direct('902')).name];
    const newest = async () => (await t.query('SELECT MAX(id) AS id FROM history'))[0]!.id;
    expect(await names()).toEqual(['new', 'new']);
    const written = await newest();
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: 0, updated: 0 });
    expect(await newest()).toBe(written);
    // Read anew, everything is as the source has it, and after the next crawl as it was changed last.
    await t.crawl({ full: true });
    await t.crawl();
    expect(await names()).toEqual(['new', 'new']);
  });

  it('that both have a job which waits leave the later change waiting', async () => {
    t = await openCrawl({ jobs: 10, workflowIds: ['11', '22'] });
    const source = t.api.deps.crawlSource;
    const [job] = t.standin.jobs();
    const now = Math.floor(t.api.clock.now() / 1000);
    const copies: Record<string, object> = {
      '11': { name: 'new', last_update: String(now) },
      '22': { name: 'old', last_update: String(now - 60) },
    };
    t.api.deps.crawlSource = {
      ...source,
      fetchPage: async (request) => {
        const page = await source.fetchPage(request);
        const more = request.pageId === 0 ? [{ ...job!, id: '901', ...copies[request.workflowId] }] : [];
        return { ...page, jobs: [...page.jobs, ...more], total_items: (page.total_items ?? 0) + 1 };
      },
    };
    await t.crawl();
    const month = String((await t.direct('901')).henkyaku_hi).slice(0, 7);
    await t.query(`INSERT INTO month_locks (month, status, at) VALUES ('${month}', 1, '')`);
    copies['11'] = { name: 'newer', last_update: String(now + 60) };
    t.api.clock.set(new Date((now + 61) * 1000).toISOString());
    await t.crawl();
    await t.crawl();
    const waiting = () => t.query("SELECT job ->> '$.row.name' AS name FROM crawl_waiting WHERE external_id = '901'");
    expect(await waiting()).toMatchObject([{ name: 'newer' }]);
    await t.query(`UPDATE month_locks SET status = 0 WHERE month = '${month}'`);
    await applyWaiting(t.api.deps);
    expect((await t.direct('901')).name).toBe('newer');
    expect(await waiting()).toEqual([]);
  });

  it('or one, of which a job was once dated in the future, hide no later change of it', async () => {
    t = await openCrawl({ jobs: 3 });
    const job = t.standin.jobs()[0]!;
    t.standin.updateJob(job.id, { last_update: '4000000000' });
    await t.crawl();
    t.standin.updateJob(job.id, { name: 'mended' });
    await t.crawl();
    expect((await t.direct(job.id)).name).toBe('mended');
  });

  it('are read one after the other, each from its own cursor; a new one is read whole', async () => {
    t = await openCrawl({ jobs: 60, workflowIds: ['11', '22'] });
    const source = t.api.deps.crawlSource;
    t.api.deps.crawlSource = { ...source, workflowIds: ['11'] };
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: 30 });
    t.api.deps.crawlSource = source;
    const before = t.standin.requests.length;
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: 30, updated_from: null });
    const windows = t.standin.requests.slice(before).map(({ id, updated_from }) => [id, updated_from > 0]);
    expect(windows.filter(([id]) => id === '11').every(([, narrow]) => narrow)).toBe(true);
    expect(windows.filter(([id]) => id === '22').some(([, narrow]) => narrow)).toBe(false);
    expect(Object.keys(await t.cursors())).toEqual(['11', '22']);
    const run = await t.crawl();
    expect(String(run.updated_from)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});
