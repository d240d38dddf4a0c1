import { sql } from 'drizzle-orm';
import type { HandedMonth } from '../../../contracts/calls/answers/month-lock.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, readFirst } from '../../../platform/db/typed-rows.ts';

/** SQL of the newest file of a month that payroll has, as JSON of a `HandedMonth`; NULL for none. */
export function handedJson(month: ReturnType<typeof sql>) {
  return sql`(SELECT json_object('at', p.created_at, 'by', u.name, 'sha256', p.sha256, 'seal_version', s.version)
    FROM payroll_exports p JOIN month_seals s ON s.id = p.seal_id LEFT JOIN users u ON u.id = p.created_by
    WHERE p.month = ${month} ORDER BY p.id DESC LIMIT 1)`;
}

/** The newest file of a locked month (YYYY-MM) that payroll has. */
export function selectHanded(month: string) {
  const locked = sql`SELECT ${handedJson(sql`l.month`)} AS handed FROM month_locks l
    WHERE l.month = ${month} AND l.status = 1 AND EXISTS (SELECT 1 FROM payroll_exports WHERE month = l.month)`;
  return query(query(locked, readFirst({ handed: asJson<HandedMonth>() })), (found) => found?.handed);
}
