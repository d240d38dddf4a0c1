import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import exceljs from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDirects } from '../../scripts/seed/add-directs.ts';
import { directs } from '../../worker/contracts/entities/directs.ts';
import { selectIds, selectPage } from '../../worker/crud/list.ts';
import { parseListQuery } from '../../worker/crud/query.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { flattenPlan, type Query } from '../../worker/platform/db/query.ts';
import { directsResource } from '../../worker/resources/directs.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences } from '../support/samples.ts';

const dialect = new SQLiteAsyncDialect();
const ASKED = { lang: 'vi', clock: createClock() } as const;
let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
  await addDirects(api.client, { count: 2500, first: '2026-09-01', last: '2026-11-20', today: '2026-11-20', seed: 7, open: 20 });
});

async function plan(query: Query<unknown>): Promise<string[]> {
  const plans = flattenPlan(query).map((statement) => {
    const { sql, params } = dialect.sqlToQuery(statement);
    return api.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as never });
  });
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => String(detail)));
}

/** The steps of a query that read the directs without an index. */
async function scans(query: Query<unknown>): Promise<string[]> {
  return (await plan(query)).filter((detail) => /^SCAN (t|directs)\b/.test(detail) && !detail.includes('USING'));
}

async function tableScans(params: Record<string, string>): Promise<string[]> {
  const query = parseListQuery(directsResource, new URLSearchParams(params), ASKED);
  const queries = [selectPage, selectIds].map((make): Query<unknown> => make(directsResource, query, {}));
  return (await Promise.all(queries.map(scans))).flat().map((scan) => `${JSON.stringify(params)}: ${scan}`);
}

/** A value that a filter of this kind takes. */
function sampleValue(kind: string | undefined, op: string): string {
  if (op === 'contains') return '山本様';
  if (op === 'in') return '1,2,3';
  if (op === 'empty' || kind === 'flag') return '1';
  if (kind === 'date') return '2026-10-05';
  if (kind === 'datetime') return '2026-10-05 10:00:00';
  return kind === 'text' ? 'Hoàn thành' : '2';
}

const FILTERS = Object.entries(directs.filters).map(([name, { kind, op }]) => [name, sampleValue(kind, op)] as const);

/** Sorted or looked for by no page without a period: the whole table is read for them. */
const READ_WHOLE: ReadonlySet<string> = new Set(['created_at', 'tokuisakimei', 'hacchyuu_naiyou']);
const sorts = directs.sorts.filter((sort) => !READ_WHOLE.has(sort));
const filters = FILTERS.filter(([name]) => !READ_WHOLE.has(directs.filters[name]!.field) || directs.filters[name]!.op === 'contains');

describe('every list of directs is served by an index', () => {
  it('in every order, both ways: without an index of its own by that of all columns', async () => {
    // The order of ids is that of the table itself: its scan ends with the page.
    const found = await Promise.all(
      sorts.filter((sort) => sort !== 'id').flatMap((sort) => ['ASC', 'DESC'].map((way) => tableScans({ order_by: `${sort} ${way}` }))),
    );
    expect(found.flat()).toEqual([]);
  });

  it('with every filter, the newest first', async () => {
    for (const [name, value] of filters) expect(await tableScans({ [name]: value, order_by: 'henkyaku_hi DESC' })).toEqual([]);
  });

  it('with an equal value that has an index, which is searched whatever the order, never the index of the order read through', async () => {
    const names = [
      'name',
      'bukkenmei',
      'external_id',
      'customer_id',
      'user_id',
      'chekkusha_id',
      'work_category_id',
      'dept_id',
      'dept_grp_id',
      'phase',
    ];
    for (const name of names) {
      for (const sort of directs.sorts) {
        const params = new URLSearchParams({ [name]: sampleValue(directs.filters[name]!.kind, 'equals'), order_by: `${sort} DESC` });
        const steps = await plan(selectPage(directsResource, parseListQuery(directsResource, params, ASKED), {}));
        expect(
          steps.filter((step) => /^SCAN t\b/.test(step)),
          `${name} ${sort}`,
        ).toEqual([]);
      }
    }
  });

  it('of a period by the days of it, whatever else is asked: its rows are sorted, never an order read through', async () => {
    const days = { exc_start_time: '2026-10-01', exc_end_time: '2026-10-31' };
    for (const [name, value] of FILTERS) {
      for (const sort of directs.sorts) {
        const params = new URLSearchParams({ ...days, [name]: value, order_by: `${sort} DESC` });
        const steps = await plan(selectIds(directsResource, parseListQuery(directsResource, params, ASKED), {}));
        expect(
          steps.filter((step) => /^SCAN t\b/.test(step)),
          `${name} ${sort}`,
        ).toEqual([]);
      }
    }
  });

  it('of one source id by the index of the keys, and by that of the few that are like an earlier one', async () => {
    const params = new URLSearchParams({ external_id: 'ABC-1', order_by: 'henkyaku_hi DESC' });
    const steps = await plan(selectIds(directsResource, parseListQuery(directsResource, params, ASKED), {}));
    const found = steps.filter((step) => step.startsWith('SEARCH'));
    expect(found).toEqual([
      expect.stringContaining('directs_external (external_id_key=?)'),
      expect.stringContaining('directs_external_alike (external_id=?)'),
    ]);
  });

  it('of one customer in the order of their dates, without sorting them', async () => {
    const params = new URLSearchParams({ customer_id: '1', henkyaku_hi__ge: '2026-10-01', order_by: 'henkyaku_hi DESC' });
    const steps = await plan(selectIds(directsResource, parseListQuery(directsResource, params, ASKED), {}));
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    expect(steps.join()).toContain('directs_customer (customer_id=? AND henkyaku_hi>?)');
  });

  it('with one or two characters too, which the index of all texts has', async () => {
    for (const name of ['text__~', 'name__~', 'bukkenmei__~']) {
      for (const typed of ['山田', '2', '山 2', 'DR-26 山']) expect(await tableScans({ [name]: typed })).toEqual([]);
    }
    const query = parseListQuery(directsResource, new URLSearchParams({ 'text__~': '山田' }), ASKED);
    expect((await plan(selectPage(directsResource, query, {}))).join()).toContain('COVERING INDEX directs_texts');
  });

  it('with the filters of the screen all at once', async () => {
    const all = {
      customer_id: '1',
      dept_grp_id: '1',
      user_id: '2',
      chekkusha_id: '3',
      exc_start_time: '2026-09-01',
      exc_end_time: '2026-10-31',
    };
    expect(await tableScans({ ...all, 'name__~': 'DR-2610' })).toEqual([]);
    expect(await tableScans({ ...all, order_by: 'tsubosuu DESC' })).toEqual([]);
  });
});

describe('directs in their thousands', () => {
  const list = async (query: string) => (await api.call('GET', `directs?${query}`, { as: api.people.viewer })).body;

  it.each(['name ASC', 'users.name ASC', 'users.name DESC'])(
    'have the same rows on a deep page as in one long list, in the order of %s',
    async (order) => {
      // The bound, which all rows meet, has them sorted; without it they are read in order.
      const whole = (await list(`limit=5000&order_by=${order}&id__ge=0`)).data.map((row: { id: number }) => row.id);
      expect(whole).toHaveLength(2520);
      for (const [page, limit] of [
        [252, 10],
        [126, 20],
        [26, 100],
        [253, 10],
        [1, 100],
      ] as const) {
        const deep = await list(`page=${page}&limit=${limit}&order_by=${order}`);
        expect(deep.data.map((row: { id: number }) => row.id)).toEqual(whole.slice((page - 1) * limit, page * limit));
        expect(deep.total).toBe(2520);
      }
    },
  );

  it('go out in one answer and one workbook, every one of them, in the order asked for', async () => {
    const whole = await list('limit=50000&order_by=henkyaku_hi DESC');
    expect(whole).toMatchObject({ per_page: 50_000, current_page: 1, total: 2520, from: 1, to: 2520 });
    const answer = await api.call('GET', 'directs/export?order_by=henkyaku_hi DESC', { as: api.people.writer });
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.load(answer.body as ArrayBuffer);
    const names = workbook.worksheets[0]!.getColumn(2).values.slice(2);
    expect(names).toEqual(whole.data.map(({ name }: { name: string }) => name));
  });

  it('are found by two characters as by five, with and without the search index', async () => {
    const { rows } = await api.client.execute('SELECT id, name, bukkenmei, tokuisakimei FROM directs ORDER BY id');
    for (const [column, typed] of [
      ['name', '26'],
      ['name', '-11'],
      ['name', 'dr-2609-1'],
      ['name', 'ＤＲ－２６１０'],
      ['bukkenmei', '山本'],
      ['bukkenmei', '様邸新築'],
      ['bukkenmei', '邸'],
      ['tokuisakimei', 'khach goc 1'],
      ['tokuisakimei', 'kh'],
    ] as const) {
      const wanted = plain(typed);
      const expected = rows.filter((row) => plain(String(row[column])).includes(wanted)).length;
      expect(expected).toBeGreaterThan(0);
      expect((await list(`${column}__~=${encodeURIComponent(typed)}`)).total, typed).toEqual(expected);
    }
  });

  it('are found page by page in any order, many of them or few, as in one long list', async () => {
    for (const typed of [
      'text__~=nguoi',
      'text__~=山本',
      'text__~=26 nguoi',
      'text__~=本 2 r',
      'name__~=dr-26',
      'bukkenmei__~=様邸新築',
      'name__~=dr-2609-1',
      'name__~=dr-2609-11',
      'name__~=dr-9999',
    ]) {
      for (const order of ['name ASC', 'name DESC', 'henkyaku_hi DESC', 'tsubosuu ASC', 'id DESC']) {
        const search = `${typed}&order_by=${order}`;
        const whole = (await list(`${search}&limit=5000`)).data.map((row: { id: number }) => row.id);
        const limit = Math.ceil(whole.length / 4) + 1;
        const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`${search}&limit=${limit}&page=${page}`)));
        const found = pages.flatMap(({ data }) => data.map((row: { id: number }) => row.id));
        expect({ found, total: pages[0]!.total }, search).toEqual({ found: whole, total: whole.length });
      }
    }
  });

  it('are found by their new name as soon as it is saved, and not by the old one', async () => {
    const [row] = (await list('order_by=id ASC&limit=1')).data;
    await api.call('PUT', `directs/${row.id}`, { as: api.people.writer, body: { bukkenmei: 'Tòa nhà Ánh Dương' } });
    expect((await list('bukkenmei__~=toa nha anh')).data.map(({ id }: { id: number }) => id)).toEqual([row.id]);
    const old = await list(`bukkenmei__~=${encodeURIComponent(row.bukkenmei)}&id=${row.id}`);
    expect(old.total).toBe(0);
    await api.call('DELETE', `directs/${row.id}`, { as: api.people.writer });
    expect((await list('bukkenmei__~=toa nha anh')).total).toBe(0);
  });
});

function plain(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('đ', 'd');
}
