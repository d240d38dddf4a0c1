import { beforeAll, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { MAX_TABLE_ROWS } from '../../worker/contracts/rule-tables.ts';
import type { TestApi } from '../support/api.ts';
import { openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

/** More than a request undoes at once, and than one statement or one answer of the database takes. */
const ROWS = 1201;

let api: TestApi;
const { call } = ruleCalls(() => api);

beforeAll(async () => {
  api = await openOfficeWithoutRules();
  await fillTable('LONG', ROWS);
});

/** A table of so many rows without a month, or, as one operation, with one. */
const fillTable = (code: string, rows: number, valid_from = '') =>
  api.client.batch(
    [
      ...(valid_from
        ? ["INSERT INTO write_context (id, user_id, source, at, request_id) VALUES (1, 1, 'screen', '2026-11-20 10:00:00', 'long')"]
        : []),
      {
        sql: `INSERT INTO tsubos (scale_factor_code, scale_factor_code_key, scale_equal_to, scale_factor, valid_from)
          WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?) SELECT ?, ?, value, 1, ? FROM n`,
        args: [rows, code, code.toLowerCase(), valid_from],
      },
      'DELETE FROM write_context',
    ],
    'write',
  );

async function work(): Promise<void> {
  const ack = () => undefined;
  const retry = () => expect.unreachable('a message failed');
  for (let body = api.sent.shift(); body; body = api.sent.shift())
    await consume(api.deps, { queue: 'tensu-jobs', messages: [{ id: '1', timestamp: new Date(), attempts: 1, body, ack, retry }] });
}

const newest = async () => (await call('GET', 'operations?limit=1')).body.data[0];
const versionOf = async (month: string, code = 'LONG') =>
  (
    await api.client.execute({
      sql: 'SELECT id, scale_equal_to AS place, scale_factor AS factor, copied_from FROM tsubos WHERE valid_from = ? AND scale_factor_code = ? ORDER BY id',
      args: [month, code],
    })
  ).rows;
const undo = async (id: number) => {
  const { body } = await call('POST', `operations/${id}/undo`);
  await work();
  return (await call('GET', `operations/${body.attempt_id}`)).body;
};

// First, while there are few rows: what is in force in a scenario is found without an index.
it('a scenario that changes a row of a long table is promoted as a version of all its rows', async () => {
  await fillTable('TRIED', ROWS);
  const { id } = (await call('POST', 'rule_scenarios', { name: 'Thử', valid_from: '2027-08' })).body.data;
  const { rows } = await api.client.execute("SELECT min(id) AS id FROM tsubos WHERE scale_factor_code = 'TRIED'");
  const request = { as: api.people.admin, body: { scale_factor: 7 }, headers: { 'x-scenario': String(id) } };
  expect((await api.call('PUT', `tsubos/${rows[0]!.id}`, request)).status).toBe(200);
  const { status, body } = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2027-08' });
  expect({ status, created: body.created }, body.message).toEqual({ status: 200, created: ROWS });
  const made = await versionOf('2027-08', 'TRIED');
  expect(made.length).toEqual(ROWS);
  expect(made[0]!.factor).toBe(7);
  expect(made[1]!.factor).toBe(1);
});

/** In a scenario, a list of thousands of rules of which half are former versions. */
async function expectOnlyNewest(month: string, all: number): Promise<void> {
  const { id } = (await call('POST', 'rule_scenarios', { name: `Đọc ${month}`, valid_from: month })).body.data;
  const inside = { as: api.people.admin, headers: { 'x-scenario': String(id) } };
  const { body } = await api.call('GET', `standards?limit=1&as_of=${month}`, inside);
  expect(body.total).toEqual(all / 2);
  expect((await api.call('GET', 'standards?limit=1&as_of=all', inside)).body.total).toEqual(all);
}

it('a scenario that changes thousands of rules is promoted; undone it is a draft again, and can be promoted', async () => {
  const many = (table: string, column: string) =>
    `WITH RECURSIVE n(v) AS (SELECT 2 UNION ALL SELECT v + 1 FROM n WHERE v < 70) INSERT INTO ${table} (id, ${column}) SELECT v, 'N' || v FROM n`;
  const cells = (
    points: number,
  ) => `json_object('id', id, 'customer_id', customer_id, 'work_category_id', work_category_id, 'scale_code', scale_code,
    'standard_design_point', ${points}, 'standard_check_point', 1, 'version', ${points}, 'valid_from', '')`;
  const { id } = (await call('POST', 'rule_scenarios', { name: 'Nhiều định mức', valid_from: '2027-08' })).body.data;
  await api.client.batch(
    [
      many('customers', 'name'),
      many('work_categories', 'work_name'),
      `INSERT INTO standards (customer_id, work_category_id, scale_code, standard_design_point, standard_check_point)
        SELECT c.id, w.id, 'A', 1, 1 FROM customers c CROSS JOIN work_categories w`,
      `INSERT INTO rule_scenario_rows (scenario_id, entity, row_id, valid_from, row, base)
        SELECT ${id}, 'standards', id, '', ${cells(2)}, ${cells(1)} FROM standards`,
    ],
    'write',
  );
  const { status, body } = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2027-08' });
  expect({ status, created: body.created }, body.message).toEqual({ status: 200, created: 4900 });
  const promotion = (await newest()).id;
  await expectOnlyNewest('2027-09', 9800);
  const undone = await undo(promotion);
  expect({ deleted: undone.counts.deleted, kept_count: undone.kept_count }).toEqual({ deleted: 4900, kept_count: 0 });
  const again = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2027-09' });
  expect({ status: again.status, created: again.body.created }, again.body.message).toEqual({ status: 200, created: 4900 });
  expect((await call('GET', `rule_scenarios/${id}`)).body.data).toMatchObject({ status: 'promoted', promoted_from: '2027-09' });
  expect((await call('PUT', `rule_scenarios/${id}`, { note: 'x' })).body.code).toBe('scenario_closed');
});

describe('a table of more than 1,000 rows', () => {
  it('is copied whole into a version, a given row with what is given, and answered whole', async () => {
    const origins = await versionOf('');
    const { id } = origins[700]!;
    const made = await call('POST', 'tsubos/versions', { valid_from: '2027-01', copy_of: id, values: { scale_factor: 9 } });
    expect(made.status).toBe(201);
    const rows = await versionOf('2027-01');
    expect(rows.map(({ place, copied_from }) => [place, copied_from])).toEqual(origins.map(({ place, id }) => [place, id]));
    expect(rows.filter(({ factor }) => factor === 9).map(({ copied_from }) => copied_from)).toEqual([id]);
    expect(made.body.data.map((row: { id: number }) => row.id)).toEqual(rows.map((row) => row.id));
    const again = await call('POST', 'tsubos/versions', { valid_from: '2027-01', copy_of: 'long' });
    expect({ status: again.status, length: (await versionOf('2027-01')).length }).toEqual({ status: 409, length: ROWS });
  });

  it('is undone whole, and so is that undo; or stays whole where one row was changed', async () => {
    const before = await versionOf('2027-01');
    const undone = await undo((await newest()).id);
    expect({ deleted: undone.counts.deleted, length: (await versionOf('2027-01')).length }).toEqual({ deleted: ROWS, length: 0 });
    const redone = await undo(undone.id);
    expect(redone.counts.created).toEqual(ROWS);
    expect(await versionOf('2027-01')).toEqual(before);

    const { body } = await call('POST', 'tsubos/versions', { valid_from: '2027-02', copy_of: 'long' });
    const made = await newest();
    expect((await call('PUT', `tsubos/${body.data[40].id}`, { scale_factor: 5 })).status).toBe(200);
    expect(await undo(made.id)).toMatchObject({ counts: { deleted: 0 }, kept_count: ROWS });
    expect(await versionOf('2027-02')).toHaveLength(ROWS);
  });
});

describe('a table that is too long', () => {
  it('is refused with the limit before anything is copied', async () => {
    await fillTable('ENDLESS', MAX_TABLE_ROWS + 1);
    const { status, body } = await call('POST', 'tsubos/versions', { valid_from: '2027-05', copy_of: 'endless' });
    expect(status).toBe(422);
    expect(body.code).toBe('invalid');
    expect(body.message).toEqual(expect.stringContaining(`tối đa ${MAX_TABLE_ROWS} dòng`));
    expect(await versionOf('2027-05', 'ENDLESS')).toEqual([]);
    const { id } = (await call('POST', 'rule_scenarios', { name: 'Bảng dài', valid_from: '2027-05' })).body.data;
    const request = { as: api.people.admin, body: { valid_from: '2027-05', copy_of: 'long' }, headers: { 'x-scenario': String(id) } };
    const tried = await api.call('POST', 'tsubos/versions', request);
    expect(tried.status).toBe(422);
    expect(tried.body.message).toEqual(expect.stringContaining('tối đa 500 dòng'));
  });

  it('is refused with the limit before a scenario that changes a row of it is promoted', async () => {
    const { id } = (await call('POST', 'rule_scenarios', { name: 'Bảng quá dài', valid_from: '2027-05' })).body.data;
    const [{ id: row }] = (await versionOf('', 'ENDLESS')) as unknown as [{ id: number }];
    const request = { as: api.people.admin, body: { scale_factor: 7 }, headers: { 'x-scenario': String(id) } };
    expect((await api.call('PUT', `tsubos/${row}`, request)).status).toBe(200);
    const { status, body } = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2027-05' });
    expect(status).toBe(422);
    expect(body.code).toBe('invalid');
    expect(body.message).toEqual(expect.stringContaining(`tối đa ${MAX_TABLE_ROWS} dòng`));
    expect(await versionOf('2027-05', 'ENDLESS')).toEqual([]);
    expect((await call('GET', `rule_scenarios/${id}`)).body.data.status).toBe('draft');
  });

  it('is refused with the limit before any of it is undone', async () => {
    await fillTable('IMPORTED', MAX_TABLE_ROWS + 1, '2027-06');
    const operation = await newest();
    expect(operation).toMatchObject({ counts: { created: MAX_TABLE_ROWS + 1 }, undoable: true });
    const { status, body } = await call('POST', `operations/${operation.id}/undo`);
    expect(status).toBe(409);
    expect(body.code).toBe('not_undoable');
    expect(body.message).toEqual(expect.stringContaining(`tối đa ${MAX_TABLE_ROWS} dòng`));
    expect(api.sent).toEqual([]);
    expect(await newest()).toMatchObject({ id: operation.id, undone_by: null });
  });
});
