import { sql } from 'drizzle-orm';
import type { MonthSeal, SealDocument, SealedTotal } from '../../contracts/calls/month-seals.ts';
import { integer } from '../../contracts/fields.ts';
import { MONTH, monthKey, YEAR } from '../../contracts/months.ts';
import { EVERYONE, STAFF } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { invalidField, parseParams } from '../../crud/parse-call.ts';
import { parseId } from '../../crud/read.ts';
import { visibleDepartment } from '../../department-scope.ts';
import { AppError } from '../../errors.ts';
import { SEAL_LABEL } from '../totals/totals.ts';

const listFields = { year: integer(YEAR, { min: 2000, max: 2100 }), month: integer(MONTH, { min: 1, max: 12 }) };

/** `GET /month_seals?year=&month=`: the seals of a month, a year or all, the newest first. */
export async function listSeals(caller: Caller, params: URLSearchParams): Promise<MonthSeal[]> {
  const { year, month } = await authorizeThenValidate(caller, EVERYONE, () => {
    const values = parseParams(listFields, params, caller.lang);
    if (values.month && !values.year) throw invalidField(listFields, 'year', 'required', caller.lang);
    return values;
  });
  const months = year && month ? monthKey(year, month) : year ? `${year}-__` : '%';
  const { results } = await caller.read(EVERYONE, () => [
    sql`SELECT s.id, s.month, s.version, s.sealed_at, s.sealed_by, b.name AS sealed_by_name, s.late, s.sha256, e.at AS unlocked_at,
        e.user_id AS unlocked_by, ub.name AS unlocked_by_name, e.reason, c.seal_id IS NOT NULL AS copied
      FROM month_seals s LEFT JOIN users b ON b.id = s.sealed_by LEFT JOIN month_lock_events e ON e.seal_id = s.id AND e.status = 0
        LEFT JOIN users ub ON ub.id = e.user_id LEFT JOIN month_seal_copies c ON c.seal_id = s.id
      WHERE s.month LIKE ${months} ORDER BY s.id DESC LIMIT 1000`,
  ]);
  const named = (id: unknown, name: unknown) => (id === null ? null : { id: Number(id), name: String(name ?? '') });
  return results[0]!.rows.map((row) => {
    const [sealedYear, sealedMonth] = String(row.month).split('-').map(Number) as [number, number];
    return {
      id: Number(row.id),
      year: sealedYear,
      month: sealedMonth,
      version: Number(row.version),
      sealed_at: String(row.sealed_at),
      sealed_by: named(row.sealed_by, row.sealed_by_name),
      late: row.late === 1 ? 1 : 0,
      sha256: String(row.sha256),
      unlocked_at: row.unlocked_at as string | null,
      unlocked_by: named(row.unlocked_by, row.unlocked_by_name),
      reason: row.reason as string | null,
      copied: row.copied === 1 ? 1 : 0,
    };
  });
}

/**
 * `GET /month_seals/{id}`: the stored document as it is, byte for byte; for others than an Admin only the rows of their department,
 * which by themselves have no hash.
 */
export async function readSealDocument(caller: Caller, idText: string): Promise<string> {
  const id = await authorizeThenValidate(caller, STAFF, () => parseId(idText, caller.lang));
  const { actor, results } = await caller.read(STAFF, () => [sql`SELECT document FROM month_seals WHERE id = ${id}`]);
  const text = results[0]!.rows[0]?.document;
  if (text === undefined) throw new AppError('not_found', { what: SEAL_LABEL[caller.lang] });
  const department = visibleDepartment(actor, 'figures');
  if (department === null) return String(text);
  const document = JSON.parse(String(text)) as SealDocument;
  const own = <Row extends Pick<SealedTotal, 'department'>>(rows: Row[]) => rows.filter((row) => row.department?.id === department);
  return JSON.stringify({
    ...document,
    totals: own(document.totals),
    user_charts: own(document.user_charts),
    department_charts: own(document.department_charts),
  });
}
