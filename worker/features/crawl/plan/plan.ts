import type { Values } from '../../../contracts/fields.ts';
import { isFarDay } from '../../../contracts/months.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import { DIRECT_NATURAL_KEY, ORIGINS } from '../../../resources/directs.ts';
import type { MatchCandidates, StoredDirect } from '../match/candidates.ts';
import { jobKey, type NormalizedJob } from '../normalize/normalize.ts';
import { type DirectRow, toDirectRow, toSourceColumns, type UnmatchedName } from './direct-row.ts';
import { type Finding, leftOutRemark, type Remark, warningRemark } from './findings.ts';

/** A row to write; its customer is looked up by name where it has to be made first. */
export interface PlannedRow {
  columns: Values;
  newCustomer: string | null;
}

export interface PlannedUpdate extends PlannedRow {
  id: number;
  version: number;
}

/** A job that may be written as soon as its month is unlocked, its row is unchecked or it is brought back. */
export interface WaitingJob {
  job: NormalizedJob;
  direct_id: number | null;
  reason: 'month_locked' | 'record_checked' | 'removed';
  /** The locked month, YYYY-MM; null where the row is checked. */
  month: string | null;
}

/** The plan of one page of jobs. */
export interface Plan {
  customers: string[];
  aliases: { text: string; target_id: number }[];
  /** Names that no record goes by, of every job of the page that has one. */
  unmatched: ({ external_id: string } & UnmatchedName)[];
  inserts: PlannedRow[];
  updates: PlannedUpdate[];
  waiting: WaitingJob[];
  /** Keys of the jobs that were left alone because a later change of them is here or waits. */
  outdated: Set<string>;
  unchanged: number;
  /** Jobs left out here: their month is locked, they are checked, or they are there under another id. */
  skipped: number;
  findings: Finding[];
}

export function emptyPlan(): Plan {
  const lists = { customers: [], aliases: [], unmatched: [], inserts: [], updates: [], waiting: [], findings: [] };
  return { ...lists, outdated: new Set(), unchanged: 0, skipped: 0 };
}

interface PlanOptions {
  /** Jobs that are placed, but not counted or reported again. */
  counted?: ReadonlySet<string>;
  /** Everything is read anew: a job counts as the source has it, also where the direct heard of a later change. */
  isFull?: boolean;
}

/** Decides what is written for each job at `time`; reads nothing and writes nothing. */
export function planPage(
  jobs: readonly NormalizedJob[],
  candidates: MatchCandidates,
  time: string,
  { counted = new Set(), isFull = false }: PlanOptions = {},
): Plan {
  const plan = emptyPlan();
  for (const job of jobs) planJob(job, candidates, time, plan, { isCounted: counted.has(job.row.external_id), isFull });
  return plan;
}

/** The days of a job that people write; the first decides its month. */
const DAYS = ['henkyaku_hi', 'uketsuke_hi'] as const;

function planJob(
  job: NormalizedJob,
  candidates: MatchCandidates,
  time: string,
  plan: Plan,
  { isCounted, isFull }: { isCounted: boolean; isFull: boolean },
): void {
  const { external_id, name } = job.row;
  const before = candidates.directs.get(jobKey(job));
  if (!isFull && isOutdated(job, before, candidates, time)) {
    plan.outdated.add(jobKey(job));
    plan.unchanged += isCounted ? 0 : 1;
    return;
  }
  const report = (remarks: readonly Remark[]) => {
    if (!isCounted) plan.findings.push(...remarks.map((remark) => ({ ...remark, external_id, name })));
  };
  const leaveOut = (remark: Remark) => {
    plan.skipped += isCounted ? 0 : 1;
    report([remark]);
  };
  if (candidates.removed.has(jobKey(job))) {
    plan.waiting.push({ job, direct_id: before?.id ?? null, reason: 'removed', month: null });
    leaveOut(leftOutRemark('removed', 'external_id', external_id));
    return;
  }
  report((job.zeroDates ?? []).map(({ column, value }) => warningRemark('zero_date', column, value)));
  report(
    DAYS.filter((day) => isFarDay(job.row[day]?.toString() || time, time)).map((day) =>
      warningRemark('far_date', day, String(job.row[day])),
    ),
  );
  const row = before ? mergeRow(before, job, candidates, time) : toDirectRow(job, undefined, candidates, time);
  const { columns } = row;
  if (row.alias) plan.aliases.push(row.alias);
  plan.unmatched.push(...row.unmatched.map((name) => ({ external_id, ...name })));
  if (!columns) {
    plan.unchanged += isCounted ? 0 : 1;
    report(row.remarks);
    return;
  }
  const month = lockedMonth(before, columns, candidates.lockedMonths);
  if (month || before?.is_checked === 1) {
    const reason = month ? 'month_locked' : 'record_checked';
    plan.waiting.push({ job, direct_id: before?.id ?? null, reason, month: month ?? null });
    leaveOut(month ? leftOutRemark(reason, 'henkyaku_hi', month) : leftOutRemark(reason, 'is_checked', '1'));
    return;
  }
  const other = before ? undefined : sameJob(columns, candidates);
  if (other) {
    leaveOut(leftOutRemark('same_job', 'external_id', String(other.external_id)));
    return;
  }
  row.newCustomer = row.newCustomer && planNewCustomer(row.newCustomer, row, plan);
  report(row.remarks);
  const planned = { columns, newCustomer: row.newCustomer };
  if (before) plan.updates.push({ ...planned, id: before.id, version: before.version });
  else plan.inserts.push(planned);
}

/** The name of a new customer as the page spelled it first. */
function planNewCustomer(name: string, { remarks }: DirectRow, plan: Plan): string {
  const key = exactNameKey(name);
  const made = plan.customers.find((customer) => exactNameKey(customer) === key);
  if (made) return made;
  plan.customers.push(name);
  remarks.push(warningRemark('new_customer', 'customer_id', name));
  return name;
}

/**
 * What a direct that is there becomes. One edited by hand takes only what the source alone knows; an imported one follows the source when the
 * job changed after the direct last heard of it, so that the day which every crawl reads again takes no import back.
 */
function mergeRow(before: StoredDirect, job: NormalizedJob, candidates: MatchCandidates, time: string): DirectRow {
  const { upsert_by, values } = before;
  const kept = { newCustomer: null, alias: null, remarks: [], unmatched: [] };
  if (upsert_by === ORIGINS.screen) return { ...kept, columns: toSourceColumns(job, before, time) };
  if (upsert_by === ORIGINS.import && values.last_update === job.row.last_update) return { ...kept, columns: undefined };
  return toDirectRow(job, before, candidates, time);
}

/**
 * A job that two workflows have is as it was changed last, whichever is read last: otherwise each crawl would write both. A change that is
 * still to come was dated by a clock that was wrong, and would hide every later one.
 */
function isOutdated(job: NormalizedJob, before: StoredDirect | undefined, { waiting }: MatchCandidates, now: string): boolean {
  const { last_update } = job.row;
  const known = [before?.values.last_update, waiting.get(jobKey(job))];
  return typeof last_update === 'string' && known.some((time) => typeof time === 'string' && time > last_update && time <= now);
}

function lockedMonth(before: StoredDirect | undefined, columns: Values, lockedMonths: ReadonlySet<string>): string | undefined {
  const dates = [before?.values.henkyaku_hi, columns.henkyaku_hi];
  return dates.map((date) => String(date ?? '').slice(0, 7)).find((month) => lockedMonths.has(month));
}

/** The direct under another id that a new one equals; jobs without a return date are never taken for one. */
function sameJob(columns: Values, { sameNamed }: MatchCandidates) {
  return sameNamed.find((other) => DIRECT_NATURAL_KEY.every((column) => (other.values[column] ?? null) === (columns[column] ?? null)));
}
