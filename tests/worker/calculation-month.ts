import type { Client, InValue } from '@libsql/client';
import { vi } from 'vitest';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';
import { type QueuedSite, TEST_JWT_SECRET } from '../support/stack.ts';

/** Somebody signed in on a stack; `staff` may calculate. */
export interface Staff {
  id: number;
  token: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Answer = any;

/** Puts a Writer with an open session into the database, and answers their calls. */
export async function signIn(stack: QueuedSite, role: 'Admin' | 'Writer' = 'Writer'): Promise<Staff> {
  const { client } = stack;
  const seconds = Math.floor(stack.now() / 1000);
  const session = crypto.randomUUID();
  const roleId = await insert(client, 'roles', { name: role, name_fold: `${role}-${session}` });
  const id = await insert(client, 'users', { username: session, username_fold: session, name: `Người ${role}`, role_ids: `[${roleId}]` });
  await insert(client, 'sessions', { id: session, user_id: id, created_at: seconds, seen_at: seconds, expires_at: seconds + 86_400 });
  const token = await signAccessToken(
    { sub: String(id), sid: session, roles: [role], dept: null, grp: null },
    [TEST_JWT_SECRET],
    stack.now(),
  );
  return {
    id,
    token,
    async call(method, path, body) {
      const response = await stack.fetch(`/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}

export async function insert(client: Client, table: string, row: Record<string, InValue>): Promise<number> {
  const names = Object.keys(row);
  const result = await client.execute({
    sql: `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    args: Object.values(row),
  });
  return Number(result.lastInsertRowid);
}

/**
 * Rules of one customer and one kind of work: 2 design and 0.5 check points, times 1.25 from 30 tsubo on, times the
 * difficulty, plus the difficulty points for the designer.
 */
export async function insertRules(client: Client): Promise<void> {
  await insert(client, 'customers', { id: 1, name: '山田工務店' });
  await insert(client, 'work_categories', { id: 1, work_name: '構造図' });
  await insert(client, 'work_categories', { id: 2, work_name: '伏図' });
  await insert(client, 'standards', {
    customer_id: 1,
    work_category_id: 1,
    standard_design_point: 2,
    standard_check_point: 0.5,
    scale_code: 'S1',
  });
  await insert(client, 'tsubos', { scale_factor_code: 'S1', scale_limit_to: 30, scale_factor: 1, complexity_factor: 1 });
  await insert(client, 'tsubos', { scale_factor_code: 'S1', scale_limit_from: 30, scale_factor: 1.25, complexity_factor: 1 });
  await insert(client, 'formula_base_points', {
    scale_code: 'S1',
    base_point1: 'standard_design_point * scale_factor',
    base_point2: 'standard_check_point * scale_factor',
  });
  await insert(client, 'formula_results', {
    scale_code: 'S1',
    result_design_formula: '=base_point1 * complex_factor + complex_point',
    result_check_formula: 'base_point2 * complex_factor',
  });
}

/** A direct of these rules, returned on the 15th of the month; 20 tsubo, difficulty 1, no difficulty points. */
export function insertDirect(client: Client, month: string, row: Record<string, InValue> = {}): Promise<number> {
  return insert(client, 'directs', {
    name: 'J',
    customer_id: 1,
    work_category_id: 1,
    henkyaku_hi: `${month}-15`,
    tsubosuu: 20,
    complex_factor: 1,
    complex_point: 0,
    ...row,
  });
}

/** Rows that one transaction of a test writes: a libSQL server short of processor time can spin for ever between two writers, one of them long. */
const ROWS_AT_ONCE = 1000;

/** Many plain directs of a month, spread over its days; their points are 2 and 0.5 before their difficulty. */
export async function insertDirects(client: Client, month: string, count: number): Promise<void> {
  for (let first = 1; first <= count; first += ROWS_AT_ONCE) {
    await client.execute({
      sql: `WITH RECURSIVE n(value) AS (SELECT ? UNION ALL SELECT value + 1 FROM n WHERE value < ?)
        INSERT INTO directs (name, customer_id, work_category_id, henkyaku_hi, tsubosuu, complex_factor, complex_point)
        SELECT 'J' || value, 1, 1, printf('%s-%02d', ?, 1 + value % 28), 20, 1 + (value % 10) / 10.0, 0 FROM n`,
      args: [first, Math.min(count, first + ROWS_AT_ONCE - 1), month],
    });
  }
}

/** Points of a direct as [design, check]. */
export async function pointsOf(client: Client, id: number): Promise<unknown[]> {
  const { rows } = await client.execute({ sql: 'SELECT result_design_point, result_check_point FROM directs WHERE id = ?', args: [id] });
  return [rows[0]!.result_design_point, rows[0]!.result_check_point];
}

/** Waits until the run has ended (or came to one of these statuses) and answers it. */
export async function ended(staff: Staff, id: number, statuses = ['preview', 'done', 'failed', 'cancelled']): Promise<Answer> {
  const look = async () => {
    const { status, body } = await staff.call('GET', `calculations/${id}`);
    if (status === 200 && statuses.includes(body.status)) return body;
    throw new Error(`The run ${id} is ${body.status ?? status}, not ${statuses.join(', ')}`);
  };
  return vi.waitFor(look, { timeout: MAX_WAIT_MS, interval: 30 });
}
