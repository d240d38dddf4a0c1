import { type SQL, sql } from 'drizzle-orm';
import type { CalculationRun } from '../../contracts/calls/answers/calculation.ts';
import { RUN_MESSAGES } from '../../contracts/calls/calculation.ts';
import type { Lang } from '../../contracts/text.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { calculationRuns } from '../../platform/db/schema/calculation.ts';
import { asText, orNull, type RowOf, readRows } from '../../platform/db/typed-rows.ts';

const { id, year, month, status, preview, include_adjusted, total, done, changed, failed, message, rules_hash, source } = calculationRuns;
const { kept_points, edited_meanwhile, skipped_checked, skipped_without_points, skipped_adjusted } = calculationRuns;
const { requested_by, created_at, started_at, progress_at, finished_at } = calculationRuns;
const READERS = {
  ...{ id, year, month, status, preview, include_adjusted, total, done, changed, failed, message, rules_hash, source },
  ...{ kept_points, edited_meanwhile, skipped_checked, skipped_without_points, skipped_adjusted },
  ...{ requested_by, created_at, started_at, progress_at, finished_at },
  user_name: orNull(asText),
};

export type RunView = RowOf<typeof READERS>;

/** Runs `c` with the name of who asked for them. */
export function selectRunViews(where: SQL, page = sql``): Query<RunView[]> {
  const runs = sql`SELECT c.*, u.name AS user_name FROM calculation_runs c LEFT JOIN users u ON u.id = c.requested_by WHERE ${where}${page}`;
  return query(runs, readRows(READERS));
}

/** A run as the API answers it. */
export function toCalculationRun({ requested_by, user_name, message, ...run }: RunView, lang: Lang): CalculationRun {
  const user = requested_by === null ? null : { id: requested_by, name: user_name ?? '' };
  return { ...run, message: message && RUN_MESSAGES[message][lang], user };
}
