import { sql } from 'drizzle-orm';
import type { PayrollMap } from '../../../contracts/calls/answers/payroll.ts';
import type { payrollCalls as calls } from '../../../contracts/calls/declared/payroll.ts';
import { PAYROLL_COLUMNS, PAYROLL_TOTALS, type PayrollColumnKind } from '../../../contracts/calls/payroll.ts';
import { fill, type Lang } from '../../../contracts/text.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { payrollMap } from '../../../platform/db/schema/payroll.ts';
import { asJson, asText, hasRows, orNull, readFirst } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';

/** `GET /payroll_map`. */
export async function readPayrollMap({ caller, grant }: GrantedCaller): Promise<PayrollMap> {
  return (await caller.read(grant, () => selectPayrollMap(caller.lang))).results;
}

/** `PUT /payroll_map`: counts for the next file; those that were made stay as they are. */
export async function savePayrollMap({ caller, grant, values }: CallInput<typeof calls.saveMap>): Promise<PayrollMap> {
  const { actor, results: before } = await caller.read(grant, () => selectPayrollMap(caller.lang));
  const has = (kind: PayrollColumnKind) => values.columns.some((column) => column.kind === kind);
  const twice = values.columns.find(({ heading }, place) => values.columns.findIndex((other) => other.heading === heading) < place);
  const problem = !has('employee_code') || !PAYROLL_TOTALS.some(has) ? NEEDED : twice && TWICE;
  if (problem) throw new AppError('invalid', {}, { messages: { columns: fill(problem[caller.lang], { heading: twice?.heading }) } });
  const stale = (current: PayrollMap) =>
    new AppError('stale', {}, { current, ...(current.updated_by && { saved_by: current.updated_by }) });
  if (values.version != null && values.version !== before.version) throw stale(before);
  const columns = values.columns.map(({ value, ...column }) => (column.kind === 'constant' ? { ...column, value: value ?? '' } : column));
  const { isSaved, saved } = await caller.write({
    isSaved: query(
      sql`INSERT INTO payroll_map (id, columns, decimal_sign, format, updated_at, updated_by)
        SELECT 1, ${JSON.stringify(columns)}, ${values.decimal_sign}, ${values.format}, ${caller.clock.time()}, ${actor.id}
        WHERE ifnull((SELECT version FROM payroll_map), 0) = ${before.version}
        ON CONFLICT (id) DO UPDATE SET version = version + 1, columns = excluded.columns, decimal_sign = excluded.decimal_sign,
          format = excluded.format, updated_at = excluded.updated_at, updated_by = excluded.updated_by RETURNING id`,
      hasRows,
    ),
    saved: selectPayrollMap(caller.lang),
  });
  if (!isSaved) throw stale(saved);
  return saved;
}

/** Without them nobody could say whose figures a file has, or what a later one adds to it. */
const NEEDED = {
  vi: 'Tệp phải có cột mã nhân viên và ít nhất một cột tổng điểm',
  en: 'The file needs a column of employee codes and at least one of totals',
};

/** Programs find a column by its heading. */
const TWICE = { vi: 'Có hai cột cùng tiêu đề «{heading}»', en: 'Two columns have the heading «{heading}»' };

const { decimal_sign, format, version, updated_at } = payrollMap;

/** The layout that was chosen, or the one that is proposed. */
export function selectPayrollMap(lang: Lang): Query<PayrollMap> {
  const chosen = sql`SELECT m.columns, m.decimal_sign, m.format, m.version, m.updated_at, u.name AS updated_by
    FROM payroll_map m LEFT JOIN users u ON u.id = m.updated_by`;
  const columns = asJson<PayrollMap['columns']>();
  const readers = { columns, decimal_sign, format, version, updated_at, updated_by: orNull(asText) };
  return query(query(chosen, readFirst(readers)), (saved) => saved ?? proposeMap(lang));
}

function proposeMap(lang: Lang): PayrollMap {
  const kinds = ['employee_code', 'name', 'total_point_2', 'month'] as const;
  const columns = kinds.map((kind) => ({ kind, heading: PAYROLL_COLUMNS[kind][lang] }));
  return { columns, decimal_sign: 'comma', format: 'xlsx', version: 0, updated_at: null, updated_by: null };
}
