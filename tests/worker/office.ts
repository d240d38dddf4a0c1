import type { Client } from '@libsql/client';
import type { Stack } from '../support/stack.ts';
import { insert, type Staff } from './calculation-month.ts';

/** One department with its people, customers and lists: enough that every kind of record can be written. Ids are all 1, of people 1 and 2. */
export async function seedOffice(client: Client): Promise<void> {
  await insert(client, 'departments', { name: 'Thiết kế', code: 'TK', code_fold: 'tk' });
  await insert(client, 'department_groups', { dept_id: 1, group_name: 'Nhóm 1' });
  for (const n of [1, 2]) {
    const username = `nguoi-${n}`;
    await insert(client, 'users', { username, username_fold: username, name: `Người ${n}`, department_id: 1, dept_grp_id: 1 });
  }
  await insert(client, 'customers', { name: '山田工務店' });
  await insert(client, 'work_categories', { work_name: '構造図', department_id: 1 });
  await insert(client, 'pro_point', { point: 1.2, desc: 'Giỏi' });
  await insert(client, 'indirect_note', { content: 'Họp' });
}

/** The body of a new record dated that day; the note tells one from another. */
export const BODIES = {
  directs: (day: string, note: string) => ({
    name: note,
    bukkenmei: `邸 ${note}`,
    user_id: 1,
    chekkusha_id: 2,
    customer_id: 1,
    work_category_id: 1,
    dept_id: 1,
    dept_grp_id: 1,
    henkyaku_hi: day,
    tsubosuu: 30,
    complex_factor: 1,
    complex_point: 0,
    sagyou_jikan: 60,
    chekkku_jikan: 10,
    bikou: note,
  }),
  pro: (day: string, note: string) => ({ user_id: 1, pro_point_id: 1, rate_at: day, note }),
  indirects: (day: string, note: string) => ({ user_id: 1, indirect_note_id: 1, rate_at: day, point: 1, indirect_point_type: 'C', note }),
  mistakes: (day: string, note: string) => ({ user_id: 1, rate_at: day, mistake: note, point: 1, detect_by: 'T' }),
};

export type Kind = keyof typeof BODIES;
export const KINDS = Object.keys(BODIES) as Kind[];

/** The column of each kind that its note is in. */
export const NOTE_COLUMN = { directs: 'bikou', pro: 'note', indirects: 'note', mistakes: 'mistake' } as const;

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
  retryAfter: string | null;
}

/** Calls the API; a connection that breaks is a failed test, since only the database behind it may break. */
export async function call(stack: Stack, staff: Staff, method: string, path: string, body?: unknown, headers = {}): Promise<Reply> {
  const answer = await stack.fetch(`/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${staff.token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') };
}

/** Records whose history does not add up: not one row of it for their making and for each change, or none for their end. */
export async function findInconsistentHistory(client: Client): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const kind of KINDS) {
    const { rows } = await client.execute(`
      SELECT '${kind}' AS kind, ids.id, t.version, COUNT(h.id) AS steps, SUM(h.action = 'delete') AS ends
      FROM (SELECT id FROM ${kind} UNION SELECT record_id FROM history WHERE entity = '${kind}') ids
      LEFT JOIN ${kind} t ON t.id = ids.id LEFT JOIN history h ON h.entity = '${kind}' AND h.record_id = ids.id
      GROUP BY ids.id HAVING (t.id IS NULL AND ends IS NOT 1) OR (t.id IS NOT NULL AND (ends <> 0 OR steps <> t.version))
        OR SUM(h.user_id IS NULL OR h.source <> 'screen') <> 0`);
    found.push(...rows.map((row) => ({ ...row })));
  }
  const { rows } = await client.execute(`SELECT 'search' AS kind, id FROM (SELECT id FROM directs EXCEPT SELECT rowid FROM directs_search)
    UNION ALL SELECT 'search', rowid FROM (SELECT rowid FROM directs_search EXCEPT SELECT id FROM directs)
    UNION ALL SELECT 'context', id FROM write_context`);
  return [...found, ...rows.map((row) => ({ ...row }))];
}
