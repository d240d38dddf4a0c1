import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

let api: TestApi;
const { call } = ruleCalls(() => api);
/** A code of its own for each test, whose undated table has three rows, and the ids of its version of January. */
let code: string;
let ids: number[];
let tables = 0;

beforeAll(async () => {
  api = await openOfficeWithoutRules();
});
afterAll(() => api.close());

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

  it('takes away none where one was changed since', async () => {
    const made = await lastOperation();
    await call('PUT', `tsubos/${ids[1]}`, { scale_factor: 9 });
    const answer = await undo(made);
    expect([answer.reversed, reasons(answer)]).toEqual([
      0,
      [
        [0, 'table_rows'],
        [1, 'changed_since'],
        [2, 'table_rows'],
      ],
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
    expect([answer.reversed, reasons(answer)]).toEqual([0, [[0, 'version_missing']]]);
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
    expect([answer.reversed, reasons(answer).map(([place]) => place)]).toEqual([0, [0, 1, 2]]);
    const { rows } = await api.client.execute({
      sql: "SELECT id FROM tsubos WHERE scale_factor_code = ? AND valid_from = '2027-01'",
      args: [code],
    });
    expect(rows).toHaveLength(3);
  });
});
