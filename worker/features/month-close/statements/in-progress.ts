import { getTableColumns, sql } from 'drizzle-orm';
import type { LineSum } from '../../../contracts/calls/answers/statements.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { directs } from '../../../platform/db/schema/records.ts';
import { asText, orNull, type RowOf, readRows } from '../../../platform/db/typed-rows.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import { type CompiledRules, compileRules } from '../../calculation/engine/rules.ts';
import { readRules, selectRules } from '../../calculation/load.ts';

/** Jobs of a person without a return date, as packed rows: at most a thousand, far more than anybody has at once. */
const MAX_JOBS = 1000;

/**
 * A person's jobs without a return date, each with the points that the present rules would give them; nothing of it counts yet. The statement of a
 * locked month (YYYY-MM) has none: it says what was published, and these move on.
 */
export function selectInProgress(user: number, month: string, today: string): Query<JobInProgress[]> {
  const jobsOf = (person: string) => sql`SELECT id FROM directs WHERE ${sql.identifier(person)} = ${user} AND henkyaku_hi IS NULL`;
  // By the person: an OR would read every job of the office that is under way.
  const jobs = sql`SELECT d.*, c.name AS customer_name FROM (${jobsOf('user_id')} UNION ${jobsOf('chekkusha_id')}) p
    CROSS JOIN directs d ON d.id = p.id LEFT JOIN customers c ON c.id = d.customer_id
    WHERE NOT EXISTS (SELECT 1 FROM ${LOCKED_MONTHS} l WHERE l.month = ${month}) ORDER BY d.id DESC LIMIT ${MAX_JOBS}`;
  return query({ jobs: query(jobs, readRows(JOB_READERS)), rules: selectRules(today.slice(0, 7)) }, ({ jobs, rules }) => {
    const compiled = compileRules(readRules(rules));
    return jobs.map((job) => ({ job, point: pointOf(job, user, compiled) }));
  });
}

const JOB_READERS = { ...getTableColumns(directs), customer_name: orNull(asText) };

export interface JobInProgress {
  job: RowOf<typeof JOB_READERS>;
  /** The points that the present rules would give this person; null where they give none. */
  point: number | null;
}

function pointOf(job: JobInProgress['job'], user: number, rules: CompiledRules): number | null {
  const result = calculateDirect(rules, job);
  if (!result.ok) return null;
  const design = job.user_id === user ? result.result_design_point : 0;
  const check = job.chekkusha_id === user ? result.result_check_point : 0;
  return roundPoints(design + check);
}

export function sumInProgress(jobs: readonly JobInProgress[]): LineSum {
  return { count: jobs.length, sum: roundPoints(jobs.reduce((sum, { point }) => sum + (point ?? 0), 0)) };
}
