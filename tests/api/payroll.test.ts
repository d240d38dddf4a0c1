import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
let office: Awaited<ReturnType<typeof fillOffice>>;
beforeEach(async () => {
  api = await openApi();
  office = await fillOffice(api);
  await setCode(office.away, '007');
  await setCode(office.gone, '0010');
});
afterEach(() => api.close());

const { setLock, seals, documentOf } = sealCalls(() => api);
const OCTOBER = { year: 2026, month: 10 };
const admin = (method: string, path: string, body?: object) => api.call(method, path, { as: api.people.admin, body });
const make = () => admin('POST', 'payroll_exports', OCTOBER);
const list = async () => (await admin('GET', 'payroll_exports?year=2026&month=10')).body.data;
const setCode = (id: number, code: string | null) =>
  api.client.execute({ sql: 'UPDATE users SET employee_code = ? WHERE id = ?', args: [code, id] });
const setPoints = (id: number, points: number) =>
  api.client.execute({ sql: 'UPDATE directs SET result_design_point = ?, version = version + 1 WHERE id = ?', args: [points, id] });

const COLUMNS = [
  { kind: 'employee_code', heading: 'Mã NV' },
  { kind: 'name', heading: 'Họ tên' },
  { kind: 'total_point_1', heading: 'Điểm 1' },
  { kind: 'total_point_2', heading: 'Điểm 2' },
  { kind: 'department', heading: 'Phòng' },
  { kind: 'month', heading: 'Kỳ' },
  { kind: 'constant', heading: 'Loại', value: 'LUONG' },
];
const saveMap = (map: object = {}) => admin('PUT', 'payroll_map', { columns: COLUMNS, decimal_sign: 'comma', format: 'csv', ...map });

const fileOf = async (id: number) => {
  const { status, body, headers } = await admin('GET', `payroll_exports/${id}/file`);
  expect(status).toBe(200);
  return { bytes: body as unknown as Uint8Array, headers };
};
const textOf = async (id: number) => new TextDecoder('utf-8', { ignoreBOM: true }).decode((await fileOf(id)).bytes);
const cellsOf = (text: string, separator = ';') =>
  text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(separator));

/** A number as it is written, in thousandths: nothing is lost on the way. */
function thousandths(text: string): bigint {
  const [, sign, whole = '', places = ''] = /^(-?)(\d*)[.,]?(\d*)$/.exec(text)!;
  return BigInt(`${sign}${whole}${places.padEnd(3, '0')}`);
}

describe('the layout of the file', () => {
  it('is proposed until somebody chooses, and kept from then on', async () => {
    expect((await admin('GET', 'payroll_map')).body).toMatchObject({ format: 'xlsx', decimal_sign: 'comma', version: 0 });
    const saved = await saveMap({ version: 0 });
    expect(saved.body).toMatchObject({ columns: COLUMNS, format: 'csv', version: 1, updated_by: 'Người admin' });
    expect((await admin('GET', 'payroll_map')).body).toEqual(saved.body);
    expect((await saveMap({ version: 0 })).status).toBe(409);
    expect((await saveMap({ decimal_sign: 'dot', version: 1 })).body).toMatchObject({ decimal_sign: 'dot', version: 2 });
  });

  it('names people and points', async () => {
    const without = (kind: string) => COLUMNS.filter((column) => column.kind !== kind);
    for (const columns of [
      without('employee_code'),
      COLUMNS.slice(0, 2),
      [...COLUMNS, COLUMNS[0]],
      [{ kind: 'password', heading: 'x' }],
      [{ kind: 'name', heading: ' ' }],
      'x',
    ]) {
      const { status, body } = await saveMap({ columns });
      expect(status, JSON.stringify(columns)).toBe(422);
      expect(Object.keys(body.messages), JSON.stringify(columns)).toEqual([expect.stringMatching(/^columns/)]);
    }
    expect((await saveMap({ columns: without('total_point_1') })).status).toBe(200);
  });
});

describe('a month for payroll', () => {
  it('is handed over locked, for an Admin only', async () => {
    const refused = await make();
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('2026/10');
    await setLock(1);
    for (const who of ['writer', 'checked', 'viewer', 'none'] as const) {
      const as = api.people[who];
      const calls = [
        api.call('POST', 'payroll_exports', { as, body: OCTOBER }),
        api.call('GET', 'payroll_map', { as }),
        api.call('PUT', 'payroll_map', { as, body: { columns: COLUMNS } }),
        api.call('GET', 'payroll_exports', { as }),
        api.call('GET', 'payroll_exports/preview?year=2026&month=10', { as }),
        api.call('GET', 'payroll_exports/1/file', { as }),
      ];
      expect(
        (await Promise.all(calls)).map(({ status }) => status),
        who,
      ).toEqual([403, 403, 403, 403, 403, 403]);
    }
    expect(await list()).toEqual([]);
  });

  it('is a file that reads back as the seal, codes with their zeros, and whose bytes have the hash that was said', async () => {
    await saveMap();
    await setLock(1);
    const made = await make();
    expect(made.status).toBe(201);
    const [seal] = await seals();
    const { totals } = await documentOf(seal.id);
    expect(made.body).toMatchObject({ kind: 'full', seal_version: 1, rows: totals.length, missing: [], changes: [] });
    const { bytes, headers } = await fileOf(made.body.id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.body.sha256);
    expect(headers.get('content-disposition')).toContain('payroll-2026-10-');
    const [head, ...rows] = cellsOf(await textOf(made.body.id));
    expect(head).toEqual(COLUMNS.map(({ heading }) => heading));
    const expected = totals
      .map((row) => [row.employee_code, row.name, row.total_point_1, row.total_point_2, row.department?.name ?? ''])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect(rows).toEqual(expected.map((row) => [...row.map((cell) => String(cell).replace('.', ',')), '2026-10', 'LUONG']));
    expect(rows.map(([code]) => code)).toEqual(expect.arrayContaining(['007', '0010']));
    expect(await list()).toMatchObject([
      { id: made.body.id, sha256: made.body.sha256, kind: 'full', format: 'csv', seal_version: 1, created_by: { name: 'Người admin' } },
    ]);
    const again = await make();
    expect(again).toMatchObject({ status: 200, body: { id: made.body.id, sha256: made.body.sha256 } });
    expect((await api.client.execute("SELECT action FROM history WHERE entity = 'payroll_exports'")).rows).toHaveLength(1);
  });

  it('is a workbook with codes as texts and points as numbers', async () => {
    await saveMap({ format: 'xlsx' });
    await setLock(1);
    const { body } = await make();
    const [, ...rows] = await readWorkbook((await fileOf(body.id)).bytes);
    const [seal] = await seals();
    const { totals } = await documentOf(seal.id);
    for (const { employee_code, total_point_1, total_point_2 } of totals)
      expect(rows.find(([code]) => code === employee_code)?.slice(2, 4), String(employee_code)).toEqual([total_point_1, total_point_2]);
  });

  it('writes no cell that a spreadsheet runs', async () => {
    await api.client.execute({ sql: 'UPDATE users SET name = ? WHERE id = ?', args: ['=HYPERLINK("x")', office.away] });
    await saveMap({ columns: [...COLUMNS, { kind: 'constant', heading: '@SUM(A1)', value: 'a;=1+1' }] });
    await setLock(1);
    const text = await textOf((await make()).body.id);
    expect(text).toContain(`007;"'=HYPERLINK(""x"")";`);
    expect(text).toContain(";'@SUM(A1)\r\n");
    expect(text).toContain(`"a;'=1+1"`);
  });

  it('waits for everybody who has figures to have a code, and names who has none', async () => {
    await setCode(office.away, null);
    await setCode(office.gone, ' ');
    await setLock(1);
    const preview = await admin('GET', 'payroll_exports/preview?year=2026&month=10');
    const { status, body } = await make();
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: null, sha256: null, seal_version: 1, rows: 0 });
    expect(body.missing).toEqual([
      { user_id: office.away, name: 'Đào Văn Xa' },
      { user_id: office.gone, name: 'Lý Thị Nghỉ' },
    ]);
    expect(preview.body.missing).toEqual(body.missing);
    expect(await list()).toEqual([]);
  });

  it('is handed over once when it is asked for twice at once', async () => {
    await setLock(1);
    const answers = await Promise.all([make(), make(), make()]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  it('shows its first rows before', async () => {
    await saveMap();
    await setLock(1);
    const { body } = await admin('GET', 'payroll_exports/preview?year=2026&month=10');
    expect(body).toMatchObject({
      kind: 'full',
      seal_version: 1,
      missing: [],
      handed: null,
      headings: COLUMNS.map(({ heading }) => heading),
    });
    const made = (await make()).body;
    const [, ...rows] = cellsOf(await textOf(made.id));
    expect(body.sample).toEqual(rows.slice(0, 10));
    expect(body.rows).toBe(made.rows);
    expect((await admin('GET', 'payroll_exports/preview?year=2026&month=10')).body).toMatchObject({ rows: 0, handed: made.id });
  });
});

describe('a month that payroll has', () => {
  it('says so when it is unlocked, and asks for a reason', async () => {
    await setLock(1);
    await make();
    const locked = await api.call('GET', 'locked_months', { as: api.people.writer });
    const [made] = await list();
    expect(locked.body.data[0].handed).toEqual({ at: made.created_at, by: 'Người admin', sha256: made.sha256, seal_version: 1 });
    const unlock = (reason?: string) => admin('POST', 'lock_and_unlock', { ...OCTOBER, status: 0, ...(reason && { reason }) });
    const refused = await unlock();
    expect(refused).toMatchObject({ status: 422, body: { messages: { reason: expect.stringContaining('đã giao cho bảng lương') } } });
    const done = await unlock('sửa điểm');
    expect(done).toMatchObject({ status: 200, body: { status: 0, warnings: [expect.stringContaining('2026/10')] } });
    expect((await unlock('lần nữa')).body.warnings).toBeUndefined();
  });

  it('gets only what a new seal moved, with the names', async () => {
    await saveMap({ decimal_sign: 'dot' });
    await setLock(1);
    const first = (await make()).body;
    await setLock(0);
    await setPoints(office.direct, 100.125);
    await setLock(1);
    const second = await make();
    expect(second).toMatchObject({
      status: 201,
      body: { kind: 'difference', seal_version: 2, rows: 1, changes: [{ user_id: api.people.writer.id }] },
    });
    const rows = cellsOf(await textOf(second.body.id), ',');
    expect(rows).toHaveLength(2);
    expect(rows[1]!.slice(0, 3)).toEqual(['E-writer', 'Người writer', String(second.body.changes[0].total_point_1)]);
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([second.body.id, first.id]);
    await setLock(0);
    await setLock(1);
    expect((await make()).body).toMatchObject({ kind: 'difference', seal_version: 3, rows: 0, changes: [] });
  });
});

describe('all files of a month', () => {
  it('add up to its newest seal for each code, whatever happens between them', async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('points' as const), job: fc.nat(5), n: fc.integer({ min: -999_999, max: 9_999_999 }) }),
      fc.record({ act: fc.constant('code' as const), job: fc.nat(5), n: fc.nat(3) }),
      fc.record({ act: fc.constant('map' as const), job: fc.nat(2), n: fc.nat(3) }),
      fc.record({ act: fc.constant('factor' as const), job: fc.nat(5), n: fc.nat(40) }),
    );
    const round = fc.record({ steps: fc.array(step, { maxLength: 4 }), hands: fc.boolean() });
    const { admin: a, writer, checked, viewer } = api.people;
    const people = [a.id, writer.id, checked.id, viewer.id, office.away, office.gone];
    const jobs = (await api.client.execute("SELECT id FROM directs WHERE henkyaku_hi LIKE '2026-10-%' ORDER BY id")).rows;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
        await setLock(0);
        await forgetFiles();
        await saveMap();
        for (const [at, { steps, hands }] of rounds.entries()) {
          await setLock(0);
          for (const { act, job, n } of steps) {
            if (act === 'points') await setPoints(Number(jobs[job]!.id), n / 1000);
            if (act === 'code') await setCode(people[job]!, `0${job}-${n}`);
            if (act === 'factor') await api.client.execute({ sql: 'UPDATE pro_point SET point = ?', args: [n / 16] });
            if (act === 'map') {
              const left = COLUMNS.filter(({ kind }) => job === 2 || kind !== `total_point_${job + 1}`);
              await saveMap({ columns: left, decimal_sign: n % 2 ? 'dot' : 'comma', format: n > 1 ? 'xlsx' : 'csv' });
            }
          }
          if (at === rounds.length - 1) await saveMap();
          await setLock(1);
          if (hands || at === rounds.length - 1) expect((await make()).body.sha256).toMatch(/^[0-9a-f]{64}$/);
        }
        const handed = await addUp();
        const [seal] = await seals();
        const { totals } = await documentOf(seal.id);
        const sealed = new Map(
          totals.map((row) => [row.employee_code!, [thousandths(String(row.total_point_1)), thousandths(String(row.total_point_2))]]),
        );
        for (const [code, sums] of handed) expect(sums, code).toEqual(sealed.get(code) ?? [0n, 0n]);
        expect([...sealed.keys()].filter((code) => !handed.has(code))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  const forgetFiles = async () => {
    const { rows } = await api.client.execute("SELECT sql FROM sqlite_master WHERE name = 'payroll_exports_append_only_delete'");
    await api.client.batch(
      ['DROP TRIGGER payroll_exports_append_only_delete', 'DELETE FROM payroll_exports', String(rows[0]!.sql)],
      'write',
    );
  };

  /** What a program that reads every file has for each code. */
  async function addUp(): Promise<Map<string, bigint[]>> {
    const sums = new Map<string, bigint[]>();
    for (const { id, format } of await list()) {
      const rows = format === 'xlsx' ? await readWorkbook((await fileOf(id)).bytes) : await readCsv(id);
      const [head, ...lines] = rows as string[][];
      const places = ['Điểm 1', 'Điểm 2'].map((heading) => head!.indexOf(heading));
      for (const line of lines) {
        const sum = sums.get(line[0]!) ?? [0n, 0n];
        sums.set(
          line[0]!,
          sum.map((so, index) => so + (places[index]! < 0 ? 0n : thousandths(String(line[places[index]!] ?? '')))),
        );
      }
    }
    return sums;
  }

  const readCsv = async (id: number) => {
    const text = await textOf(id);
    return cellsOf(text, text.slice(0, text.indexOf('\r\n')).includes(';') ? ';' : ',');
  };
});
