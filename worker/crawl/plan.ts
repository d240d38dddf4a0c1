import { type DirectRow, directRow, SOURCE_COLUMNS } from './direct-row.ts';
import { type Finding, leftOut, type Remark, warning } from './findings.ts';
import { CRAWLED_COLUMNS, type Known, type KnownDirect, nameKey, type Values } from './known.ts';
import type { NormalizedJob } from './normalize.ts';

/** A row to write; its customer is looked up by key where it has to be made first. */
export interface PlannedRow {
  values: Values;
  customerKey: string | null;
}

export interface PlannedUpdate extends PlannedRow {
  id: number;
  version: number;
}

/** What one page of jobs comes to. */
export interface Plan {
  customers: string[];
  inserts: PlannedRow[];
  updates: PlannedUpdate[];
  unchanged: number;
  /** Jobs left out here: their month is locked, or they are checked. */
  skipped: number;
  findings: Finding[];
}

/** Decides what is written for each job; reads nothing and writes nothing. Jobs in `counted` are placed, but not counted or reported again. */
export function planPage(jobs: readonly NormalizedJob[], known: Known, counted: ReadonlySet<string> = new Set()): Plan {
  const plan: Plan = { ...EMPTY_PLAN, customers: [], inserts: [], updates: [], findings: [] };
  for (const job of jobs) planJob(job, known, plan, counted.has(job.row.external_id));
  return plan;
}

export const EMPTY_PLAN: Plan = { customers: [], inserts: [], updates: [], unchanged: 0, skipped: 0, findings: [] };

const BY_HAND = 1;
const IMPORTED = 2;

function planJob(job: NormalizedJob, known: Known, plan: Plan, isCounted: boolean): void {
  const { external_id, name } = job.row;
  const before = known.directs.get(external_id);
  const report = (remarks: readonly Remark[]) => {
    if (!isCounted) plan.findings.push(...remarks.map((remark) => ({ ...remark, external_id, name })));
  };
  const row = before ? rowOver(before, job, known) : directRow(job, undefined, known);
  if (before && !isChanged(before, row)) {
    plan.unchanged += isCounted ? 0 : 1;
    report(row.remarks);
    return;
  }
  const refusal = refusalOf(before, row.values, known.lockedMonths);
  if (refusal) {
    plan.skipped += isCounted ? 0 : 1;
    report([refusal]);
    return;
  }
  if (row.newCustomer && !plan.customers.some((customer) => nameKey(customer) === nameKey(row.newCustomer!))) {
    plan.customers.push(row.newCustomer);
    row.remarks.push(warning('new_customer', 'customer_id', row.newCustomer));
  }
  report(row.remarks);
  const planned = { values: row.values, customerKey: row.newCustomer && nameKey(row.newCustomer) };
  if (before) plan.updates.push({ ...planned, id: before.id, version: before.version });
  else plan.inserts.push(planned);
}

/**
 * What a direct that is there becomes. One edited by hand takes only what the source alone knows; an imported one follows the source when the
 * job changed after the direct last heard of it, so that the day which every crawl reads again takes no import back.
 */
function rowOver(before: KnownDirect, job: NormalizedJob, known: Known): DirectRow {
  const { upsert_by, values } = before;
  if (upsert_by === BY_HAND) {
    const taken = Object.fromEntries(SOURCE_COLUMNS.map((column) => [column, job.row[column] ?? null]));
    return { values: { ...values, ...taken }, newCustomer: null, remarks: [] };
  }
  if (upsert_by === IMPORTED && values.last_update === job.row.last_update) return { values, newCustomer: null, remarks: [] };
  return directRow(job, before, known);
}

function isChanged(before: KnownDirect, { values, newCustomer }: DirectRow): boolean {
  return newCustomer !== null || CRAWLED_COLUMNS.some((column) => (values[column] ?? null) !== before.values[column]);
}

function refusalOf(before: KnownDirect | undefined, values: Values, lockedMonths: ReadonlySet<string>): Remark | undefined {
  const dates = [before?.values.henkyaku_hi, values.henkyaku_hi];
  const month = dates.map((date) => String(date ?? '').slice(0, 7)).find((date) => lockedMonths.has(date));
  if (month) return leftOut('month_locked', 'henkyaku_hi', month);
  return before?.is_checked === 1 ? leftOut('record_checked', 'is_checked', '1') : undefined;
}
