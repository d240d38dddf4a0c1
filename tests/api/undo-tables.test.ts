import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { holdUndos, openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

let api: TestApi;
const { call } = ruleCalls(() => api);
/** A code of its own for each test, whose undated table has three rows, and the ids of its version of January. */
let code: string;
let ids: number[];
let tables = 0;
let held: ReturnType<typeof holdUndos>;

beforeAll(async () => {
  api = await openOfficeWithoutRules();
  held = holdUndos(api);
});

beforeEach(async () => {
  code = `T${++tables}`;
  for (const scale_factor of [1, 2, 3]) await call('POST', 'tsubos', { scale_factor_code: code, scale_factor });
  const { body } = await call('POST', 'tsubos/versions', { valid_from: '2027-01', copy_of: code });
  ids = body.data.map(({ id }: { id: number }) => id);
});

const lastOperation = async (): Promise<number> => (await call('GET', 'operations?limit=1')).body.data[0].id;
const undo = async (operation: number) => (await call('POST', `operations/${operation}/undo`)).body;
const reasons = ({ kept }: { kept: { id: number; reason: string }[] }) =>
  kept.map(({ id, reason }) => [ids.indexOf(id), reason]).sort(([a], [b]) => Number(a) - Number(b));
/** The rows of January's version that are there, each by its place. */
const rowsOfVersion = async (): Promise<number[]> => {
  const { rows } = await api.client.execute({
    sql: "SELECT id FROM tsubos WHERE scale_factor_code = ? AND valid_from = '2027-01' ORDER BY id",
    args: [code],
  });
  return rows.map(({ id }) => ids.indexOf(Number(id)));
};
const remove = async (places: number[]): Promise<number> => {
  expect((await call('POST', 'tsubos/deleteByIds', { ids: places.map((place) => ids[place]) })).status).toBe(200);
  return lastOperation();
};

describe('the undo of a version of a table', () => {
  it('takes away all its rows', async () => {
    expect(await undo(await lastOperation())).toMatchObject({ reversed: 3, kept: [] });
    expect(await rowsOfVersion()).toEqual([]);
  });

  it.each(['before it', 'between its reading and its writing'])('takes away none where one was changed %s', async (when) => {
    const made = await lastOperation();
    const change = () => call('PUT', `tsubos/${ids[1]}`, { scale_factor: 9 });
    if (when === 'before it') await change();
    else held.meanwhile = change;
    const answer = await undo(made);
    expect(answer.reversed).toBe(0);
    expect(reasons(answer)).toEqual([
      [0, 'table_rows'],
      [1, 'changed_since'],
      [2, 'table_rows'],
    ]);
    expect(answer.kept.find(({ reason }: { reason: string }) => reason === 'table_rows').message).toContain('2027/01');
    expect(await rowsOfVersion()).toEqual([0, 1, 2]);
  });

  it('takes away none where a row was added since', async () => {
    const made = await lastOperation();
    const added = await call('POST', 'tsubos', { scale_factor_code: code.toLowerCase(), scale_factor: 4, valid_from: '2027-01' });
    expect(added.status).toBe(201);
    const addition = await lastOperation();
    expect(await undo(made)).toMatchObject({ reversed: 0 });
    expect((await rowsOfVersion()).slice(0, 3)).toEqual([0, 1, 2]);
    expect(await undo(addition), 'a row that was added goes by itself').toMatchObject({ reversed: 1, kept: [] });
    expect(await undo(made)).toMatchObject({ reversed: 3, kept: [] });
    expect(await rowsOfVersion()).toEqual([]);
  });
});

describe('what others do between the reading and the writing of an undo', () => {
  it('keeps all rows of a version where one was added', async () => {
    const made = await lastOperation();
    held.meanwhile = () => call('POST', 'tsubos', { scale_factor_code: code, scale_factor: 4, valid_from: '2027-01' });
    expect(await undo(made)).toMatchObject({ reversed: 0 });
    expect(await rowsOfVersion()).toHaveLength(4);
  });

  it('brings no row back alone where the others were deleted', async () => {
    const first = await remove([0]);
    held.meanwhile = () => call('POST', 'tsubos/deleteByIds', { ids: [ids[1], ids[2]] });
    const answer = await undo(first);
    expect(answer.reversed).toBe(0);
    expect(reasons(answer)).toEqual([[0, 'version_missing']]);
    expect(await rowsOfVersion()).toEqual([]);
  });

  it('does not matter where it is about another table', async () => {
    const made = await lastOperation();
    held.meanwhile = () => call('POST', 'tsubos', { scale_factor_code: `${code} khác`, scale_factor: 1 });
    expect(await undo(made)).toMatchObject({ reversed: 3, kept: [] });
  });
});

it('the undo of a version keeps all its rows where a standard names one', async () => {
  const made = await lastOperation();
  const standard = { customer_id: 1, work_category_id: 1, scale_code: code, tsubo_id: ids[1] };
  const { status, body } = await call('POST', 'standards', { ...standard, standard_design_point: 1, standard_check_point: 1 });
  expect(status).toBe(201);
  const answer = await undo(made);
  expect(answer.reversed).toBe(0);
  expect(reasons(answer)).toEqual([
    [0, 'table_rows'],
    [1, 'referenced'],
    [2, 'table_rows'],
  ]);
  expect(await rowsOfVersion()).toEqual([0, 1, 2]);
  expect((await call('DELETE', `standards/${body.data.id}`)).status).toBe(200);
  expect(await undo(made)).toMatchObject({ reversed: 3, kept: [] });
});

describe('the undo of an import of 400 versions, which is done at once', () => {
  const ROWS = 3;
  const codes = Array.from({ length: 400 }, (_, n) => `L${String(n).padStart(3, '0')}`);
  const countRows = async () => {
    const { rows } = await api.client.execute(
      `SELECT scale_factor_code AS code, SUM(valid_from = '2027-01') AS n FROM tsubos WHERE scale_factor_code LIKE 'L%' GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ code, n }) => [code, Number(n)] as const);
  };
  const importVersions = async (order: (rows: unknown[][]) => unknown[][]) => {
    const rows = codes.flatMap((each) => [1, 2, 3].map((n) => [each, n, n, '2027-01']));
    const done = await importRows(
      api,
      'tsubos',
      [['scale_factor_code', 'scale_equal_to', 'scale_factor', 'valid_from'], ...order(rows)] as never,
      {
        as: api.people.admin,
      },
    );
    expect(done).toMatchObject({ status: 'done', inserted: codes.length * ROWS, failed: 0 });
    api.sent.length = 0;
    return lastOperation();
  };

  beforeAll(async () => {
    for (const each of codes) await api.insert('tsubos', { scale_factor_code: each, scale_factor: 1, valid_from: '' });
  });

  it.each([
    { order: 'table by table', sort: (rows: unknown[][]) => rows },
    { order: 'row by row of all tables', sort: (rows: unknown[][]) => [...rows].sort((a, b) => Number(a[1]) - Number(b[1])) },
  ])(
    'takes away or keeps each whole, in a file $order',
    async ({ sort }) => {
      const made = await importVersions(sort);
      const edited = codes.filter((_, n) => n % 10 === 3 || (n > 60 && n < 70));
      for (const each of edited) {
        const [row] = (
          await api.client.execute({
            sql: 'SELECT min(id) AS id FROM tsubos WHERE scale_factor_code = ? AND valid_from <> ?',
            args: [each, ''],
          })
        ).rows;
        expect((await call('PUT', `tsubos/${row!.id}`, { scale_factor: 9 })).status).toBe(200);
      }
      const { operation_id, status } = await undo(made);
      expect(status).toBe('done');
      expect(await countRows()).toEqual(codes.map((each) => [each, edited.includes(each) ? ROWS : 0]));
      const kept = (await call('GET', `operations/${operation_id}/kept?limit=1000`)).body;
      expect(kept.total).toBe(edited.length * ROWS);
      await api.client.execute("DELETE FROM tsubos WHERE valid_from = '2027-01'");
    },
    60_000,
  );
});

describe('the undo of a deletion from a table', () => {
  it('brings a row back into the version that is there', async () => {
    expect(await undo(await remove([1]))).toMatchObject({ reversed: 1, kept: [] });
    expect(await rowsOfVersion()).toEqual([0, 1, 2]);
  });

  it('brings the whole version back', async () => {
    expect(await undo(await remove([0, 1, 2]))).toMatchObject({ reversed: 3, kept: [] });
    expect(await rowsOfVersion()).toEqual([0, 1, 2]);
  });

  it('brings no row back alone where the others were deleted after it, and each in turn', async () => {
    const [first, rest] = [await remove([0]), await remove([1, 2])];
    const answer = await undo(first);
    expect(answer.reversed).toBe(0);
    expect(reasons(answer)).toEqual([[0, 'version_missing']]);
    expect(await rowsOfVersion()).toEqual([]);
    expect(await undo(rest)).toMatchObject({ reversed: 2, kept: [] });
    expect(await undo(first)).toMatchObject({ reversed: 1, kept: [] });
    expect(await rowsOfVersion()).toEqual([0, 1, 2]);
  });

  it('brings none back into a version that somebody made since', async () => {
    const deleted = await remove([0, 1, 2]);
    const { body } = await call('POST', 'tsubos/versions', { valid_from: '2027-01', copy_of: code });
    expect(body.data).toHaveLength(3);
    const answer = await undo(deleted);
    expect(answer.reversed).toBe(0);
    expect(reasons(answer).map(([place]) => place)).toEqual([0, 1, 2]);
    const { rows } = await api.client.execute({
      sql: "SELECT id FROM tsubos WHERE scale_factor_code = ? AND valid_from = '2027-01'",
      args: [code],
    });
    expect(rows).toHaveLength(3);
  });
});

it('an import writes the rows of each table one after the other, however its file mixes them', async () => {
  const codes = [`${code}-b`, `${code}-a`];
  const rows = [1, 2, 3].flatMap((scale_factor) => codes.map((name) => [name, '2027-02', scale_factor, scale_factor]));
  const header = ['scale_factor_code', 'valid_from', 'scale_limit_from', 'scale_factor'];
  expect(await importRows(api, 'tsubos', [header, ...rows])).toMatchObject({ status: 'done', inserted: 6 });
  const written = await api.client.execute(`SELECT after ->> '$.scale_factor_code' AS name, max(id) - min(id) + 1 AS span,
      json_group_array(after ->> '$.scale_factor') AS factors
    FROM (SELECT * FROM history ORDER BY record_id) WHERE entity = 'tsubos' AND name IN ('${codes.join("', '")}') GROUP BY 1 ORDER BY 1`);
  expect(written.rows).toMatchObject([
    { name: codes[1], span: 3, factors: '[1.0,2.0,3.0]' },
    { name: codes[0], span: 3, factors: '[1.0,2.0,3.0]' },
  ]);
});
