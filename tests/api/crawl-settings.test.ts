import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
beforeAll(async () => {
  t = await openCrawl({ jobs: 12 });
});
afterAll(() => t.close());

const as = () => t.api.people.admin;
const get = (path: string) => t.api.call('GET', path, { as: as() });
const put = (body: object) => t.api.call('PUT', 'crawl_settings', { as: as(), body });

describe('the settings of the source', () => {
  it('are those of the environment until an Admin chooses others, and never tell the token', async () => {
    const { body } = await get('crawl_settings');
    expect(body).toMatchObject({ url: t.standin.url, workflow_ids: t.standin.workflowIds, field_map: {}, numbers: 'dot', chosen: [] });
    expect(body).toMatchObject({ version: 0, has_token: true, problem: null, allowed_origin: t.standin.url });
    expect(JSON.stringify(body)).not.toContain(t.standin.token);
    expect((await t.api.call('GET', 'crawl_settings', { as: t.api.people.writer })).status).toBe(403);
    expect((await t.api.call('PUT', 'crawl_settings', { as: t.api.people.writer, body: { url: 5 } })).status).toBe(403);
  });

  it('refuse a column that no field can fill, by name, and a field without a name', async () => {
    const { status, body } = await put({ field_map: { Khu: 'chiku', 'Đơn giá': 'gia_tien', Điểm: 'result_design_point' } });
    expect(status).toBe(422);
    expect(Object.keys(body.messages)).toEqual(['field_map']);
    expect(body.messages.field_map).toMatch(/«gia_tien».*«result_design_point»/);
    for (const name of ['', ' ']) {
      const nameless = await put({ field_map: { [name]: 'chiku' } });
      expect(nameless.status).toBe(422);
      expect(nameless.body.messages.field_map).toEqual(expect.stringContaining('không ghi tên trường'));
    }
    for (const settings of [{ field_map: { Khu: 'chiku\ud800' } }, { workflow_ids: ['1\u0000'] }])
      expect(JSON.stringify((await put(settings)).body.messages)).toContain('ký tự không dùng được');
    expect((await get('crawl_settings')).body.version).toBe(0);
  });

  it('refuse every address but the one that is allowed, and never call it', async () => {
    let calls = 0;
    const other = createServer((_, response) => {
      calls += 1;
      response.end('{"code":1,"jobs":[]}');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const allowed = new URL(t.standin.url);
    const addresses = [
      `http://127.0.0.1:${port}`,
      `http://localhost:${allowed.port}`,
      `https://${allowed.host}`,
      `http://user:secret@${allowed.host}`,
      `http://${allowed.host}.example.com`,
      'file:///etc/passwd',
      'workflow.base.vn',
    ];
    for (const url of addresses) {
      for (const [method, path] of [
        ['PUT', 'crawl_settings'],
        ['POST', 'crawl_settings/test'],
      ] as const) {
        const { status, body } = await t.api.call(method, path, { as: as(), body: { url } });
        expect(status, url).toBe(422);
        expect(Object.keys(body.messages ?? {}), url).toEqual(['url']);
      }
    }
    const headers = { 'accept-language': 'en' };
    const told = await t.api.call('PUT', 'crawl_settings', { as: as(), body: { url: 'workflow.base.vn' }, headers });
    expect(told.body.messages.url).toBe('The setting Address is not valid; write it like https://workflow.base.vn');
    // One that was stored while another host was allowed is not called either.
    await t.query(`INSERT INTO crawl_settings (id, url, updated_at) VALUES (1, 'http://127.0.0.1:${port}', '2026-09-01 00:00:00')`);
    const sample = (await get('crawl_settings/sample')).body;
    expect(sample.external_id).toBe(null);
    expect(sample.message).toEqual(expect.stringContaining(t.standin.url));
    expect((await t.api.call('GET', 'get-base-vn-data', { as: as() })).body.status).toBe('not_configured');
    await t.query('DELETE FROM crawl_settings');
    expect(calls).toBe(0);
    other.close();
  });

  it('show one job with the column that each field fills and what it becomes', async () => {
    const { body } = await get('crawl_settings/sample');
    const of = (name: string) => body.fields.find((field: { name: string }) => field.name === name);
    expect(of('坪数')).toMatchObject({ origin: 'form', column: 'tsubosuu', becomes: expect.any(Number), problem: null });
    expect(of('得意先名')).toMatchObject({ column: 'tokuisakimei', becomes: expect.stringContaining('株式会社') });
    expect(of('Hồ sơ đính kèm')).toMatchObject({ column: null, becomes: null });
    expect(of('username')).toMatchObject({ origin: 'job', column: 'tracking_user' });
  });

  it('are tried before they are saved, workflow by workflow', async () => {
    const form = t.standin.jobs()[0]!.form;
    const place = form.find(({ name }) => name === '地区')!;
    const { body } = await t.api.call('POST', 'crawl_settings/test', {
      as: as(),
      body: { workflow_ids: `${t.standin.workflowIds[0]}, 999999`, field_map: { [place.id]: 'shiten', 支店: '' } },
    });
    expect(body.workflows.map(({ id, ok }: { id: string; ok: boolean }) => [id, ok])).toEqual([
      [t.standin.workflowIds[0], true],
      ['999999', false],
    ]);
    expect({ ok: body.ok, message: body.message }).toEqual({ ok: false, message: expect.any(String) });
    expect(body.sample.fields.find(({ name }: { name: string }) => name === '地区').column).toBe('shiten');
    expect((await get('crawl_settings')).body.version).toBe(0);
  });

  it('count from the next crawl on, and a field goes back to the environment by null', async () => {
    expect((await put({ field_map: { 地区: 'shiten', 支店: '' }, numbers: 'comma' })).body).toMatchObject({
      chosen: ['field_map', 'numbers'],
      version: 1,
      updated_by: expect.any(String),
    });
    await t.crawl({ full: true });
    const [job] = t.standin.jobs();
    expect((await t.direct(job!.id)).shiten).toBe(job!.form.find(({ name }) => name === '地区')!.value);
    const settings = JSON.parse(String((await t.run()).settings));
    expect(settings.numbers).toBe('comma');
    expect((await put({ numbers: null })).body).toMatchObject({ chosen: ['field_map'], numbers: 'dot', version: 2 });
  });

  it('let one of two Admins win who save at once, and tell the other', async () => {
    const { version } = (await get('crawl_settings')).body;
    const [one, two] = await Promise.all([put({ numbers: 'comma', version }), put({ field_map: {}, version })]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const lost = one.status === 409 ? one : two;
    expect(lost.body).toMatchObject({ code: 'conflict', current: { version: version + 1 } });
    const history = await t.query("SELECT action FROM history WHERE entity = 'crawl_settings' ORDER BY id");
    expect(history.length).toBeGreaterThan(2);
  });
});

describe('names that no record goes by', () => {
  const people = async () => {
    const { body } = await get('crawl_unmatched');
    return Object.fromEntries(body.data.map((name: { text: string }) => [name.text, name]));
  };
  const assign = (kind: string, text: string, target_id: number) =>
    t.api.call('POST', 'crawl_aliases', { as: as(), body: { kind, text, target_id } });

  beforeAll(async () => {
    await put({ url: null, workflow_ids: null, field_map: null, numbers: null });
    // Two people nobody knows, a customer under a new name, and fields that no column knows.
    for (const [index, { id }] of t.standin.jobs().entries()) {
      t.standin.updateJob(id, {
        form: {
          'Người kiểm tra': index % 2 ? 'Kiều Văn Lạ' : 'Đoàn Thị Mới',
          ...(index < 4 && { 得意先名: '青葉ホームズ株式会社' }),
          'Ngày trả': index < 2 ? '15/08/2026' : '10/09/2026',
        },
      });
    }
    await t.crawl({ full: true });
  });

  it('are listed with their jobs', async () => {
    const names = await people();
    expect(names['Kiều Văn Lạ']).toMatchObject({ kind: 'person', jobs: 6, held: 0, similar: [], assigned_to: null });
    expect(names.青葉ホームズ株式会社).toMatchObject({ kind: 'customer', jobs: 4, held: 0, customer_id: expect.any(Number) });
  });

  it('fill the jobs that wait once they are assigned, those of a locked month after it is unlocked', async () => {
    const [customer] = await t.query("SELECT id FROM customers WHERE name = '株式会社青葉ホーム'");
    const [checked] = t.standin.jobs().slice(-1);
    await t.query(`UPDATE directs SET is_checked = 1 WHERE external_id = '${checked!.id}'`);
    const lock = (status: 0 | 1) =>
      t.api.call('POST', 'lock_and_unlock', { as: as(), body: { year: 2026, month: 8, status, reason: 'Đối chiếu' } });
    expect((await lock(1)).status).toBe(200);

    const made = await assign('customer', '青葉ホームズ株式会社', Number(customer!.id));
    expect({ status: made.status, target_name: made.body.data.target_name }).toEqual({ status: 201, target_name: '株式会社青葉ホーム' });
    expect((await assign('person', 'Kiều Văn Lạ', t.api.people.checked.id)).status).toBe(201);
    await t.drain();
    const state = async () =>
      (await t.directs()).map(({ external_id, customer_id, chekkusha_id, tokuisakimei }) => ({
        external_id,
        customer_id,
        chekkusha_id,
        tokuisakimei,
      }));
    const before = await state();
    for (const [index, job] of t.standin.jobs().entries()) {
      const direct = before.find(({ external_id }) => external_id === job.id)!;
      const isOpen = index >= 2 && job !== checked;
      if (index < 4) expect(direct.customer_id === customer!.id, `customer of job ${index}`).toBe(isOpen);
      if (index < 4) expect(direct.tokuisakimei).toBe('青葉ホームズ株式会社');
      expect(direct.chekkusha_id, `checker of job ${index}`).toBe(isOpen && index % 2 ? t.api.people.checked.id : null);
    }
    expect((await people())['Kiều Văn Lạ']).toMatchObject({ jobs: 2, held: 2, assigned_to: { id: t.api.people.checked.id } });

    expect((await lock(0)).status).toBe(200);
    await t.drain();
    const after = await state();
    expect(
      t.standin
        .jobs()
        .slice(0, 4)
        .map(({ id }) => after.find(({ external_id }) => external_id === id)!.customer_id),
    ).toEqual(Array.from({ length: 4 }, () => customer!.id));
    // What the next crawl reads changes nothing any more.
    await t.crawl({ full: true });
    expect(await state()).toEqual(after);
    expect((await people()).青葉ホームズ株式会社).toBeUndefined();
  });

  it('are assigned to one record: another is a conflict until it is taken back, and filled jobs stay', async () => {
    expect((await assign('person', 'kiều  văn lạ', t.api.people.writer.id)).status).toBe(409);
    expect((await assign('person', 'Kiều Văn Lạ', t.api.people.checked.id)).status).toBe(201);
    expect((await assign('person', 'Đoàn Thị Mới', 987_654)).body.messages).toHaveProperty('target_id');
    const before = await t.directs();
    const { body } = await get('crawl_aliases');
    const alias = body.data.find(({ text }: { text: string }) => text === 'Kiều Văn Lạ');
    expect((await t.api.call('DELETE', `crawl_aliases/${alias.id}`, { as: as() })).status).toBe(200);
    expect((await t.api.call('DELETE', `crawl_aliases/${alias.id}`, { as: as() })).status).toBe(404);
    await t.drain();
    expect(await t.directs()).toEqual(before);
  });

  it('are filled too when somebody of that name is made', async () => {
    await t.api.insert('users', { username: 'doanmoi', name: 'Đoàn Thị Mới', active: 1 });
    await t.api.deps.jobs.send({ type: 'apply_waiting' });
    await t.drain();
    expect((await people())['Đoàn Thị Mới']).toBeUndefined();
  });

  it('are left to those who filled the job by hand', async () => {
    const [job] = t.standin.jobs();
    t.standin.updateJob(job!.id, { form: { 'Người kiểm tra': 'Ngô Văn Khác' } });
    await t.crawl({ full: true });
    const direct = await t.direct(job!.id);
    const edit = { is_checked: 0, bukkenmei: 'Nhà sửa tay' };
    expect((await t.api.call('PUT', `directs/${direct.id}`, { as: as(), body: edit })).status).toBe(200);
    expect((await people())['Ngô Văn Khác']).toBeUndefined();
    expect((await assign('person', 'Ngô Văn Khác', t.api.people.checked.id)).status).toBe(201);
    await t.drain();
    expect((await t.direct(job!.id)).chekkusha_id).toBeNull();
  });
});

describe('the token of the source', () => {
  it('is tried in both ways, and the one that works is kept for the next crawl', async () => {
    const older = await openCrawl({ jobs: 3, tokenKind: 'access_token' });
    const admin = older.api.people.admin;
    const kindOf = async () => (await older.query('SELECT token_kind, version FROM crawl_settings'))[0];
    const { body } = await older.api.call('POST', 'crawl_settings/test', { as: admin, body: {} });
    expect(body).toMatchObject({ ok: true, message: null });
    expect(await kindOf(), 'no version of the settings').toEqual({ token_kind: 'access_token', version: 0 });
    expect((await older.api.call('GET', 'crawl_settings', { as: admin })).body.chosen).toEqual([]);
    const sample = await older.api.call('GET', 'crawl_settings/sample', { as: admin });
    expect(sample.body.external_id).not.toBeNull();
    await older.close();
  });

  it('that is wrong in both is told as the source tells it', async () => {
    const wrong = await openCrawl({ jobs: 3, tokenKind: 'neither' });
    const { body } = await wrong.api.call('POST', 'crawl_settings/test', { as: wrong.api.people.admin, body: {} });
    expect(body).toMatchObject({ ok: false, message: expect.stringContaining('access_token_invalid') });
    expect(await wrong.query('SELECT 1 FROM crawl_settings')).toEqual([]);
    await wrong.close();
  });

  it('shows the workflows that it may read and the fields of their forms by name, to Admins', async () => {
    const { body } = await get('crawl_settings/workflows');
    expect(body.message).toBeNull();
    expect(body.data.map(({ id, name }: { id: string; name: string }) => ({ id, name }))).toEqual([{ id: '3051', name: 'Quản lý bản vẽ' }]);
    expect(body.data[0].fields).toContainEqual({ id: '9005', name: '坪数', type: 'number', column: 'tsubosuu' });
    expect((await t.api.call('GET', 'crawl_settings/workflows', { as: t.api.people.writer })).status).toBe(403);
  });
});
