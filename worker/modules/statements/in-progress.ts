import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import type { DirectRow } from '../../calculation/engine/rows.ts';
import { compileRules } from '../../calculation/engine/rules.ts';
import { readRules, selectRules } from '../../calculation/load.ts';
import type { LineSum } from '../../contracts/calls/statements.ts';
import { roundPoints } from '../../text/rounding.ts';

/** Jobs of a person without a return date, as packed rows: at most a thousand, far more than anybody has at once. */
const MAX_JOBS = 1000;

/** Statements of a person's jobs without a return date and of the present rules; `readInProgress` takes their results. */
export function selectInProgress(user: number, today: string): SQL[] {
  const jobsOf = (person: string) => sql`SELECT id FROM directs WHERE ${sql.identifier(person)} = ${user} AND henkyaku_hi IS NULL`;
  // By the person: an OR would read every job of the office that is under way.
  return [
    sql`SELECT d.*, c.name AS customer_name FROM (${jobsOf('user_id')} UNION ${jobsOf('chekkusha_id')}) p
      CROSS JOIN directs d ON d.id = p.id LEFT JOIN customers c ON c.id = d.customer_id ORDER BY d.id DESC LIMIT ${MAX_JOBS}`,
    ...selectRules(today.slice(0, 7)),
  ];
}

export interface JobInProgress {
  job: ResultSet['rows'][number];
  /** What the present rules would give this person for it; null where they give nothing. */
  point: number | null;
}

/** Each job with the points that the present rules would give the person; nothing of it counts yet. */
export function readInProgress([jobs, ...rules]: readonly ResultSet[], user: number): JobInProgress[] {
  const compiled = compileRules(readRules(rules));
  return jobs!.rows.map((job) => {
    const direct: DirectRow = {
      ...job,
      id: Number(job.id),
      customer_id: numberOrNull(job.customer_id),
      work_category_id: numberOrNull(job.work_category_id),
    };
    const result = calculateDirect(compiled, direct);
    if (!result.ok) return { job, point: null };
    const design = job.user_id === user ? result.result_design_point : 0;
    const check = job.chekkusha_id === user ? result.result_check_point : 0;
    return { job, point: roundPoints(design + check) };
  });
}

export function sumInProgress(jobs: readonly JobInProgress[]): LineSum {
  return { count: jobs.length, sum: roundPoints(jobs.reduce((sum, { point }) => sum + (point ?? 0), 0)) };
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
