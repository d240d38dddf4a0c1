import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { CalculationRun } from '../../contracts/calls/answers/calculation.ts';
import { RUN_MESSAGES } from '../../contracts/calls/calculation.ts';
import type { Lang } from '../../contracts/text.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { calculationRuns } from '../../platform/db/schema/calculation.ts';
import { asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import type { Run } from './work.ts';

export type RunView = Run & { user_name: string | null };

/** Runs `c` with the name of who asked for them. */
export function selectRunViews(where: SQL, page = sql``): Query<RunView[]> {
  const runs = sql`SELECT c.*, u.name AS user_name FROM calculation_runs c LEFT JOIN users u ON u.id = c.requested_by WHERE ${where}${page}`;
  return query(runs, readRows({ ...getTableColumns(calculationRuns), user_name: orNull(asText) }));
}

/** A run as the API answers it. */
export function toCalculationRun(run: RunView, lang: Lang): CalculationRun {
  const { id, year, month, status, preview, include_adjusted, total, done, changed, failed, rules_hash, source, requested_by } = run;
  const { kept_points, edited_meanwhile, skipped_checked, skipped_without_points, skipped_adjusted } = run;
  return {
    id,
    year,
    month,
    status,
    preview,
    include_adjusted,
    total,
    done,
    changed,
    failed,
    kept_points,
    edited_meanwhile,
    skipped_checked,
    skipped_without_points,
    skipped_adjusted,
    message: run.message && RUN_MESSAGES[run.message][lang],
    rules_hash,
    source,
    user: requested_by === null ? null : { id: requested_by, name: run.user_name ?? '' },
    created_at: run.created_at,
    started_at: run.started_at,
    progress_at: run.progress_at,
    finished_at: run.finished_at,
  };
}
