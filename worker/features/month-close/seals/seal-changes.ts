import { sql } from 'drizzle-orm';
import type { SealChange, SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import { TOTAL_COLUMNS } from '../../../contracts/calls/totals.ts';
import type { GrantedRecord } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, orNull, readFirst } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { SEAL_LABEL } from '../../totals/totals.ts';

/** `GET /month_seals/{id}/changes`: person by person, what differs from the version before; nothing for a first version. */
export async function listSealChanges({ caller, grant, id }: GrantedRecord): Promise<SealChange[]> {
  const { actor, results: found } = await caller.read(grant, () =>
    query(
      sql`SELECT s.document AS after, p.document AS before FROM month_seals s
      LEFT JOIN month_seals p ON p.month = s.month AND p.version = s.version - 1 WHERE s.id = ${id}`,
      readFirst({ before: orNull(asJson<SealDocument>()), after: asJson<SealDocument>() }),
    ),
  );
  if (!found) throw new AppError('not_found', { what: SEAL_LABEL[caller.lang] });
  if (found.before === null) return [];
  const department = visibleDepartment(actor, 'figures');
  const visibleRows = ({ totals }: SealDocument) => totals.filter((row) => department === null || row.department?.id === department);
  return changesBetween(visibleRows(found.before), visibleRows(found.after));
}

function changesBetween(before: readonly SealedTotal[], after: readonly SealedTotal[]): SealChange[] {
  const earlier = new Map(before.map((row) => [row.user_id, row]));
  const later = new Map(after.map((row) => [row.user_id, row]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((user_id) => {
    const [from, to] = [earlier.get(user_id), later.get(user_id)];
    return FIELDS.map(({ field, value }) => ({
      user_id,
      name: (to ?? from)!.name,
      field,
      before: from ? value(from) : null,
      after: to ? value(to) : null,
    })).filter(({ before, after }) => before !== after);
  });
}

const FIELDS: { field: string; value: (row: SealedTotal) => string | number | null }[] = [
  ...TOTAL_COLUMNS.filter(({ key }) => key !== 'month').map(({ key }) => ({
    field: key,
    value: (row: SealedTotal) => row[key as keyof typeof row] as string | number | null,
  })),
  { field: 'department', value: (row) => row.department?.name ?? null },
  { field: 'department_group', value: (row) => row.department_group?.name ?? null },
];
