import { beforeAll, describe, expect, it } from 'vitest';
import type { RuleDocument } from '../../worker/contracts/calls/answers/rule-document.ts';
import { variableLabel } from '../../worker/contracts/calls/formula-words.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

const AREA = variableLabel('tsubosuu', 'vi');

let api: TestApi;
let standard: number;
beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { name: 'Khách 1', code: 'K1' });
  await api.insert('work_categories', { work_name: '基礎伏図' });
  const make = async (entity: string, body: unknown) => Number((await call('POST', entity, body)).body.data.id);
  standard = await make('standards', {
    customer_id: 1,
    work_category_id: 1,
    standard_design_point: 2,
    standard_check_point: 1,
    scale_code: 'A',
  });
  await make('tsubos', { scale_factor_code: 'A', scale_factor: 1.5, scale_limit_from: 10, scale_limit_to: 20.5 });
  await make('formula-base-points', {
    scale_code: 'A',
    ...{ condition_variable: 'kouhou', condition_operator: 'in', condition_param: 'W,S' },
    base_point1: 'tsubosuu * 1.5',
  });
  await make('formula-results', {
    scale_code: 'a',
    result_design_formula: 'round(base_point1, 2)',
    result_check_formula: 'if(tsubosuu >= 30, 1, 0)',
  });
});

const call = (method: string, path: string, body?: unknown, as: Person = api.people.admin, lang = 'vi') =>
  api.call(method, path, { as, body, headers: { 'accept-language': lang } });
const book = async (month = '2026-11', as?: Person, lang?: string): Promise<RuleDocument> =>
  (await call('GET', `rules/document?month=${month}`, undefined, as, lang)).body;
const markRead = (document: RuleDocument, as?: Person) =>
  call('POST', 'rules/document/read', { month: document.month, version: document.version }, as);

describe('the rule book', () => {
  it('says the rules of a month in words of the reader, in one round trip', async () => {
    const { trips, result } = await api.countRoundTrips(() => book());
    expect(trips).toBe(1);
    expect(result.customers).toMatchObject([
      { name: 'Khách 1', standards: [{ work_category: '基礎伏図', scale_code: 'A', standard_design_point: 2 }] },
    ]);
    const [table] = result.tables;
    expect(result.tables).toHaveLength(1);
    expect(table!.scales[0]).toMatchObject({ condition: `10 ≤ ${AREA} < 20,5`, scale_factor: 1.5 });
    expect(table!.base_points[0]).toMatchObject({
      condition: `${variableLabel('kouhou', 'vi')} là một trong W;S`,
      points: [{ source: 'tsubosuu * 1.5', words: `${AREA} × 1,5` }],
    });
    expect(table!.formulas!.results.map(({ words }) => words)).toEqual([
      `làm tròn(${variableLabel('base_point1', 'vi')}; 2)`,
      `nếu(${AREA} ≥ 30; 1; 0)`,
    ]);
    expect(result.expressions[1]!.words).toBe(`${variableLabel('total_point_1', 'vi')} × ${variableLabel('pro_index', 'vi')}`);
    const english = await book('2026-11', api.people.viewer, 'en');
    expect(english.tables[0]!.base_points[0]!.points[0]!.words).toBe(`${variableLabel('tsubosuu', 'en')} × 1.5`);
    expect({ hash: english.hash, version: english.version }).toEqual({ hash: result.hash, version: result.version });
    expect((await call('GET', 'rules/document?month=soon')).status).toBe(422);
  });

  it('marks for each person what changed since the version they last read', async () => {
    const first = await book();
    expect({ read: first.read, status: (await markRead(first)).status }).toEqual({ read: null, status: 200 });
    expect((await book()).read).toMatchObject({ month: '2026-11', is_same: true });
    await call('POST', 'standards/versions', { valid_from: '2026-12', copy_of: standard, values: { standard_design_point: 3 } });
    expect((await book()).read!.is_same, 'a later month is another matter').toBe(true);
    const later = await book('2026-12');
    expect(later.read!.is_same).toBe(false);
    expect(later.customers[0]!.standards[0]!.changes).toEqual([
      { field: 'standard_design_point', label: 'Điểm thiết kế định mức', old: 2, new: 3 },
    ]);
    expect((await book('2026-12', api.people.viewer)).customers[0]!.standards[0]!.changes).toEqual([]);
    const stale = await call('POST', 'rules/document/read', { month: '2026-12', version: first.version });
    expect({ status: stale.status, code: stale.body.code }).toEqual({ status: 409, code: 'conflict' });
    await call('PUT', 'totals-expressions', {
      total_point_1: 'direct_point',
      total_point_2: 'total_point_1',
      valid_from: '2027-01',
      accept_undefined: true,
    });
    const january = await book('2027-01');
    expect(january.hash).toBe(later.hash);
    expect(january.expressions.map(({ changes }) => changes.length)).toEqual([1, 1]);
  });

  it('names rules that are there no more', async () => {
    await markRead(await book('2026-12'));
    const { body } = await call('GET', 'formula-base-points');
    await call('DELETE', `formula-base-points/${body.data[0].id}`);
    const { removed } = await book('2026-12');
    expect(removed.map(({ label }) => label)).toEqual(['Công thức điểm cơ sở · A']);
  });

  it('counts in the checklist who has not read it, and blocks nothing by it', async () => {
    const unread = async () => {
      const { body } = await call('GET', 'month-checklist?year=2026&month=11');
      return body.items.find(({ key }: { key: string }) => key === 'rules_unread').count;
    };
    const people = Object.values(api.people).length;
    expect(await unread()).toBe(people);
    await markRead(await book());
    await markRead(await book(), api.people.viewer);
    expect(await unread()).toBe(people - 2);
    expect((await call('POST', 'lock_and_unlock', { year: 2026, month: 8, status: 1 })).status).toBe(200);
  });

  it('says whether the last calculation went by these rules', async () => {
    const { hash } = await book();
    const run = {
      year: 2026,
      month: 11,
      status: 'done',
      created_at: '2026-11-01 00:00:00',
      progress_at: '2026-11-01 00:00:00',
      source: 'screen',
    };
    await api.insert('calculation_runs', { ...run, rules_hash: hash });
    expect((await book()).last_run!.is_same).toBe(true);
    await call('PUT', `standards/${standard}`, { standard_design_point: 7 });
    expect((await book()).last_run!.is_same).toBe(false);
  });
});
