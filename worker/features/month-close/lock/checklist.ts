import { sql } from 'drizzle-orm';
import type { MonthChecklist, ReviewRow } from '../../../contracts/calls/answers/month-checklist.ts';
import type { monthLockCalls } from '../../../contracts/calls/declared/month-lock.ts';
import { type ChecklistKey, FINDINGS_PER_PAGE, REVIEW_KEYS, type ReviewKey } from '../../../contracts/calls/month-checklist.ts';
import { lastDay, monthKey, yearMonthOf } from '../../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import type { Reader } from '../../../platform/db/pieces.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asBoolean, asJson, asNumber, asText, readFirst, readOne } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { WAITS_FOR_MONTH } from '../../crawl/watch/changed-months.ts';
import { selectUnreadPeople } from '../../rules/document/read-document.ts';
import { selectLiveMonth } from '../../totals/live-totals.ts';
import { toTotalRow } from '../../totals/total-entries.ts';
import { countStates, type MonthStates, selectStates } from '../statements/states.ts';
import { FOUND_IN_TOTALS, pickPage, type Review, type ReviewedFinding, type ReviewedPerson, selectReviewedMonth } from './review.ts';
import { isPersonVisible, selectVisiblePeople, type VisiblePeople } from './visible-people.ts';

/** `GET /month-checklist?year=&month=`: what is open in a month, each with the address of its rows; people of other departments are only counted. One round trip. */
export async function readMonthChecklist({
  caller,
  grant,
  values,
}: CallInput<typeof monthLockCalls.readChecklist>): Promise<MonthChecklist> {
  const month = monthKey(values.year!, values.month!);
  const { results } = await caller.read(grant, (actor) => ({
    visible: selectVisiblePeople(actor),
    live: selectLiveMonth(month),
    countUnread: selectUnreadPeople(month),
    checklist: selectChecklist(month),
    states: selectStates(month, { department: visibleDepartment(actor, 'figures') }),
  }));
  const { entries } = await results.live(caller);
  const states = await results.states(caller, caller.clock.today());
  const statements = { ...countStatements(states), rules_unread: await results.countUnread() };
  return results.checklist(caller, entries.map(toTotalRow), { visible: results.visible, statements });
}

/** `GET /month-checklist/findings?year=&month=&key=&page=&limit=`: all findings of a kind, those that nobody has looked at first. Of people those of the own department. */
export async function listFindings({ caller, grant, values }: CallInput<typeof monthLockCalls.listFindings>): Promise<Envelope<ReviewRow>> {
  const { visible, findings } = await readFindings({ caller, grant }, monthKey(values.year!, values.month!), values.key as ReviewKey);
  const found = pickVisible(findings, visible);
  const page = readPage(values, FINDINGS_PER_PAGE);
  return toEnvelope(page, found.length, pickPage(found, page));
}

/** The findings of a kind in a month (YYYY-MM) as they are now, and whom the actor may see named in them. Nothing else of the month is computed. */
export async function readFindings({ caller, grant }: GrantedCaller, month: string, key: ReviewKey) {
  const { actor, results } = await caller.read(grant, (actor) => ({
    visible: selectVisiblePeople(actor),
    live: FOUND_IN_TOTALS.includes(key) ? selectLiveMonth(month) : undefined,
    review: selectReviewedMonth(month, undefined, key),
  }));
  const entries = (await results.live?.(caller))?.entries ?? [];
  const { findings } = await results.review(caller, entries.map(toTotalRow));
  return { actor, visible: results.visible, findings: findings[key] };
}

type ReadChecklist = (
  reader: Reader,
  people: readonly ReviewedPerson[],
  named?: { visible?: VisiblePeople; statements?: StatementCounts },
) => Promise<MonthChecklist>;

/** All that is open in a month (YYYY-MM) but its statements. Reading takes the month's totals as they are now. */
export function selectChecklist(month: string): Query<ReadChecklist> {
  return query(
    { counts: selectCounts(month), review: selectReviewedMonth(month) },
    ({ counts, review: readReview }): ReadChecklist =>
      async (reader, people, { visible = null, statements = NO_STATEMENTS } = {}) =>
        toChecklist(month, askedOf({ ...statements, ...counts }), await readReview(reader, people), visible),
  );
}

function selectCounts(key: string): Query<RecordCounts> {
  const { year, month } = yearMonthOf(key);
  const plan = {
    directs: query(
      sql`SELECT COUNT(*) AS jobs, COUNT(*) - COUNT(user_id) AS no_designer, COUNT(*) - COUNT(chekkusha_id) AS no_checker, COUNT(*) - COUNT(customer_id) AS no_customer,
        COUNT(*) - COUNT(work_category_id) AS no_category, COUNT(*) - COUNT(tsubosuu) AS no_area, ifnull(SUM(is_checked = 0), 0) AS unchecked,
        COUNT(*) - COUNT(result_design_point) AS not_calculated, ifnull(SUM(is_updated), 0) AS adjusted
      FROM directs WHERE ${inMonth(sql`henkyaku_hi`, key)}`,
      readOne(DIRECT_COUNTS),
    ),
    indirects: query(
      sql`SELECT COUNT(*) AS indirects, ifnull(SUM(is_checked = 0), 0) AS unchecked_indirects FROM indirects WHERE ${inMonth(sql`rate_at`, key)}`,
      readOne({ indirects: asNumber, unchecked_indirects: asNumber }),
    ),
    mistakes: query(sql`SELECT COUNT(*) AS mistakes FROM mistakes WHERE ${inMonth(sql`rate_at`, key)}`, readOne({ mistakes: asNumber })),
    rules: query(
      sql`SELECT EXISTS (SELECT 1 FROM standards) OR EXISTS (SELECT 1 FROM formula_base_points) OR EXISTS (SELECT 1 FROM formula_results) AS has_rules`,
      readOne({ has_rules: asBoolean }),
    ),
    ratings: query(
      sql`SELECT COUNT(*) AS no_rating, json_group_array(json_array(id, name)) AS unrated FROM (SELECT u.id, u.name FROM users u
      WHERE u.active = 1 AND NOT EXISTS (SELECT 1 FROM pro p WHERE p.user_id = u.id AND p.rate_at <= ${lastDay(key)}) ORDER BY u.name_sort, u.id)`,
      readOne({ no_rating: asNumber, unrated: asJson<RecordCounts['unrated']>() }),
    ),
    run: query(
      sql`SELECT failed AS issues FROM calculation_runs WHERE year = ${year} AND month = ${month} AND status = 'done' ORDER BY id DESC LIMIT 1`,
      readFirst({ issues: asNumber }),
    ),
    questions: query(
      sql`SELECT COUNT(*) AS open_questions FROM questions q WHERE q.month = ${key} AND q.status = 'open'`,
      readOne({ open_questions: asNumber }),
    ),
    reconciliation: query(
      sql`SELECT id, finished_at AS at, only_there, only_here, differs FROM crawl_reconciliations WHERE month = ${key} AND status = 'done' ORDER BY id DESC LIMIT 1`,
      readFirst({ id: asNumber, at: asText, only_there: asNumber, only_here: asNumber, differs: asNumber }),
    ),
    waiting: query(
      sql`SELECT COUNT(*) AS source_waiting FROM crawl_waiting w WHERE ${WAITS_FOR_MONTH} AND w.month = ${key}`,
      readOne({ source_waiting: asNumber }),
    ),
    crawl: query(
      sql`SELECT skipped AS crawl_errors FROM crawl_runs WHERE status IN ('done', 'failed') ORDER BY id DESC LIMIT 1`,
      readFirst({ crawl_errors: asNumber }),
    ),
  };
  return query(plan, ({ directs, indirects, mistakes, rules, ratings, run, questions, reconciliation = null, waiting, crawl }) => ({
    ...directs,
    ...indirects,
    ...mistakes,
    ...rules,
    ...ratings,
    ...questions,
    ...waiting,
    issues: run?.issues ?? 0,
    crawl_errors: crawl?.crawl_errors ?? 0,
    reconciliation,
    source_differences: reconciliation ? reconciliation.only_there + reconciliation.only_here + reconciliation.differs : 0,
  }));
}

const DIRECT_COUNTS = {
  jobs: asNumber,
  no_designer: asNumber,
  no_checker: asNumber,
  no_customer: asNumber,
  no_category: asNumber,
  no_area: asNumber,
  unchecked: asNumber,
  not_calculated: asNumber,
  adjusted: asNumber,
};

/** What is counted; of the rest each finding is listed. */
type CountedKey = Exclude<ChecklistKey, ReviewKey>;
type StatementCounts = Record<(typeof STATEMENT_KEYS)[number], number>;
type RecordCounts = Record<Exclude<CountedKey, keyof StatementCounts>, number> & {
  jobs: number;
  indirects: number;
  mistakes: number;
  has_rules: boolean;
  reconciliation: MonthChecklist['reconciliation'];
  /** The people without a rating. */
  unrated: [id: number, name: string][];
};

type Counts = RecordCounts & StatementCounts;

const STATEMENT_KEYS = ['changed_statements', 'unconfirmed_statements', 'silent_statements', 'rules_unread'] as const;
const NO_STATEMENTS = Object.fromEntries(STATEMENT_KEYS.map((key) => [key, 0])) as StatementCounts;

/** Of a month without records nobody needs a rating: there is nothing that it would change. Rules are read before it begins, where there are any. */
function askedOf(counts: Counts): Counts {
  const isEmpty = counts.jobs + counts.indirects + counts.mistakes === 0;
  return { ...counts, ...(isEmpty && { no_rating: 0, unrated: [] }), ...(!counts.has_rules && { rules_unread: 0 }) };
}

function toChecklist(yearMonth: string, counts: Counts, { findings, thresholds }: Review, visible: VisiblePeople): MonthChecklist {
  const { year, month } = yearMonthOf(yearMonth);
  const [from, to] = [`${yearMonth}-01`, lastDay(yearMonth)];
  const range = `exc_start_time=${from}&exc_end_time=${to}`;
  const directs = (filter: string) => `/directs?${filter}&${range}`;
  // The page that names the findings and the people without a rating one by one.
  const list = `/calculate?year=${year}&month=${month}&tab=checklist`;
  const links: Record<CountedKey, string> = {
    no_designer: directs('user_id__empty=1'),
    no_checker: directs('chekkusha_id__empty=1'),
    no_customer: directs('customer_id__empty=1'),
    no_category: directs('work_category_id__empty=1'),
    no_area: directs('tsubosuu__empty=1'),
    unchecked: `/directs-techousei?is_checked=0&${range}`,
    unchecked_indirects: `/indirect?is_checked=0&${range}`,
    issues: `/calculate?year=${year}&month=${month}`,
    not_calculated: directs('result_design_point__empty=1'),
    adjusted: `/directs-techousei?is_updated=1&${range}`,
    no_rating: list,
    crawl_errors: '/directs/crawls',
    source_differences: list,
    source_waiting: `/directs/crawls?waiting=${yearMonth}`,
    rules_unread: `/rules/document?month=${yearMonth}`,
    open_questions: `/questions?status=open&year=${year}&month=${month}`,
    changed_statements: `/statements?state=changed&year=${year}&month=${month}`,
    unconfirmed_statements: `/statements?state=none&year=${year}&month=${month}`,
    silent_statements: `/statements?state=silent&year=${year}&month=${month}`,
  };
  const unrated = counts.unrated
    .filter(([id]) => isPersonVisible(visible, id))
    .map(([user_id, name]) => ({ user_id, name, link: `/pro/add?user_id=${user_id}&rate_at=${from}` }));
  const counted = (Object.keys(links) as CountedKey[]).map((key) => ({
    key,
    count: counts[key],
    link: links[key],
    ...(key === 'no_rating' && { people: unrated, elsewhere: counts.no_rating - unrated.length }),
  }));
  const reviewed = REVIEW_KEYS.map((key) => {
    const found = pickVisible(findings[key], visible);
    const count = countOpen(findings[key]);
    return { key, count, link: list, rows: pickPage(found), found: found.length, elsewhere: count - countOpen(found) };
  });
  const items = [...counted, ...reviewed];
  return {
    year,
    month,
    jobs: counts.jobs,
    open: items.filter(({ count }) => count > 0).length,
    items,
    thresholds,
    reconciliation: counts.reconciliation,
  };
}

const pickVisible = (findings: readonly ReviewedFinding[], visible: VisiblePeople) =>
  findings.filter(({ person }) => isPersonVisible(visible, person));

const countOpen = (findings: readonly ReviewedFinding[]) => findings.filter(({ seen }) => !seen).length;

/** The open points that a lock event keeps, with the subjects that nobody had looked at. */
export function pickOpenPoints({ items }: MonthChecklist): { key: ChecklistKey; count: number; subjects?: string[] }[] {
  return items
    .filter(({ count }) => count > 0)
    .map(({ key, count, rows }) => ({
      key,
      count,
      ...(rows && { subjects: rows.filter(({ seen }) => !seen).map(({ subject }) => subject) }),
    }));
}

/** Nobody is asked to confirm before a review is opened. */
function countStatements({ people, review }: MonthStates): Omit<StatementCounts, 'rules_unread'> {
  const counts = countStates(people);
  return { changed_statements: counts.changed, unconfirmed_statements: review ? counts.none : 0, silent_statements: counts.silent };
}
