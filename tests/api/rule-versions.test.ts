import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

let api: TestApi;
const standard = { customer_id: 1, work_category_id: 1, standard_design_point: 1, standard_check_point: 1, scale_code: 'A' };

beforeAll(async () => {
  api = await openOfficeWithoutRules();
});

const { call, rulesOf } = ruleCalls(() => api);

describe('the month of a rule', () => {
  it('is null where none is given, and is read in every way people write it', async () => {
    const first = await call('POST', 'standards', standard);
    expect({ status: first.status, valid_from: first.body.data.valid_from }).toEqual({ status: 201, valid_from: null });
    const version = await call('POST', 'standards', { ...standard, valid_from: '2026/9' });
    expect({ status: version.status, valid_from: version.body.data.valid_from }).toEqual({ status: 201, valid_from: '2026-09' });
    const emptied = await call('PUT', `standards/${version.body.data.id}`, { valid_from: '2026-12' });
    expect({ status: emptied.status, valid_from: emptied.body.data.valid_from }).toEqual({ status: 200, valid_from: '2026-12' });
    for (const valid_from of ['2026-13', 'soon', 202609, '1999-12']) {
      const refused = await call('POST', 'standards', { ...standard, valid_from });
      expect(refused.status, String(valid_from)).toBe(422);
      expect(Object.keys(refused.body.messages), String(valid_from)).toEqual(['valid_from']);
    }
  });

  it('stands once for each rule; of two people at once one wins', async () => {
    const again = await call('POST', 'standards', standard);
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(Object.keys(again.body.messages)).toEqual(['customer_id', 'work_category_id']);
    const dated = await call('POST', 'standards', { ...standard, valid_from: '2026-12' });
    expect({ status: dated.status, code: dated.body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(dated.body.message).toBe('Quy tắc này đã có phiên bản từ tháng 2026/12. Hãy sửa phiên bản đó, hoặc chọn tháng khác');
    const both = await Promise.all(
      [1, 2].map((n) => call('POST', 'formula-results', { scale_code: 'Z', description: `${n}`, valid_from: '2027-01' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { rows } = await api.client.execute("SELECT id FROM standards WHERE valid_from = '2026-12'");
    const moved = await call('PUT', `standards/${rows[0]!.id}`, { valid_from: null });
    expect(moved.status, 'there is one without a month').toBe(409);
  });

  it('narrows lists as other fields do', async () => {
    const { body } = await call('GET', 'standards?valid_from=2026-12&as_of=all');
    expect(body.data.map(({ valid_from }: { valid_from: string }) => valid_from)).toEqual(['2026-12']);
    expect((await call('GET', 'standards?valid_from__ge=2026-13')).status).toBe(422);
  });
});

describe('a table of scales', () => {
  const row = { scale_factor_code: 'T', scale_factor: 1 };

  it('takes no row of a month that it has no version of', async () => {
    const first = await call('POST', 'tsubos', row);
    expect({ status: first.status, valid_from: first.body.data.valid_from }).toEqual({ status: 201, valid_from: null });
    for (const scale_factor_code of ['T', 't']) {
      const split = await call('POST', 'tsubos', { ...row, scale_factor_code, valid_from: '2026-12' });
      expect({ status: split.status, code: split.body.code }).toEqual({ status: 409, code: 'version_missing' });
      expect(split.body.message).toContain('2026/12');
    }
    const moved = await call('PUT', `tsubos/${first.body.data.id}`, { valid_from: '2026-12' });
    expect({ status: moved.status, code: moved.body.code }).toEqual({ status: 409, code: 'version_missing' });
    expect((await rulesOf('2026-12')).tsubos).toHaveLength(1);
  });

  it('begins with its first row where no row has its code', async () => {
    const first = await call('POST', 'formula-base-points', { scale_code: 'NEW', base_point1: '1', valid_from: '2026-12' });
    expect(first.status).toBe(201);
    const second = await call('POST', 'formula-base-points', { scale_code: 'NEW', base_point1: '2', valid_from: '2026-12' });
    expect(second.status).toBe(201);
    expect((await rulesOf('2026-11')).base_points).toEqual([]);
    expect((await rulesOf('2026-12')).base_points).toHaveLength(2);
  });

  it('gives a standard that names a row the row that follows from it, in a version without one no row', async () => {
    const [named, other, oct, nov] = [101, 102, 103, 104];
    await api.insert('tsubos', { id: named, scale_factor_code: 'N', scale_factor: 1 });
    await api.insert('tsubos', { id: other, scale_factor_code: 'N', scale_factor: 2 });
    await api.insert('tsubos', { id: oct, scale_factor_code: 'N', scale_factor: 3, valid_from: '2027-10', copied_from: named });
    await api.insert('tsubos', { id: nov, scale_factor_code: 'N', scale_factor: 4, valid_from: '2027-11', copied_from: other });
    const made = await call('POST', 'standards', { ...standard, customer_id: 1, scale_code: 'N', tsubo_id: named, valid_from: '2025-01' });
    const meant = async (month: string) => {
      const { standards, tsubos } = await rulesOf(month);
      const id = standards.find((found) => found.id === made.body.data.id)?.tsubo_id;
      return tsubos.find((found) => found.id === id)?.scale_factor;
    };
    await call('DELETE', `standards/${(await rulesOf('2026-12')).standards[0]!.id}`);
    expect(await meant('2027-09')).toBe(1);
    expect(await meant('2027-10')).toBe(3);
    expect(await meant('2027-11')).toBe(undefined);
    await call('DELETE', `tsubos/${nov}`);
    expect(await meant('2027-11'), 'without the last version the one before counts').toBe(3);
  });
});

describe('the list of rules', () => {
  it('shows what counts in the present month, in another that is asked for, or every version with the months it counts in', async () => {
    const ids: number[] = [];
    for (const valid_from of [null, '2026-11', '2027-02']) {
      const { body } = await call('POST', 'formula-results', { scale_code: 'LIST', result_design_formula: '1', valid_from });
      ids.push(body.data.id);
    }
    const listed = async (query: string) =>
      (await call('GET', `formula-results?scale_code=LIST${query}`)).body.data.map(
        ({ id, valid_from, valid_to }: Record<string, unknown>) => [ids.indexOf(Number(id)), valid_from, valid_to],
      );
    expect(await listed('')).toEqual([[1, '2026-11', '2027-01']]);
    expect(await listed('&as_of=2026-10')).toEqual([[0, null, '2026-10']]);
    expect(await listed('&as_of=2030-1')).toEqual([[2, '2027-02', null]]);
    expect(await listed('&as_of=all')).toEqual([
      [0, null, '2026-10'],
      [1, '2026-11', '2027-01'],
      [2, '2027-02', null],
    ]);
    expect(await listed(`&ids=${ids.join()}`)).toHaveLength(3);
    expect(await listed('&ids=&as_of='), 'empty values are no filters').toEqual(await listed(''));
    const { body } = await call('GET', 'formula-results?scale_code=LIST');
    expect(body.total).toBe(1);
    expect(Object.keys((await call('GET', 'formula-results?as_of=soon')).body.messages)).toEqual(['as_of']);
    expect((await call('GET', 'departments?as_of=2026-10')).status).toBe(422);
  });
});

describe('a version of a rule', () => {
  const version = (entity: string, body: unknown) => call('POST', `${entity}/versions`, body);

  it('is made of a whole table, of the version that counts in its month or of the one that is named', async () => {
    const made = await Promise.all([1, 2, 3].map((scale_factor) => call('POST', 'tsubos', { scale_factor_code: 'W', scale_factor })));
    const ids = made.map(({ body }) => body.data.id).sort();
    const first = await version('tsubos', { valid_from: '2027-03', copy_of: 'w' });
    expect(first.status).toBe(201);
    expect(first.body.data.map(({ copied_from, valid_from }: Record<string, unknown>) => [copied_from, valid_from])).toEqual(
      ids.map((id) => [id, '2027-03']),
    );
    await call('DELETE', `tsubos/${first.body.data[2].id}`);
    const second = await version('tsubos', { valid_from: '2027-05', copy_of: 'W' });
    expect(second.body.data.map(({ copied_from }: Record<string, unknown>) => copied_from)).toEqual(ids.slice(0, 2));
    const third = await version('tsubos', { valid_from: '2027-06', copy_of: ids[1], values: { scale_factor: 9 } });
    expect(third.body.data.map(({ scale_factor }: Record<string, unknown>) => scale_factor)).toEqual([1, 9, 3]);
    const between = await version('tsubos', { valid_from: '2027-04', copy_of: 'w' });
    expect(between.body.data, 'as in March, which counts in April').toHaveLength(2);
    const row = await call('PUT', `tsubos/${third.body.data[0].id}`, { scale_factor: 5 });
    expect(row.status).toBe(200);
    expect((await rulesOf('2027-05')).tsubos.filter(({ scale_factor_code }) => scale_factor_code === 'W')).toHaveLength(2);
  });

  it('is made once: of two people at once one makes it, whole', async () => {
    const both = await Promise.all([1, 2].map(() => version('tsubos', { valid_from: '2027-09', copy_of: 'W' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)!.body.message).toContain('đã có phiên bản từ tháng 2027/09');
    const { rows } = await api.client.execute("SELECT id FROM tsubos WHERE scale_factor_code = 'W' AND valid_from = '2027-09'");
    expect(rows).toHaveLength(3);
  });

  it('is refused for what is not there, not permitted or not a rule', async () => {
    expect((await version('tsubos', { valid_from: '2027-09', copy_of: 'nothing' })).status).toBe(404);
    expect((await version('tsubos', { valid_from: '2027-09', copy_of: 999_999 })).status).toBe(404);
    expect(Object.keys((await version('tsubos', { copy_of: 'W' })).body.messages)).toEqual(['valid_from']);
    expect(Object.keys((await version('tsubos', { valid_from: '2027-09' })).body.messages)).toEqual(['copy_of']);
    expect(Object.keys((await version('tsubos', { valid_from: '2027-09', copy_of: 'W\ud800' })).body.messages)).toEqual(['copy_of']);
    expect((await api.call('POST', 'tsubos/versions', { as: api.people.viewer, body: {} })).status).toBe(403);
  });

  it('of a standard or of a formula is a row of its own, and says what is given', async () => {
    const { body } = await call('POST', 'standards', { ...standard, scale_code: 'S', valid_from: '2028-01' });
    const made = await version('standards', { valid_from: '2028-03', copy_of: body.data.id, values: { standard_design_point: 7 } });
    expect(made.body.data).toMatchObject([{ scale_code: 'S', standard_design_point: 7, valid_from: '2028-03', customer_id: 1 }]);
    const again = await version('standards', { valid_from: '2028-03', copy_of: body.data.id });
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'conflict' });
    const formula = await version('formula-results', { valid_from: '2028-03', copy_of: 'list' });
    expect(formula.body.data).toMatchObject([{ scale_code: 'LIST', valid_from: '2028-03' }]);
    const broken = await version('formula-results', { valid_from: '2028-04', copy_of: 'LIST', values: { result_check_formula: '1 +' } });
    expect(broken.status).toBe(422);
    expect(Object.keys(broken.body.messages)).toEqual(['result_check_formula']);
  });

  it('that is deleted brings back the one before; without the first, the answer says from when the rule counts', async () => {
    const idOf = async (month: string) => (await rulesOf(month)).results.find(({ scale_code }) => scale_code === 'LIST')?.id;
    const [first, second, third] = [await idOf('2026-10'), await idOf('2026-11'), await idOf('2027-02')];
    const deleted = await call('DELETE', `formula-results/${second}`);
    expect({ status: deleted.status, warnings: deleted.body.warnings }).toEqual({ status: 200, warnings: undefined });
    expect(await idOf('2026-11')).toBe(first);
    const undated = await call('POST', 'formula-results/deleteByIds', { ids: [first] });
    expect(undated.body.warnings).toEqual(['Trước tháng 2027/02 không còn phiên bản nào của quy tắc được áp dụng']);
    expect(await idOf('2027-01')).toBe(undefined);
    expect(await idOf('2027-02')).toBe(third);
  });
});

describe('a version', () => {
  it('says in every column what its source says, but for what makes it another row', async () => {
    const named = 501;
    await api.insert('tsubos', { id: named, scale_factor_code: 'NAMED', scale_factor: 1 });
    const sources = {
      tsubos: { scale_factor_code: 'COPY', condition_variable: 'menseki' },
      standards: { ...standard, work_category_id: 2, rank: 'B', tsubo_id: named, dept_id: 1 },
      'formula-base-points': {
        ...{ scale_code: 'COPY', condition_variable: 'menseki', condition_operator: '<', condition_param: '9' },
        ...{ condition_variable1: 'tsubosuu', condition_operator1: '>=', condition_param1: '8' },
      },
      'formula-results': { scale_code: 'COPY' },
    };
    await api.insert('work_categories', { id: 2, work_name: 'Hạng mục 2' });
    for (const [entity, values] of Object.entries(sources)) {
      const source = await call('POST', entity, values);
      expect(source.status, JSON.stringify(source.body)).toBe(201);
      const table = entity.replaceAll('-', '_');
      const own = /^(id|version|valid_from|copied_from|created_at|updated_at|audit_json)$|_(fold|key|sort)$/;
      const { rows: columns } = await api.client.execute(`SELECT name FROM pragma_table_info('${table}')`);
      const names = columns.map(({ name }) => String(name)).filter((name) => !own.test(name));
      // A column that is empty says a number, which is also a formula.
      const filled = names.map((name, at) => `"${name}" = ifnull("${name}", ${at + 2})`);
      await api.client.execute(`UPDATE ${table} SET ${filled} WHERE id = ${source.body.data.id}`);
      const made = await call('POST', `${entity}/versions`, { valid_from: '2027-03', copy_of: source.body.data.id });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const rowOf = async (id: number) => (await api.client.execute(`SELECT * FROM ${table} WHERE id = ${id}`)).rows[0]!;
      const [from, to] = [await rowOf(source.body.data.id), await rowOf(made.body.data[0].id)];
      for (const name of names) expect(to[name], `${table}.${name}`).toEqual(from[name]);
    }
  });
});
