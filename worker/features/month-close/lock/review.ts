import { sql } from 'drizzle-orm';
import type { ReviewRow, ReviewThresholds } from '../../../contracts/calls/answers/month-checklist.ts';
import type { TotalRow } from '../../../contracts/calls/answers/totals.ts';
import { FINDINGS_PER_PAGE, REVIEW_KEYS, type ReviewKey } from '../../../contracts/calls/month-checklist.ts';
import { yearMonthOf } from '../../../contracts/months.ts';
import type { Page } from '../../../contracts/paging.ts';
import type { Reader } from '../../../platform/db/pieces.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { monthReviewNotes, monthReviewSettings } from '../../../platform/db/schema/month-seals.ts';
import { asJson, asText, orNull, type RowOf, readFirst, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import { median } from '../../../platform/text/median.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { canonicalJson } from '../seals/canonical.ts';
import { type Finding, type FindingsOf, isAsked, type PieceSizes, selectFindings } from './findings.ts';
import { selectStalePoints } from './stale-points.ts';

const SEALED_MONTHS = 3;

export interface Review {
  thresholds: ReviewThresholds;
  /** Every finding by kind; those that somebody has looked at carry the note. */
  findings: Record<ReviewKey, ReviewedFinding[]>;
}
export interface ReviewedFinding extends Finding {
  seen: ReviewRow['seen'];
}

/** A person's figures of the reviewed month. */
export type ReviewedPerson = Pick<TotalRow, 'user_id' | 'name' | 'total_point_1' | 'total_point_2'>;

/** The kinds that follow from the totals of people. */
export const FOUND_IN_TOTALS: readonly ReviewKey[] = ['undefined_total', 'variance'];

/** What a person should look at before a month is closed; where only one kind is asked for, the others are empty. */
export function selectReviewedMonth(
  month: string,
  sizes?: PieceSizes,
  only?: ReviewKey,
): Query<(reader: Reader, people: readonly ReviewedPerson[]) => Promise<Review>> {
  const { percent, points } = monthReviewSettings;
  const plan = {
    settings: query(sql`SELECT percent, points FROM month_review_settings`, readFirst({ percent, points })),
    notes: query(
      sql`SELECT n.kind, n.subject, n.value, n.note, n.at, u.name FROM month_review_notes n LEFT JOIN users u ON u.id = n.user_id WHERE n.month = ${month}`,
      readRows(NOTE_READERS),
    ),
    sealed: query(
      sql`SELECT json_group_array(json_array(r.user_id, l.month, r.row ->> '$.total_point_2')) AS packed
      FROM (SELECT month, seal_id FROM month_locks WHERE status = 1 AND month < ${month} ORDER BY month DESC LIMIT 12) l
      CROSS JOIN month_seal_rows r ON r.seal_id = l.seal_id AND r.kind = 'totals'`,
      readValue(asJson<SealedCell[]>()),
    ),
    findings: selectFindings(month, sizes, only),
    stale: isAsked(only, ['kept_points', 'edited_points', 'old_points']) ? selectStalePoints(month, sizes?.findings) : undefined,
  };
  return query(plan, ({ settings, notes, sealed, findings: readFindings, stale: readStalePoints }) => async (reader, people) => {
    const thresholds = settings ?? { percent: 30, points: 10 };
    const found = {
      undefined_total: findUndefined(month, people),
      variance: findVariance(month, thresholds, sealed, people),
      ...(await readFindings(reader)),
      ...(await readStalePoints?.(reader)),
    };
    return { thresholds, findings: withNotes(found, notes) };
  });
}

const { kind, subject, value, note, at } = monthReviewNotes;
const NOTE_READERS = { kind, subject, value, note, at, name: orNull(asText) };
type SealedCell = [user: number, month: string, total: number | null];

function withNotes(found: Partial<FindingsOf<ReviewKey>>, notes: readonly RowOf<typeof NOTE_READERS>[]): Review['findings'] {
  const noted = new Map(notes.map((row) => [`${row.kind} ${row.subject}`, row]));
  const withNote = (kind: ReviewKey, finding: Finding): ReviewedFinding => {
    const note = noted.get(`${kind} ${finding.subject}`);
    const seen = note && note.value === canonicalJson(finding.figures) ? { note: note.note, by: note.name ?? '', at: note.at } : null;
    return { ...finding, seen };
  };
  return Object.fromEntries(
    REVIEW_KEYS.map((kind) => [kind, (found[kind] ?? []).map((finding) => withNote(kind, finding))]),
  ) as Review['findings'];
}

/** A page of a kind's findings; the open ones come first. */
export function pickPage(findings: readonly ReviewedFinding[], { page, limit }: Page = { page: 1, limit: FINDINGS_PER_PAGE }): ReviewRow[] {
  const inOrder = [...findings.filter(({ seen }) => !seen), ...findings.filter(({ seen }) => seen)];
  return inOrder.slice((page - 1) * limit, page * limit).map(({ person, ...row }) => ({ ...row, value: canonicalJson(row.figures) }));
}

/** People for whom an expression has no value, as for a division by zero: sums leave them out. */
function findUndefined(month: string, people: readonly ReviewedPerson[]): Finding[] {
  const { year, month: number } = yearMonthOf(month);
  return people
    .filter(({ total_point_1, total_point_2 }) => total_point_1 === null || total_point_2 === null)
    .map(({ user_id, name, total_point_1, total_point_2 }) => ({
      subject: `user:${user_id}`,
      person: user_id,
      label: name,
      figures: { total_point_1, total_point_2 },
      link: `/total?year=${year}&month=${number}&user_id=${user_id}`,
    }));
}

/** People whose total 2 is further from the median of their last three sealed months than both thresholds allow. */
function findVariance(
  month: string,
  { percent, points }: ReviewThresholds,
  sealed: readonly SealedCell[],
  people: readonly ReviewedPerson[],
): Finding[] {
  const { year, month: number } = yearMonthOf(month);
  const before = Map.groupBy(sealed, ([user]) => user);
  return people.flatMap(({ user_id, name, total_point_2 }) => {
    const last = (before.get(user_id) ?? [])
      .sort(([, a], [, b]) => (a < b ? 1 : -1))
      .slice(0, SEALED_MONTHS)
      .map(([, , total]) => total ?? 0);
    if (last.length < SEALED_MONTHS || total_point_2 === null) return [];
    const usual = median(last);
    const difference = Math.abs(total_point_2 - usual);
    if (difference <= points || difference <= (Math.abs(usual) * percent) / 100) return [];
    return [
      {
        subject: `user:${user_id}`,
        person: user_id,
        label: name,
        figures: { total_point_2, usual: roundPoints(usual), difference: roundPoints(total_point_2 - usual) },
        link: `/total?year=${year}&month=${number}&user_id=${user_id}`,
      },
    ];
  });
}
