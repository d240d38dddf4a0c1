import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { ReviewFigures, ReviewKey, ReviewRow, ReviewThresholds } from '../../contracts/calls/month-checklist.ts';
import { roundPoints } from '../../text/rounding.ts';
import { canonicalJson } from '../month-seals/canonical.ts';
import { wholeMonth } from '../month-seals/month-facts.ts';
import { NO_SEALS } from '../month-seals/seals-in-force.ts';
import {
  compileExpressions,
  liveEntries,
  type PersonCell,
  peopleAfter,
  readExpressions,
  readSums,
  SUM_RESULTS,
  sumStatements,
} from '../totals/live-totals.ts';
import { unpackCells } from '../totals/pieces.ts';
import { findOddJobs, median, type ReviewedJob } from './odd-jobs.ts';

/** Months of jobs that a job is compared with: its own and those before. */
const COMPARED_MONTHS = 3;
const SEALED_MONTHS = 3;
/** So many rows of a kind are listed; the count says how many there are. */
const MAX_ROWS = 200;

interface Found {
  key: ReviewKey;
  subject: string;
  label: string;
  figures: ReviewFigures;
  link: string;
}

/** Statements of what a person should look at before a month is closed; `readReview` takes their results. */
export function reviewStatements(month: string): SQL[] {
  const period = wholeMonth(month);
  const [year, number] = month.split('-').map(Number);
  const { from, to } = period;
  const ofMonth = sql`d.henkyaku_hi >= ${from} AND d.henkyaku_hi <= ${to}`;
  // By the numbers of history rows, which no clock can turn around.
  const lastRuleChange = sql`(SELECT MAX(id) FROM history WHERE entity IN ('standards', 'tsubos', 'formula_base_points', 'formula_results'))`;
  const lastRun = sql`(SELECT history_id FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done' ORDER BY id DESC LIMIT 1)`;
  return [
    sql`SELECT percent, points FROM month_review_settings`,
    sql`SELECT n.kind, n.subject, n.value, n.note, n.at, n.user_id, u.name FROM month_review_notes n LEFT JOIN users u ON u.id = n.user_id WHERE n.month = ${month}`,
    sql`SELECT json_group_array(json_array(r.user_id, l.month, r.row ->> '$.total_point_2')) AS packed
      FROM (SELECT month, seal_id FROM month_locks WHERE status = 1 AND month < ${month} ORDER BY month DESC LIMIT 12) l
      CROSS JOIN month_seal_rows r ON r.seal_id = l.seal_id AND r.kind = 'totals'`,
    sql`SELECT json_group_array(json_array(d.id, d.name, d.customer_id, d.work_category_id, d.henkyaku_hi >= ${from}, d.tsubosuu,
        d.result_design_point + d.result_check_point, d.sagyou_jikan + d.chekkku_jikan)) AS packed
      FROM directs d WHERE d.henkyaku_hi >= ${monthsBefore(month, COMPARED_MONTHS - 1)} AND d.henkyaku_hi <= ${to} AND d.tsubosuu > 0
        AND d.customer_id IS NOT NULL AND d.work_category_id IS NOT NULL`,
    sql`SELECT d.id, d.name, d.user_id, u.name AS person FROM directs d JOIN users u ON u.id = d.user_id WHERE ${ofMonth} AND d.user_id = d.chekkusha_id ORDER BY d.id`,
    sql`SELECT d.id, d.name, d.bukkenmei FROM directs d WHERE ${ofMonth} AND d.result_design_point = 0 AND d.result_check_point = 0 ORDER BY d.id`,
    sql`SELECT MIN(d.id) AS id, MIN(d.name) AS name, d.bukkenmei, w.work_name, COUNT(*) AS jobs, json_group_array(d.id) AS ids
      FROM directs d LEFT JOIN work_categories w ON w.id = d.work_category_id
      WHERE ${ofMonth} AND d.bukkenmei_fold IS NOT NULL AND d.bukkenmei_fold <> '' AND d.work_category_id IS NOT NULL
      GROUP BY d.bukkenmei_fold, d.customer_id, d.work_category_id HAVING COUNT(*) > 1 ORDER BY 1`,
    sql`SELECT d.id, d.name, d.calculated_at, (SELECT at FROM history WHERE id = ${lastRuleChange}) AS changed_at
      FROM directs d LEFT JOIN calculation_runs r ON r.id = d.calculation_id
      WHERE ${ofMonth} AND d.calculation_id IS NOT NULL AND d.is_updated = 0 AND ifnull(r.history_id, 0) < ${lastRuleChange}
        AND (d.is_checked = 1 OR ifnull(${lastRun}, 0) < ${lastRuleChange}) ORDER BY d.id`,
    sql`SELECT d.id, d.name, w.since FROM crawl_waiting w JOIN directs d ON d.id = w.direct_id
      WHERE ${ofMonth} AND w.reason = 'record_checked' AND d.is_checked = 1 ORDER BY d.id`,
    peopleAfter(period, NO_SEALS, {}),
    ...sumStatements(period, NO_SEALS),
  ];
}

export interface Review {
  thresholds: ReviewThresholds;
  /** Every finding by kind; those that somebody has looked at carry the note. */
  rows: Record<ReviewKey, ReviewRow[]>;
}

export function readReview(month: string, results: readonly ResultSet[]): Review {
  const [settings, notes, sealed, jobs, samePerson, zero, double, stale, changed, people] = results as [ResultSet, ...ResultSet[]] &
    ResultSet[];
  const thresholds = { percent: Number(settings.rows[0]?.percent ?? 30), points: Number(settings.rows[0]?.points ?? 10) };
  const direct = (id: unknown) => `/directs/${id}/view`;
  const found: Found[] = [
    ...findVariance(month, thresholds, sealed!, people!, results.slice(9)),
    ...findOddJobs(unpackCells<ReviewedJob>(jobs!)).map(({ id, name, figures }) => ({
      key: 'odd_job' as const,
      subject: `direct:${id}`,
      label: name ?? `#${id}`,
      figures,
      link: direct(id),
    })),
    ...samePerson!.rows.map((row) => entry('same_person', row, { person: row.person as string })),
    ...zero!.rows.map((row) => entry('zero_points', row, { bukkenmei: row.bukkenmei as string | null })),
    ...double!.rows.map((row) =>
      entry('double_building', row, {
        bukkenmei: row.bukkenmei as string | null,
        work_name: row.work_name as string | null,
        jobs: Number(row.jobs),
        ids: (JSON.parse(String(row.ids)) as number[]).sort((a, b) => a - b).join(', '),
      }),
    ),
    ...stale!.rows.map((row) =>
      entry('old_points', row, { calculated_at: row.calculated_at as string, changed_at: row.changed_at as string }),
    ),
    ...changed!.rows.map((row) => entry('source_changed', row, { since: row.since as string })),
  ];
  const seen = new Map(notes!.rows.map((row) => [`${row.kind} ${row.subject}`, row]));
  const rows = {
    variance: [],
    odd_job: [],
    same_person: [],
    zero_points: [],
    double_building: [],
    old_points: [],
    source_changed: [],
  } as Review['rows'];
  for (const { key, ...finding } of found) {
    const value = canonicalJson(finding.figures);
    const note = seen.get(`${key} ${finding.subject}`);
    rows[key].push({
      ...finding,
      value,
      seen: note?.value === value ? { note: String(note.note), by: String(note.name ?? ''), at: String(note.at) } : null,
    });
  }
  return { thresholds, rows };

  function entry(key: ReviewKey, row: ResultSet['rows'][number], figures: ReviewFigures): Found {
    return { key, subject: `direct:${row.id}`, label: String(row.name ?? `#${row.id}`), figures, link: direct(row.id) };
  }
}

/** The open findings of a kind come first, and no more than a screen can use. */
export function listedRows(rows: readonly ReviewRow[]): ReviewRow[] {
  return [...rows.filter(({ seen }) => !seen), ...rows.filter(({ seen }) => seen)].slice(0, MAX_ROWS);
}

/** People whose total 2 is further from the median of their last three sealed months than both thresholds allow. */
function findVariance(
  month: string,
  { percent, points }: ReviewThresholds,
  sealed: ResultSet,
  people: ResultSet,
  sums: readonly ResultSet[],
): Found[] {
  const before = Map.groupBy(unpackCells<[user: number, month: string, total: number | null]>(sealed), ([user]) => user);
  const totals = compileExpressions(readExpressions(sums[SUM_RESULTS]!));
  const entries = liveEntries(unpackCells<PersonCell>(people), wholeMonth(month), () => false, readSums(sums.slice(1)), totals);
  return entries.flatMap(({ person, points: { total_point_2 } }) => {
    const last = (before.get(person.user_id) ?? [])
      .sort(([, a], [, b]) => (a < b ? 1 : -1))
      .slice(0, SEALED_MONTHS)
      .map(([, , total]) => total ?? 0);
    if (last.length < SEALED_MONTHS || total_point_2 === null) return [];
    const usual = median(last);
    const difference = Math.abs(total_point_2 - usual);
    if (difference <= points || difference <= (Math.abs(usual) * percent) / 100) return [];
    const figures = { total_point_2, usual: roundPoints(usual), difference: roundPoints(total_point_2 - usual) };
    const [year, number] = month.split('-').map(Number);
    return [
      {
        key: 'variance' as const,
        subject: `user:${person.user_id}`,
        label: person.name,
        figures,
        link: `/total?year=${year}&month=${number}&user_id=${person.user_id}`,
      },
    ];
  });
}

/** First day of the month that lies so many months before. */
function monthsBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 10);
}
