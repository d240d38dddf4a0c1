import { sql } from 'drizzle-orm';
import type { SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import type { MadePayrollExport, PayrollChange, PayrollColumn, PayrollMap } from '../../../contracts/calls/answers/payroll.ts';
import { PAYROLL_TOTALS, type PayrollTotal } from '../../../contracts/calls/payroll.ts';
import type { Lang } from '../../../contracts/text.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asJson, asNumber, orNull, readFirst } from '../../../platform/db/typed-rows.ts';
import type { Sheet } from '../../../platform/feeds/sheet.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { selectPayrollMap } from './map.ts';

/** What payroll has not got yet of a month. */
export interface Handover extends Pick<MadePayrollExport, 'kind' | 'seal_version' | 'changes' | 'missing'> {
  map: PayrollMap;
  /** The totals among the columns. */
  totals: readonly PayrollTotal[];
  seal: number;
  /** The newest file of the month, 0 for none, and whether nothing moved since. */
  last: number;
  isHanded: boolean;
  rows: Cell[][];
}

type Cell = string | number;

/** What a file of a month (YYYY-MM) made now has; undefined while the month is open. */
export function selectHandover(month: string, lang: Lang): Query<Handover | undefined> {
  const sealedTotals = (seal: ReturnType<typeof sql>) =>
    sql`(SELECT json_group_array(json(r.row)) FROM month_seal_rows r WHERE r.seal_id = ${seal} AND r.kind = 'totals')`;
  const people = asJson<SealedTotal[]>();
  // A total counts as handed over by the newest file that has it: columns may come and go between files.
  const selectHanded = (total: PayrollTotal) =>
    query(
      sql`SELECT ${sealedTotals(sql`e.seal_id`)} AS people FROM payroll_exports e
        WHERE e.month = ${month} AND EXISTS (SELECT 1 FROM json_each(e.totals) WHERE value = ${total}) ORDER BY e.id DESC LIMIT 1`,
      readFirst({ people }),
    );
  const plan = {
    map: selectPayrollMap(lang),
    seal: query(
      sql`SELECT s.id, s.version, ${sealedTotals(sql`s.id`)} AS people FROM month_locks l JOIN month_seals s ON s.id = l.seal_id
        WHERE l.month = ${month} AND l.status = 1`,
      readFirst({ id: asNumber, version: asNumber, people }),
    ),
    last: query(
      sql`SELECT e.id, e.seal_id FROM payroll_exports e WHERE e.month = ${month} ORDER BY e.id DESC LIMIT 1`,
      readFirst({ id: asNumber, seal_id: orNull(asNumber) }),
    ),
    handed: Object.fromEntries(PAYROLL_TOTALS.map((total) => [total, selectHanded(total)])) as Record<
      PayrollTotal,
      ReturnType<typeof selectHanded>
    >,
  };
  return query(plan, ({ map, seal, last, handed }): Handover | undefined => {
    if (!seal) return undefined;
    const totals = PAYROLL_TOTALS.filter((total) => map.columns.some(({ kind }) => kind === total));
    const before = Object.fromEntries(totals.map((total) => [total, handed[total]?.people]));
    const { figures, missing } = compareFigures(totals, seal.people, before);
    const isFull = !last;
    const moved = figures.filter(({ change, isThere }) => (isFull && isThere) || totals.some((total) => change[total]));
    return {
      ...{ map, totals, missing, seal: seal.id, seal_version: seal.version, kind: isFull ? 'full' : 'difference' },
      last: last?.id ?? 0,
      isHanded: last?.seal_id === seal.id && moved.length === 0,
      changes: isFull ? [] : moved.map(({ change }) => change),
      rows: moved.map((figure) => map.columns.map((column) => cellOf(column, figure, month))),
    };
  });
}

interface Figure {
  /** How the person is called in the newest seal that has them. */
  person: SealedTotal;
  /** Whether they are in the seal under this code. */
  isThere: boolean;
  change: PayrollChange;
}

/** Person by person and code by code, what the seal has more than was handed over; and who has figures but no code to tell them by. */
function compareFigures(
  totals: readonly PayrollTotal[],
  sealed: readonly SealedTotal[],
  before: Readonly<Partial<Record<PayrollTotal, readonly SealedTotal[] | undefined>>>,
) {
  const codeOf = ({ employee_code }: SealedTotal) => employee_code?.trim() ?? '';
  // Payroll adds up by code: a person whose code was changed is taken back under the former one.
  const byKey = (rows: readonly SealedTotal[] = []) => new Map(rows.map((row) => [`${row.user_id} ${codeOf(row)}`, row]));
  const now = byKey(sealed);
  const then = totals.map((total) => [total, byKey(before[total])] as const);
  const keys = new Set([...then.flatMap(([, rows]) => [...rows.keys()]), ...now.keys()]);
  const figures: Figure[] = [];
  const missing: MadePayrollExport['missing'] = [];
  for (const key of keys) {
    const row = now.get(key);
    const person = row ?? then.map(([, rows]) => rows.get(key)).find(Boolean)!;
    const { user_id, name } = person;
    const employee_code = codeOf(person);
    if (employee_code === '') {
      if (row && totals.some((total) => row[total])) missing.push({ user_id, name });
      continue;
    }
    const change: PayrollChange = { user_id, name, employee_code, total_point_1: null, total_point_2: null };
    // A total without a value is none that payroll could have got.
    for (const [total, rows] of then)
      if (row?.[total] != null || rows.get(key)?.[total] != null)
        change[total] = roundPoints((row?.[total] ?? 0) - (rows.get(key)?.[total] ?? 0));
    figures.push({ person, isThere: row !== undefined, change });
  }
  figures.sort((a, b) => (a.change.employee_code < b.change.employee_code ? -1 : 1));
  return { figures, missing };
}

function cellOf({ kind, value }: PayrollColumn, { person, change }: Figure, month: string): Cell {
  switch (kind) {
    case 'constant':
      return value ?? '';
    case 'month':
      return month;
    case 'department':
      return person.department?.name ?? '';
    default:
      return change[kind] ?? '';
  }
}

/** The rows as a sheet: codes and months are texts, whatever they look like. */
export function toPayrollSheet({ map: { columns }, totals, rows }: Handover, month: string): Sheet {
  async function* chunks() {
    yield rows;
  }
  return {
    sheetName: month,
    columns: columns.map(({ kind, heading }) => ({
      key: kind,
      header: heading,
      ...(totals.some((total) => total === kind) ? { kind: 'decimal', decimals: 3 } : { kind: 'text' }),
    })),
    rows: chunks(),
  };
}
