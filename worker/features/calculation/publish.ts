import { type SQL, sql } from 'drizzle-orm';
import { monthKey } from '../../contracts/months.ts';
import { type Database, LONG_WRITE_MS, NOW } from '../../platform/db/client.ts';
import { inMonth } from '../../platform/db/date-ranges.ts';
import { asWriter, isMonthLocked } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { asBoolean, asNumber, asText, orNull, readOne } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { holdsLease } from '../../platform/queue/run.ts';
import { isInRun, isInRunById, POINT_COLUMNS, selectDirectsByIds } from './directs.ts';
import type { CompiledRules } from './engine/rules.ts';
import { calculate, stageStatements } from './stage.ts';
import { calculationWork, type Run, selectRunById } from './work.ts';

/** History rows looked at in one go. */
const MAX_EDITS = 5000;

/** The run after recomputing; up to date when no direct was left to recompute. */
type Recomputed = { run: Run | undefined; upToDate: boolean } | 'locked';

/** Recalculates what was written since it was read: edited, added, moved, checked and adjusted directs. */
export async function recomputeEdited({ db, clock }: Pick<Deps, 'db' | 'clock'>, run: Run, rules: CompiledRules): Promise<Recomputed> {
  const window = sql`SELECT id, record_id FROM history WHERE id > ${run.history_id} AND +entity = 'directs' ORDER BY id LIMIT ${MAX_EDITS}`;
  const ids = sql`SELECT DISTINCT record_id AS id FROM (${window})`;
  const { edited, directs } = await db.read({
    edited: query(
      sql`SELECT MAX(id) AS last, json_group_array(DISTINCT record_id) AS ids, ${isMonthLocked(monthKey(run.year, run.month), asWriter(run.requested_by, clock.time()))} AS locked FROM (${window})`,
      readOne({ last: orNull(asNumber), ids: asText, locked: asBoolean }),
    ),
    directs: selectDirectsByIds(run, rules, ids),
  });
  const { last, ids: touched, locked } = edited;
  if (locked) return 'locked';
  if (last === null) return { run, upToDate: true };

  const staged = calculate(rules, directs);
  const written = await db.write(
    {
      clearing: ['calculation_results', 'calculation_issues'].map(
        (table) => sql`DELETE FROM ${sql.identifier(table)} WHERE run_id = ${run.id}
          AND direct_id IN (SELECT value FROM json_each(${touched})) AND ${holdsLease(calculationWork, run)}`,
      ),
      staging: stageStatements(run, staged),
      progress: sql`UPDATE calculation_runs SET history_id = ${last}, progress_at = ${NOW},
        total = (SELECT COUNT(*) FROM directs d WHERE ${isInRun(run)})
        WHERE id = ${run.id} AND ${holdsLease(calculationWork, run)}`,
      run: selectRunById(run.id),
    },
    calculationAuthor(run),
  );
  return { run: written.run, upToDate: false };
}

/**
 * Writes all results of a run into the directs in one transaction, with a history row each and the run's end. Returns the run unchanged when
 * a direct was edited since `recomputeEdited`; with `skipEditedRows` such directs are left as they are and listed as issues. Throws a
 * DatabaseError `month_locked` when the month was locked meanwhile.
 */
export async function publish(db: Database, run: Run, skipEditedRows: boolean): Promise<Run | undefined> {
  const published = sql`EXISTS (SELECT 1 FROM calculation_runs WHERE id = ${run.id} AND status = 'done' AND claim = ${run.claim})`;
  const written = await db.write(
    {
      report: skipEditedRows ? reportEdited(run) : undefined,
      end: sql`UPDATE calculation_runs SET status = 'done', done = total, progress_at = ${NOW}, finished_at = ${NOW},
        message = ${skipEditedRows ? sql`CASE WHEN ${isEditedSinceRun(run)} THEN 'edited_meanwhile' END` : null},
        changed = (SELECT COUNT(*) FROM calculation_results WHERE run_id = ${run.id}),
        failed = (SELECT COUNT(*) FROM calculation_issues WHERE run_id = ${run.id}), ${countsAtEnd(run)}
        WHERE id = ${run.id} AND ${holdsLease(calculationWork, run)} AND NOT ${isMonthLocked(monthKey(run.year, run.month))}
        ${skipEditedRows ? sql`` : sql`AND NOT ${isEditedSinceRun(run)}`}`,
      history: sql`INSERT INTO history (entity, record_id, action, user_id, source, at, request_id, before, after)
        SELECT 'directs', d.id, 'update', c.user_id, c.source, c.at, c.request_id, ${changedCells(run, DIRECT)}, ${changedCells(run, RESULT)}
        FROM calculation_results r CROSS JOIN directs d ON d.id = r.direct_id JOIN write_context c
        WHERE r.run_id = ${run.id} AND d.version = r.version AND ${isInRunById(run)} AND ${published}`,
      directs: sql`UPDATE directs AS d SET ${sql.join(
        POINT_COLUMNS.map((column) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}`),
        sql`, `,
      )}, ${run.include_adjusted ? sql`is_updated = 0,` : sql``} calculation_id = ${run.id}, calculated_at = ${NOW}, updated_at = ${NOW},
        version = d.version + 1
        FROM calculation_results r
        WHERE r.run_id = ${run.id} AND r.direct_id = d.id AND d.version = r.version AND ${isInRunById(run)} AND ${published}`,
      run: selectRunById(run.id),
    },
    calculationAuthor(run),
    LONG_WRITE_MS,
  );
  return written.run;
}

/**
 * Assignments of what the run leaves as it is: directs without a result that keep their points, those edited meanwhile, and all that it did not take.
 * The points are those before it publishes, which of these directs are the same afterwards.
 */
export function countsAtEnd(run: Run): SQL {
  const isOfMonth = inMonth(sql`d.henkyaku_hi`, monthKey(run.year, run.month));
  const ofMonth = (condition: SQL) => sql`(SELECT COUNT(*) FROM directs d WHERE ${isOfMonth} AND ${condition})`;
  const issues = (condition: SQL) =>
    sql`(SELECT COUNT(*) FROM calculation_issues x JOIN directs d ON d.id = x.direct_id WHERE x.run_id = ${run.id} AND ${condition})`;
  return sql`kept_points = ${issues(sql`x.code <> 'edited_meanwhile' AND d.result_design_point IS NOT NULL`)},
    edited_meanwhile = ${issues(sql`x.code = 'edited_meanwhile'`)},
    skipped_checked = ${ofMonth(sql`d.is_checked = 1`)},
    skipped_without_points = ${ofMonth(sql`d.is_checked = 1 AND +d.result_design_point IS NULL`)},
    skipped_adjusted = ${run.include_adjusted ? 0 : ofMonth(sql`+d.is_checked = 0 AND d.is_updated = 1`)}`;
}

export function calculationAuthor(run: Run) {
  return { user_id: run.requested_by, source: 'calculation' as const, request_id: `calculation-${run.id}` };
}

const DIRECT = sql.raw(`d`);
const RESULT = sql.raw(`r`);

/** A direct of the month or of the results was written after the results were made. */
function isEditedSinceRun(run: Run): SQL {
  const isOfMonth = inMonth(sql`d.henkyaku_hi`, monthKey(run.year, run.month));
  return sql`EXISTS (SELECT 1 FROM history h WHERE h.id > ${run.history_id} AND +h.entity = 'directs' AND (
    EXISTS (SELECT 1 FROM directs d WHERE d.id = h.record_id AND ${isOfMonth})
    OR EXISTS (SELECT 1 FROM calculation_results r WHERE r.run_id = ${run.id} AND r.direct_id = h.record_id)))`;
}

/** Lists the directs of the run that were written since `recomputeEdited` as issues: their results are not published. */
function reportEdited(run: Run): SQL {
  return sql`INSERT OR REPLACE INTO calculation_issues (run_id, direct_id, code, issue)
    SELECT DISTINCT ${run.id}, d.id, 'edited_meanwhile', '{"code":"edited_meanwhile"}'
    FROM history h CROSS JOIN directs d ON d.id = h.record_id
    WHERE h.id > ${run.history_id} AND +h.entity = 'directs' AND ${isInRunById(run)} AND ${holdsLease(calculationWork, run)}`;
}

/** The cells that a result changes, as a JSON object with the values of one side. */
function changedCells(run: Run, side: SQL): SQL {
  const columns = POINT_COLUMNS.map((name) => sql.identifier(name));
  const isChanged = columns.map((column) => sql`d.${column} IS NOT r.${column}`);
  const cells = POINT_COLUMNS.map(
    (name, at) => sql`CASE WHEN ${isChanged[at]} THEN ${sql.raw(`',"${name}":'`)} || json_quote(${side}.${columns[at]}) ELSE '' END`,
  );
  if (run.include_adjusted) {
    const after = side === RESULT ? sql`0` : sql`d.is_updated`;
    cells.push(sql`CASE WHEN d.is_updated <> 0 THEN ',"is_updated":' || ${after} ELSE '' END`);
    isChanged.push(sql`d.is_updated = 0`);
  }
  const all = POINT_COLUMNS.map((name, at) => sql`${sql.raw(`'${name}'`)}, ${side}.${columns[at]}`);
  // Of a job that had no points all differ: one call writes them in half the time of a text put together.
  return sql`CASE WHEN ${sql.join(isChanged, sql` AND `)} THEN json_object(${sql.join(all, sql`, `)})
    ELSE '{' || substr(${sql.join(cells, sql` || `)}, 2) || '}' END`;
}
