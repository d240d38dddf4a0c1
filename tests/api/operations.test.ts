import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const call = (method: string, path: string, body?: unknown, as: Person = api.people.writer) => api.call(method, path, { as, body });
const newest = async (as: Person = api.people.writer) => (await call('GET', 'operations?limit=1', undefined, as)).body.data[0];
const undo = async (id: number, as: Person = api.people.writer) => call('POST', `operations/${id}/undo`, undefined, as);
let made = 0;
const sample = (entity: 'directs' | 'customers', values: object) => ({ ...makeSample(CONTRACTS[entity], ++made), ...values });
const makeDirect = async (values: object) =>
  (await call('POST', 'directs', sample('directs', { henkyaku_hi: '2026-11-05', external_id: `d${made}`, ...values }))).body.data;
const makeCustomer = async (values: object) => (await call('POST', 'customers', sample('customers', values))).body.data;
const read = async (path: string) => (await call('GET', path)).body.data;

describe('the list of operations', () => {
  it('has one row for each request, with what it wrote', async () => {
    const made = [await makeDirect({}), await makeDirect({})];
    await call('POST', 'directs/deleteByIds', { ids: made.map(({ id }) => id) });
    expect(await newest()).toMatchObject({
      user: { id: api.people.writer.id, name: 'Người writer' },
      source: 'screen',
      entity: 'directs',
      counts: { created: 0, updated: 0, deleted: 2 },
      undone_by: null,
      undo_of: null,
      undoable: true,
      reason: null,
    });
  });

  it('names the first records that a request wrote, and what it changed of them', async () => {
    const told = async () => {
      const { records, fields, cleared } = await newest();
      return { records, fields, cleared };
    };
    const job = await makeDirect({ name: 'DR-một' });
    const records = [{ id: job.id, title: 'DR-một' }];
    expect(await told()).toEqual({ records, fields: [], cleared: [] });
    await call('PUT', `directs/${job.id}`, { bikou: 'gấp', version: job.version });
    expect(await told()).toEqual({ records, fields: expect.arrayContaining(['bikou']), cleared: [] });
    await call('POST', 'directs/checked', { id: job.id, is_checked: 1 });
    expect(await told()).toEqual({ records, fields: ['is_checked'], cleared: [] });
    await call('POST', 'directs/checked', { id: job.id, is_checked: 0 });
    expect(await told()).toEqual({ records, fields: ['is_checked'], cleared: ['is_checked'] });
    await call('DELETE', `directs/${job.id}`);
    expect(await told()).toEqual({ records, fields: [], cleared: [] });
    const many = [];
    for (const name of ['DR-1', 'DR-2', 'DR-3', 'DR-4']) many.push(await makeDirect({ name }));
    await call('POST', 'directs/bulk', { ids: many.map(({ id }) => id), values: { bikou: 'vội' } });
    expect(await told()).toMatchObject({ records: [{ title: 'DR-1' }, { title: 'DR-2' }, { title: 'DR-3' }] });
    expect((await newest()).fields).toContain('bikou');
  });

  it('leaves out what no undo takes back: locks, questions, sessions, roles, views, settings, points of a calculation', async () => {
    const { admin, viewer, none } = api.people;
    const before = (await newest(admin)).id;
    const done = [
      ...[1, 0].map((status) => call('POST', 'lock_and_unlock', { year: 2026, month: 3, status, reason: 'thử' }, admin)),
      call('POST', 'questions', { year: 2026, month: 3, kind: 'total', text: 'Sao ít thế?' }, viewer),
      call('DELETE', `users/${none.id}/sessions`, undefined, admin),
      call('POST', 'user/active', { userId: none.id, active: 0 }, admin),
      call('POST', 'user/active', { userId: none.id, active: 1 }, admin),
      call('POST', 'views', { entity: 'directs', name: 'Tháng này', state: {} }, admin),
      call('PUT', 'adjust-settings', { reason_required: true }, admin),
      call('PUT', 'adjust-settings', { reason_required: false }, admin),
    ];
    for (const answer of done) expect((await answer).status).toBeLessThan(300);
    expect((await newest(admin)).id).toBe(before);
  });

  it('shows staff their own operations and an Admin those of everybody', async () => {
    await call('POST', 'directs', sample('directs', { external_id: 'admin' }), api.people.admin);
    const { id } = await newest(api.people.admin);
    expect((await call('GET', `operations/${id}`)).status).toBe(404);
    expect((await undo(id)).status).toBe(404);
    const own = (await call('GET', 'operations?limit=100')).body.data;
    expect(new Set(own.map((row: { user: { id: number } }) => row.user.id))).toEqual(new Set([api.people.writer.id]));
    expect((await call('GET', 'operations', undefined, api.people.viewer)).status).toBe(403);
  });

  it('is narrowed by person, entity, source, request and period', async () => {
    const total = async (query: string) => (await call('GET', `operations?${query}`, undefined, api.people.admin)).body.total;
    const all = await total('');
    expect(await total(`user_id=${api.people.writer.id}`)).toBeLessThan(all);
    expect(await total('entity=directs_techousei')).toBe(await total('entity=directs'));
    expect(await total('entity=customers&source=crawl')).toBe(0);
    expect(await total('from=2026-11-21')).toBe(0);
    const { headers } = await call('POST', 'customers', sample('customers', {}), api.people.admin);
    expect(await total(`request_id=${headers.get('x-request-id')}`)).toBe(1);
  });

  it.each(['roles', 'rule_scenarios', 'office_settings'])('is narrowed by %s, too', async (entity) => {
    expect((await call('GET', `operations?entity=${entity}`, undefined, api.people.admin)).status).toBe(200);
  });

  it('refuses an entity that there is not', async () => {
    const { status, body } = await call('GET', 'operations?entity=nothing', undefined, api.people.admin);
    expect(status).toBe(422);
    expect(Object.keys(body.messages)).toEqual(['entity']);
  });
});

describe('undoing an operation', () => {
  it('writes back only what it changed, and leaves what others changed beside it', async () => {
    const direct = await makeDirect({ bikou: 'một', bukkenmei: 'A' });
    await call('PUT', `directs/${direct.id}`, { bikou: 'hai' });
    const { id } = await newest();
    await call('PUT', `directs/${direct.id}`, { bukkenmei: 'B' }, api.people.admin);
    const { status, body } = await undo(id);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'done', reversed: 1, kept: [] } });
    expect(await read(`directs/${direct.id}`)).toMatchObject({ bikou: 'một', bukkenmei: 'B' });
    expect(await newest()).toMatchObject({ id: body.operation_id, source: 'undo', undo_of: id, counts: { updated: 1 }, undoable: true });
    expect(await read(`operations/${id}`)).toBeUndefined();
    expect((await call('GET', `operations/${id}`)).body).toMatchObject({ undone_by: body.operation_id, undoable: false, reason: 'undone' });
  });

  it('keeps a row whose field somebody changed since, also to the same value and back, and says who', async () => {
    const direct = await makeDirect({ bikou: 'một' });
    await call('PUT', `directs/${direct.id}`, { bikou: 'hai' });
    const { id } = await newest();
    await call('PUT', `directs/${direct.id}`, { bikou: 'ba' }, api.people.admin);
    await call('PUT', `directs/${direct.id}`, { bikou: 'hai' }, api.people.admin);
    const { body } = await undo(id);
    expect(body).toMatchObject({
      operation_id: null,
      reversed: 0,
      kept: [{ entity: 'directs', id: direct.id, title: direct.name, reason: 'changed_since' }],
    });
    expect(body.kept[0].message).toContain('Người admin');
    expect((await call('GET', `operations/${id}`)).body).toMatchObject({ undone_by: null, undoable: true });
    // The attempt is no operation of the list, and keeps nobody from the next one.
    expect((await newest()).id).toBeLessThan(body.attempt_id);
    expect((await call('GET', `operations/${body.attempt_id}`)).body).toMatchObject({ undo_of: id, undoable: false, reason: 'nothing' });
    expect((await undo(id)).body.kept).toEqual(body.kept);
  });

  it('names afterwards, too, every record that it left as it is, page by page, to those who see the operation', async () => {
    const made = [];
    for (let n = 0; n < 14; n++) made.push((await makeDirect({ bikou: 'một', name: `DR-giữ-${n}` })).id);
    const values = { bikou: 'hai' };
    const { body } = await call('POST', 'directs/bulk', { ids: made, values });
    for (const id of made.slice(0, 12)) await call('PUT', `directs/${id}`, { bikou: 'ba' }, api.people.admin);
    const { operation_id } = (await undo(body.operation_id)).body;
    expect(await newest()).toMatchObject({ id: operation_id, counts: { updated: 2 }, kept_count: 12 });

    const kept = async (query: string, as?: Person) => (await call('GET', `operations/${operation_id}/kept?${query}`, undefined, as)).body;
    const pages = [await kept('limit=8'), await kept('limit=8&page=2', api.people.admin)];
    expect(pages.map(({ total }) => total)).toEqual([12, 12]);
    const rows: { entity: string; id: number; title: string; reason: string; message: string }[] = pages.flatMap(({ data }) => data);
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(made.slice(0, 12));
    for (const row of rows)
      expect(row).toMatchObject({
        entity: 'directs',
        title: `DR-giữ-${made.indexOf(row.id)}`,
        reason: 'changed_since',
        message: expect.stringContaining('Người admin'),
      });
    expect((await kept('', api.people.checked)).code, 'of somebody else').toBe('not_found');
  });

  it('names a record that somebody wrote between the reading and the writing, too', async () => {
    const direct = await makeDirect({ bikou: 'một' });
    await call('PUT', `directs/${direct.id}`, { bikou: 'hai' });
    const { id } = await newest();
    const { db } = api.deps;
    const write = db.write;
    const overtake = (async (plan, author, timeoutMs) => {
      if (author.source === 'undo') {
        db.write = write;
        await call('PUT', `directs/${direct.id}`, { bikou: 'ba' }, api.people.admin);
      }
      return write(plan, author, timeoutMs);
    }) as typeof write;
    db.write = overtake;
    const { body } = await undo(id);
    db.write = write;
    expect(body).toMatchObject({ reversed: 0, kept: [{ id: direct.id, reason: 'changed_since' }] });
    expect((await call('GET', `operations/${body.attempt_id}/kept`)).body.data).toEqual(body.kept);
  });

  it('brings deleted rows back under their ids, unless a unique key is taken', async () => {
    const categories = [await api.insert('work_categories', { work_name: '構造図' })];
    const customers = [];
    for (const code of ['X1', 'X2']) customers.push(await makeCustomer({ code, work_category: categories }));
    const ids = customers.map(({ id }) => id);
    await call('POST', 'customers/deleteByIds', { ids });
    const { id } = await newest();
    await makeCustomer({ code: 'x2' });
    const { body } = await undo(id);
    expect(body).toMatchObject({ reversed: 1, kept: [{ id: ids[1], title: customers[1].name, reason: 'duplicate' }] });
    const { version, updated_at: _, ...former } = customers[0];
    // Whoever has the record open as it was before finds that it is another one.
    expect(await read(`customers/${ids[0]}`)).toMatchObject({ ...former, version: version + 1 });
    expect((await call('GET', 'customers?code__~=X1')).body.total).toBe(1);
  });

  it('removes what it made, also with points that were calculated since, unless it is used, checked or changed by somebody', async () => {
    const free = await makeDirect({});
    const operations = [await newest()];
    // A calculation writes its history itself.
    const points = sql`UPDATE directs SET result_design_point = 3, version = version + 1 WHERE id = ${free.id}`;
    const history = sql`INSERT INTO history (entity, record_id, action, user_id, source, at, request_id, before, after)
      SELECT 'directs', ${free.id}, 'update', user_id, source, at, request_id, '{"result_design_point":null}', '{"result_design_point":3}' FROM write_context`;
    await api.deps.db.write([points, history], { user_id: null, source: 'calculation', request_id: 'calculation-1' });
    const checked = await makeDirect({});
    operations.push(await newest());
    await call('POST', 'directs/checked', { id: checked.id, is_checked: 1 }, api.people.checked);
    const customer = await makeCustomer({});
    operations.push(await newest());
    await makeDirect({ customer_id: customer.id });
    const answers = [];
    for (const { id } of operations) answers.push((await undo(id)).body);
    expect(answers.map(({ reversed, kept }) => [reversed, kept.map(({ reason }: { reason: string }) => reason)])).toEqual([
      [1, []],
      [0, ['changed_since']],
      [0, ['referenced']],
    ]);
    expect((await call('GET', `directs/${free.id}`)).status).toBe(404);
  });

  it('is refused the second time; of two people one wins; an undo can be undone', async () => {
    const direct = await makeDirect({ bikou: 'một' });
    await call('PUT', `directs/${direct.id}`, { bikou: 'hai' });
    const { id } = await newest();
    const answers = await Promise.all([undo(id), undo(id, api.people.admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await undo(id)).status).toBe(409);
    const first = answers.find(({ status }) => status === 200)!.body.operation_id;
    expect((await read(`directs/${direct.id}`)).bikou).toBe('một');
    expect((await undo(first, api.people.admin)).body).toMatchObject({ reversed: 1 });
    expect((await read(`directs/${direct.id}`)).bikou).toBe('hai');
  });

  it('keeps rows of a locked month', async () => {
    const direct = await makeDirect({ henkyaku_hi: '2026-09-05', bikou: 'một' });
    await call('PUT', `directs/${direct.id}`, { bikou: 'hai' });
    const { id } = await newest();
    await api.client.execute("INSERT INTO month_locks (month, status, at) VALUES ('2026-09', 1, '2026-11-20 10:00:00')");
    expect((await undo(id)).body).toMatchObject({ reversed: 0, kept: [{ id: direct.id, reason: 'month_locked' }] });
    await api.client.execute('DELETE FROM month_locks');
  });

  it('takes a check back, and the points of many jobs with their marks', async () => {
    const direct = await makeDirect({});
    await call('POST', 'directs/checked', { id: direct.id, is_checked: 1 });
    await undo((await newest()).id);
    expect((await read(`directs/${direct.id}`)).is_checked).toBe(0);
    // So does who may check a record and not change it.
    const { checked } = api.people;
    const rating = (await call('POST', 'pro', makeSample(CONTRACTS.pro, ++made))).body.data;
    await call('POST', 'pro/checked', { id: rating.id, is_checked: 1 }, checked);
    expect((await undo((await newest(checked)).id, checked)).body).toMatchObject({ reversed: 1, kept: [] });
    await call('POST', 'directs_techousei/add-multiple', { directs: [{ id: direct.id, result_design_point: 2.5, result_check_point: 1 }] });
    expect(await read(`directs/${direct.id}`)).toMatchObject({ result_design_point: 2.5, is_updated: 1 });
    expect((await undo((await newest()).id)).body).toMatchObject({ reversed: 1 });
    expect(await read(`directs/${direct.id}`)).toMatchObject({ result_design_point: direct.result_design_point, is_updated: 0 });
  });

  it('never touches roles and passwords', async () => {
    const { admin, none } = api.people;
    const before = (await newest(admin)).id;
    await call('PUT', `users/${none.id}`, { role_ids: [4] }, admin);
    await call('PUT', `users/${none.id}`, { role_ids: [3], area: 'HN' }, admin);
    expect((await newest(admin)).id, 'roles and more: the row is kept whole').toBe(before);
    await call('PUT', `users/${none.id}`, { area: 'SG' }, admin);
    expect(await newest(admin)).toMatchObject({ entity: 'users', undoable: true, reason: null });
  });

  it('takes a renaming back with the name that the source goes by, on every way in', async () => {
    const { admin } = api.people;
    const customer = await makeCustomer({ name: 'Tên cũ', code: 'RN1' });
    const aliases = async () => (await call('GET', 'crawl_aliases', undefined, admin)).body.data.map(({ text }: { text: string }) => text);
    const before = await aliases();
    for (const rename of [
      () => call('PUT', `customers/${customer.id}`, { name: 'Tên mới' }),
      () => call('POST', 'customers/bulk', { ids: [customer.id], values: { name: 'Tên mới' } }),
      () => call('POST', `customers/${customer.id}`, { name: 'Tên mới', fax: '1' }),
    ]) {
      expect((await rename()).status).toBe(200);
      expect(await aliases()).toEqual(['Tên cũ', ...before]);
      const made = await newest();
      expect(made).toMatchObject({ entity: 'customers', counts: { created: 0, updated: 1, deleted: 0 }, undoable: true });
      expect((await call('GET', 'operations?entity=customers&limit=1')).body.data[0].id).toBe(made.id);
      let last = (await undo(made.id)).body;
      expect(last).toMatchObject({ reversed: 1, kept: [] });
      expect((await read(`customers/${customer.id}`)).name).toBe('Tên cũ');
      expect(await aliases()).toEqual(before);
      last = (await undo(last.operation_id)).body;
      expect(await aliases()).toEqual(['Tên cũ', ...before]);
      await undo(last.operation_id);
      expect(await aliases()).toEqual(before);
    }
  });

  it('can be pressed again for what it kept for a reason that has passed, and for nothing else', async () => {
    const direct = await makeDirect({ henkyaku_hi: '2026-08-05', bikou: 'một' });
    const free = await makeDirect({ bikou: 'một' });
    await call('POST', 'directs/bulk', { ids: [direct.id, free.id], values: { bikou: 'hai' } });
    const { id } = await newest();
    await api.client.execute("INSERT INTO month_locks (month, status, at) VALUES ('2026-08', 1, '2026-11-20 10:00:00')");
    const first = (await undo(id)).body;
    expect(first).toMatchObject({ reversed: 1, kept: [{ id: direct.id, reason: 'month_locked' }] });
    expect((await call('GET', `operations/${id}`)).body).toMatchObject({ undone_by: first.operation_id, left: 1, undoable: true });
    expect((await undo(id)).body).toMatchObject({ reversed: 0, kept: [{ id: direct.id, reason: 'month_locked' }] });
    await api.client.execute('DELETE FROM month_locks');
    expect((await undo(id)).body).toMatchObject({ reversed: 1, kept: [] });
    for (const row of [direct, free]) expect((await read(`directs/${row.id}`)).bikou).toBe('một');
    expect((await call('GET', `operations/${id}`)).body).toMatchObject({ left: 0, undoable: false, reason: 'undone' });
    expect((await undo(id)).status).toBe(409);
  });
});
