import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInProcess } from '../support/in-process.ts';
import type { QueuedSite } from '../support/stack.ts';
import { ended, insert, insertDirect, insertRules, pointsOf, type Staff, signIn } from './calculation-month.ts';

let stack: QueuedSite;
let staff: Staff;

beforeAll(async () => {
  stack = await startInProcess({ prepare: insertRules });
  staff = await signIn(stack);
});
afterAll(() => stack?.close());

const rowOf = async (id: number) => (await stack.client.execute({ sql: 'SELECT * FROM directs WHERE id = ?', args: [id] })).rows[0]!;

async function calculated(body: Record<string, unknown>) {
  const { body: run } = await staff.call('POST', 'calculations', body);
  return ended(staff, run.id);
}

describe('a month calculated from the button', () => {
  const ids: Record<string, number> = {};
  let run: Record<string, unknown>;

  beforeAll(async () => {
    const { client } = stack;
    ids.plain = await insertDirect(client, '2026-01', { tsubosuu: 20, complex_factor: 1.2, complex_point: 0.3 });
    ids.large = await insertDirect(client, '2026-01', {
      tsubosuu: 30,
      complex_factor: 1,
      complex_point: 0.0005,
      henkyaku_hi: '2026-01-31',
    });
    ids.unknown = await insertDirect(client, '2026-01', { work_category_id: 2, result_design_point: 9.9, external_id: 'job-7' });
    ids.empty = await insertDirect(client, '2026-01', { complex_factor: null });
    ids.checked = await insertDirect(client, '2026-01', { is_checked: 1, result_design_point: 7 });
    ids.adjusted = await insertDirect(client, '2026-01', { is_updated: 1, result_design_point: 8, result_check_point: 1.5 });
    ids.later = await insertDirect(client, '2026-02', { result_design_point: 5, henkyaku_hi: '2026-02-01' });
    const answer = await staff.call('POST', 'calculate-new', { year: 2026, month: '1' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      year: 2026,
      month: 1,
      preview: 0,
      include_adjusted: 0,
      source: 'button',
      user: { name: 'Người Writer' },
    });
    run = await ended(staff, answer.body.id);
  });

  test('gives each direct the points that its rules make by hand', async () => {
    // 2 × 1 × 1.2 + 0.3 = 2.7 and 0.5 × 1 × 1.2 = 0.6
    expect(await pointsOf(stack.client, ids.plain!)).toEqual([2.7, 0.6]);
    // 2 × 1.25 × 1 + 0.0005 = 2.5005, rounded away from zero; 0.5 × 1.25 = 0.625
    expect(await pointsOf(stack.client, ids.large!)).toEqual([2.501, 0.625]);
    expect(await rowOf(ids.large!)).toMatchObject({
      scale_factor_code: 'S1',
      scale_factor: 1.25,
      standard_design_point: 2,
      standard_check_point: 0.5,
      calculation_id: run.id,
      version: 2,
    });
  });

  test('counts what it did and whom it skipped, together the whole month', async () => {
    expect(run).toMatchObject({ status: 'done', total: 4, done: 4, changed: 2, failed: 2, message: null });
    expect(run).toMatchObject({ kept_points: 1, edited_meanwhile: 0, skipped_checked: 1, skipped_without_points: 0, skipped_adjusted: 1 });
    const ofMonth = await stack.client.execute("SELECT COUNT(*) AS n FROM directs WHERE henkyaku_hi LIKE '2026-01-%'");
    expect(Number(run.total) + Number(run.skipped_checked) + Number(run.skipped_adjusted)).toBe(ofMonth.rows[0]!.n);
    expect(run.finished_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test('leaves checked and adjusted directs, other months, and directs without a result as they were', async () => {
    expect(await pointsOf(stack.client, ids.checked!)).toEqual([7, null]);
    expect(await pointsOf(stack.client, ids.adjusted!)).toEqual([8, 1.5]);
    expect(await pointsOf(stack.client, ids.later!)).toEqual([5, null]);
    expect(await rowOf(ids.unknown!)).toMatchObject({ result_design_point: 9.9, version: 1, calculation_id: null });
  });

  test('lists each direct without a result with the reason', async () => {
    const { body } = await staff.call('GET', `calculations/${run.id}/issues`);
    expect(body).toMatchObject({ total: 2, from: 1, to: 2, per_page: 10, current_page: 1, by_code: { no_standard: 1, empty_variable: 1 } });
    expect(body.data[0]).toMatchObject({ direct_id: ids.unknown, external_id: 'job-7', code: 'no_standard', kept_design_point: 9.9 });
    expect(body.data[0].message).toContain('định mức');
    expect(body.data[1]).toMatchObject({ direct_id: ids.empty, code: 'empty_variable', kept_design_point: null });
    expect(body.data[1].message).toContain('complex_factor');
    const { body: narrowed } = await staff.call('GET', `calculations/${run.id}/issues?code=empty_variable`);
    expect(narrowed).toMatchObject({ total: 1, data: [{ direct_id: ids.empty }] });
  });

  test('groups them by cause, and each cause asks for exactly its directs', async () => {
    const { data } = (await staff.call('GET', `calculations/${run.id}/causes`)).body;
    expect(data).toMatchObject([
      { count: 1, issue: { code: 'no_standard' }, message: expect.stringContaining('định mức') },
      { count: 1, issue: { code: 'empty_variable', variable: 'complex_factor' }, customer_name: null, work_name: null },
    ]);
    const [{ issue, customer_name, work_name, cause }] = data;
    const nameOf = async (table: string, column: string, id: number | null) =>
      (await stack.client.execute({ sql: `SELECT ${column} AS name FROM ${table} WHERE id = ?`, args: [id] })).rows[0]?.name ?? null;
    expect(customer_name).toBe(await nameOf('customers', 'name', issue.customer_id));
    expect(work_name).toBe(await nameOf('work_categories', 'work_name', issue.work_category_id));
    const { body } = await staff.call('GET', `calculations/${run.id}/issues?cause=${encodeURIComponent(cause)}`);
    expect(body).toMatchObject({ total: 1, data: [{ direct_id: ids.unknown, customer_name }] });
  });

  test('leaves a history row of only the changed cells for each direct it wrote', async () => {
    const { rows } = await stack.client.execute({
      sql: "SELECT * FROM history WHERE entity = 'directs' AND source = 'calculation' ORDER BY record_id",
      args: [],
    });
    expect(rows.map(({ record_id }) => record_id)).toEqual([ids.plain, ids.large]);
    const row = rows[1]!;
    expect(row).toMatchObject({ action: 'update', request_id: `calculation-${run.id}` });
    expect(row.user_id).toBeGreaterThan(0);
    expect(JSON.parse(String(row.before))).toEqual({
      scale_factor_code: null,
      scale_factor: null,
      standard_design_point: null,
      standard_check_point: null,
      result_design_point: null,
      result_check_point: null,
    });
    expect(JSON.parse(String(row.after))).toMatchObject({ scale_factor: 1.25, result_design_point: 2.501 });
  });

  test('changes nothing the second time', async () => {
    const before = await stack.client.execute('SELECT * FROM directs ORDER BY id');
    const histories = (await stack.client.execute('SELECT COUNT(*) AS n FROM history')).rows[0]!.n;
    const again = await calculated({ year: 2026, month: 1 });
    expect(again).toMatchObject({ status: 'done', total: 4, changed: 0, failed: 2, rules_hash: run.rules_hash });
    expect((await stack.client.execute('SELECT * FROM directs ORDER BY id')).rows).toEqual(before.rows);
    expect((await stack.client.execute('SELECT COUNT(*) AS n FROM history')).rows[0]!.n).toBe(histories);
  });

  test('keeps the rules it used under their hash', async () => {
    const files = await stack.files();
    const kept = await files.get(`calculations/rules/${run.rules_hash}.json`);
    const rules = (await kept!.json()) as { standards: unknown[]; tsubos: unknown[] };
    expect(rules.standards).toHaveLength(1);
    expect(rules.tsubos).toHaveLength(2);
  });

  test('lists the runs of a month, newest first', async () => {
    const { body } = await staff.call('GET', 'calculations?year=2026&month=1');
    expect(body.total).toBe(2);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([Number(run.id) + 1, run.id]);
    expect((await staff.call('GET', 'calculations?year=2025&month=1')).body).toMatchObject({ total: 0, from: null, to: null });
  });
});

describe('adjusted directs', () => {
  test('are counted first, and lose their points only when the run says so', async () => {
    const id = await insertDirect(stack.client, '2026-03', { is_updated: 1, result_design_point: 2, result_check_point: 0.75 });
    const plain = await insertDirect(stack.client, '2026-03');
    const { body: count } = await staff.call('GET', 'calculations/adjusted?year=2026&month=3');
    expect(count).toEqual({ count: 1, design_points: 2, check_points: 0.75 });
    await calculated({ year: 2026, month: 3 });
    expect(await pointsOf(stack.client, id)).toEqual([2, 0.75]);
    const run = await calculated({ year: 2026, month: 3, include_adjusted: true });
    expect(run).toMatchObject({ include_adjusted: 1, changed: 1 });
    expect(await rowOf(id)).toMatchObject({ result_design_point: 2, result_check_point: 0.5, is_updated: 0 });
    expect(await rowOf(plain)).toMatchObject({ version: 2 });
    const { rows } = await stack.client.execute({
      sql: 'SELECT before, after FROM history WHERE record_id = ? AND source = ?',
      args: [id, 'calculation'],
    });
    expect(JSON.parse(String(rows[0]!.before))).toMatchObject({ result_check_point: 0.75, is_updated: 1 });
    expect(JSON.parse(String(rows[0]!.after))).not.toHaveProperty('result_design_point');
  });

  test('leave a history row of their check mark and their points, some or all of them', async () => {
    const others = { scale_factor_code: null, scale_factor: null, standard_design_point: null, standard_check_point: null };
    const some = await insertDirect(stack.client, '2026-10', { is_updated: 1, result_design_point: 2, result_check_point: 0.75 });
    const all = await insertDirect(stack.client, '2026-10', { is_updated: 1, result_design_point: 9, result_check_point: 0.75 });
    await calculated({ year: 2026, month: 10, include_adjusted: true });
    const { rows } = await stack.client.execute({
      sql: "SELECT before, after FROM history WHERE record_id IN (?, ?) AND source = 'calculation' ORDER BY record_id",
      args: [some, all],
    });
    expect(rows.map(({ before }) => JSON.parse(String(before)))).toEqual([
      { ...others, result_check_point: 0.75, is_updated: 1 },
      { ...others, result_design_point: 9, result_check_point: 0.75, is_updated: 1 },
    ]);
    for (const { before, after } of rows) {
      expect(Object.keys(JSON.parse(String(after)))).toEqual(Object.keys(JSON.parse(String(before))));
      expect(JSON.parse(String(after))).toMatchObject({ result_check_point: 0.5, is_updated: 0 });
    }
  });
});

describe('a preview', () => {
  test('shows old and new points, publishes nothing by itself, and publishes what was edited since at its newest', async () => {
    const { client } = stack;
    const first = await insertDirect(client, '2026-04', { result_design_point: 1, result_check_point: 0.5 });
    const second = await insertDirect(client, '2026-04');
    const preview = await calculated({ year: 2026, month: 4, preview: true });
    expect(preview).toMatchObject({ status: 'preview', preview: 1, changed: 2 });
    expect(await pointsOf(client, first)).toEqual([1, 0.5]);
    const { body: changes } = await staff.call('GET', `calculations/${preview.id}/changes`);
    expect(changes).toMatchObject({
      total: 2,
      sum: { old_design_point: 1, old_check_point: 0.5, new_design_point: 4, new_check_point: 1 },
    });
    // 0 → 2.5 points before 1.5 → 2.5: the largest difference first.
    expect(changes.data.map((row: { direct_id: number }) => row.direct_id)).toEqual([second, first]);
    expect(changes.data[1]).toMatchObject({ direct_id: first, old_design_point: 1, new_design_point: 2, new_check_point: 0.5 });

    await client.execute({ sql: 'UPDATE directs SET complex_factor = 3, version = version + 1 WHERE id = ?', args: [second] });
    const added = await insertDirect(client, '2026-04');
    expect((await staff.call('POST', `calculations/${preview.id}/publish`)).status).toBe(200);
    expect(await ended(staff, preview.id, ['done'])).toMatchObject({ preview: 1, total: 3, changed: 3, failed: 0 });
    expect(await pointsOf(client, first)).toEqual([2, 0.5]);
    expect(await pointsOf(client, second)).toEqual([6, 1.5]);
    expect(await pointsOf(client, added)).toEqual([2, 0.5]);
  });

  test('is not published twice, and not while another run of its month is at work', async () => {
    await insertDirect(stack.client, '2026-05');
    const preview = await calculated({ year: 2026, month: 5, preview: true });
    const other = await insert(stack.client, 'calculation_runs', {
      year: 2026,
      month: 5,
      status: 'computing',
      source: 'button',
      created_at: '2999-01-01 00:00:00',
      progress_at: '2999-01-01 00:00:00',
    });
    const refused = await staff.call('POST', `calculations/${preview.id}/publish`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.message).toContain(String(other));
    await staff.call('POST', `calculations/${other}/cancel`);
    expect((await staff.call('POST', `calculations/${preview.id}/publish`)).status).toBe(200);
    await ended(staff, preview.id, ['done']);
    expect((await staff.call('POST', `calculations/${preview.id}/publish`)).status).toBe(409);
  });

  test('can be cancelled, and a finished run cannot', async () => {
    const preview = await calculated({ year: 2026, month: 5, preview: true });
    expect((await staff.call('POST', `calculations/${preview.id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    expect((await staff.call('POST', `calculations/${preview.id}/publish`)).status).toBe(409);
    const done = await calculated({ year: 2026, month: 5 });
    expect(await staff.call('POST', `calculations/${done.id}/cancel`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

test('a list that somebody holds is read again once its month was calculated, and answered by its tag until then', async () => {
  await insertDirect(stack.client, '2026-06');
  const list = (tag?: string) =>
    stack.fetch('/api/v1/directs?exc_start_time=2026-06-01&exc_end_time=2026-06-30', {
      headers: { authorization: `Bearer ${staff.token}`, ...(tag && { 'if-none-match': tag }) },
    });
  const first = await list();
  const tag = first.headers.get('etag')!;
  await first.body?.cancel();
  expect((await list(tag)).status).toBe(304);
  await calculated({ year: 2026, month: 6 });
  const after = await list(tag);
  expect(after.status).toBe(200);
  expect(await after.json()).toMatchObject({ data: [{ result_design_point: 2, result_check_point: 0.5 }] });
});
