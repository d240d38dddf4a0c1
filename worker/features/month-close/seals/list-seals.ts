import { sql } from 'drizzle-orm';
import type { MonthSeal, SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import type { monthSealCalls } from '../../../contracts/calls/declared/month-seals.ts';
import { monthFilter } from '../../../contracts/calls/month-lock.ts';
import { monthKey, yearMonthOf } from '../../../contracts/months.ts';
import type { CallInput, GrantedRecord } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { monthSeals } from '../../../platform/db/schema/month-seals.ts';
import { asFlag, asNumber, asText, orNull, readFirst, readRows } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { SEAL_LABEL } from '../../totals/totals.ts';

/** `GET /month_seals?year=&month=`: the seals of a month, a year or all, the newest first. */
export async function listSeals({ caller, grant, values: { year, month } }: CallInput<typeof monthSealCalls.list>): Promise<MonthSeal[]> {
  if (month && !year) throw invalidField(monthFilter, 'year', 'required', caller.lang);
  const months = year && month ? monthKey(year, month) : year ? `${year}-__` : '%';
  const { results } = await caller.read(grant, () =>
    query(
      sql`SELECT s.id, s.month, s.version, s.sealed_at, s.sealed_by, b.name AS sealed_by_name, s.late, s.sha256, e.at AS unlocked_at,
        e.user_id AS unlocked_by, ub.name AS unlocked_by_name, e.reason, c.seal_id IS NOT NULL AS copied
      FROM month_seals s LEFT JOIN users b ON b.id = s.sealed_by LEFT JOIN month_lock_events e
        ON e.id = (SELECT MAX(id) FROM month_lock_events WHERE seal_id = s.id) AND e.status = 0
        LEFT JOIN users ub ON ub.id = e.user_id LEFT JOIN month_seal_copies c ON c.seal_id = s.id
      WHERE s.month LIKE ${months} ORDER BY s.id DESC LIMIT 1000`,
      readRows(SEAL_READERS),
    ),
  );
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  return results.map(({ month, sealed_by, sealed_by_name, unlocked_by, unlocked_by_name, ...seal }) => {
    const people = { sealed_by: named(sealed_by, sealed_by_name), unlocked_by: named(unlocked_by, unlocked_by_name) };
    return { ...seal, ...yearMonthOf(month), ...people };
  });
}

const { id, month, version, sealed_at, sealed_by, sha256, document } = monthSeals;
const SEAL_READERS = {
  id,
  month,
  version,
  sealed_at,
  sealed_by,
  sealed_by_name: orNull(asText),
  late: asFlag,
  sha256,
  unlocked_at: orNull(asText),
  unlocked_by: orNull(asNumber),
  unlocked_by_name: orNull(asText),
  reason: orNull(asText),
  copied: asFlag,
};

/**
 * `GET /month_seals/{id}`: the stored document as it is, byte for byte; for others than an Admin only the rows of their department,
 * which by themselves have no hash.
 */
export async function readSealDocument({ caller, grant, id }: GrantedRecord): Promise<string> {
  const { actor, results: text } = await caller.read(grant, () =>
    query(sql`SELECT document FROM month_seals WHERE id = ${id}`, readFirst({ document })),
  );
  if (!text) throw new AppError('not_found', { what: SEAL_LABEL[caller.lang] });
  const department = visibleDepartment(actor, 'figures');
  if (department === null) return text.document;
  const seal = JSON.parse(text.document) as SealDocument;
  const own = <Row extends Pick<SealedTotal, 'department'>>(rows: Row[]) => rows.filter((row) => row.department?.id === department);
  return JSON.stringify({
    ...seal,
    totals: own(seal.totals),
    user_charts: own(seal.user_charts),
    department_charts: own(seal.department_charts),
  });
}
