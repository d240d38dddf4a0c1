import { beforeAll, expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import type { TestApi } from '../support/api.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openOfficeWithoutRules();
});

const { call, rulesOf } = ruleCalls(() => api);

/** Spellings of one code, and codes that are others. */
const SPELLINGS = ['Đá 1', 'đá 1', 'ĐÁ 1', 'Đá　1', 'Đá１'];
const OTHERS = ['Da 1', 'Đa 1', 'Đá 01'];

it('one code has one result formula, however it is spelled; accents and signs tell codes apart', async () => {
  const create = (scale_code: string, rest: object = {}) =>
    call('POST', 'formula-results', { scale_code, result_design_formula: '1', result_check_formula: '1', ...rest });
  const first = await create(SPELLINGS[0]!);
  expect(first.status).toBe(201);
  for (const spelling of SPELLINGS) {
    const twin = await create(spelling);
    expect(twin.status, spelling).toBe(409);
    expect(Object.keys(twin.body.messages ?? {}), spelling).toEqual(expect.arrayContaining(['scale_code']));
  }
  for (const other of OTHERS) expect((await create(other)).status, other).toBe(201);
  const dated = await create(SPELLINGS[1]!, { valid_from: '2026-12' });
  expect(dated.status).toBe(201);
  const ofCode = (rows: readonly { scale_code: string | null }[]) => rows.filter(({ scale_code }) => SPELLINGS.includes(scale_code!));
  expect(ofCode((await rulesOf('2026-12')).results)).toMatchObject([{ id: dated.body.data.id }]);
  expect(ofCode((await rulesOf('2026-11')).results)).toMatchObject([{ id: first.body.data.id }]);
  const { body } = await call('GET', `formula-results/${first.body.data.id}`);
  expect(body.data.valid_to).toBe('2026-11');
});

it.each([
  ['tsubos', 'scale_factor_code'],
  ['formula-base-points', 'scale_code'],
] as const)('a table of %s is one, however its rows spell their code', async (entity, code) => {
  for (const spelling of SPELLINGS.slice(0, 2)) expect((await call('POST', entity, { [code]: spelling })).status).toBe(201);
  for (const spelling of SPELLINGS) {
    const split = await call('POST', entity, { [code]: spelling, valid_from: '2026-12' });
    expect({ status: split.status, code: split.body.code }, spelling).toEqual({ status: 409, code: 'version_missing' });
  }
  const made = await call('POST', `${entity}/versions`, { valid_from: '2026-12', copy_of: SPELLINGS.at(-1) });
  expect({ status: made.status, length: made.body.data?.length }).toEqual({ status: 201, length: 2 });
  const rules = await rulesOf('2026-12');
  const rows = entity === 'tsubos' ? rules.tsubos : rules.base_points;
  expect(rows.map(({ id }) => id)).toEqual(made.body.data.map(({ id }: { id: number }) => id));
});

it('an example by a standard goes by the table of its code in any spelling', async () => {
  const rest = { customer_id: 1, work_category_id: 1, standard_design_point: 2, standard_check_point: 1 };
  const { body } = await call('POST', 'standards', { ...rest, scale_code: SPELLINGS.at(-1) });
  await call('PUT', 'formula-results/1', { result_design_formula: 'standard_design_point + 5', result_check_formula: '1' });
  const tried = await call('POST', 'directs/preview-points', {
    values: { customer_id: 1, work_category_id: 1, henkyaku_hi: '2026-11-10', tsubosuu: 10 },
  });
  expect(body.data.scale_code).toBe(SPELLINGS.at(-1));
  expect(tried.body).toMatchObject({ result: { result_design_point: 7 } });
});

it('of formulas without keys that are one, the first counts', async () => {
  const client = await openMemoryDatabase();
  try {
    await client.executeMultiple(`
      INSERT INTO formula_results (id, scale_code, result_design_formula) VALUES (1, 'Đ1', '1'), (2, 'đ1', '2'), (3, 'B', '3');
      INSERT INTO tsubos (id, scale_factor_code, valid_from) VALUES (1, 'Đ1', ''), (2, 'đ1', '2026-10');`);
    await migrate(client);
    const db = createDatabase(() => client, createClock().time);
    const rules = readRules(await db.read(selectRules('2026-11')));
    expect(rules.results.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(rules.tsubos.map(({ id }) => id)).toEqual([2]);
    const { rows } = await client.execute('SELECT id, scale_code_key AS "key" FROM formula_results ORDER BY id');
    expect(rows.map(({ key }) => key)).toEqual(['đ1', null, 'b']);
  } finally {
    client.close();
  }
});
