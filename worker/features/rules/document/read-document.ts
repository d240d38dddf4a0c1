import { type SQL, sql } from 'drizzle-orm';
import type { RuleState } from '../../../contracts/calls/answers/rule-changes.ts';
import type { RuleDocument } from '../../../contracts/calls/answers/rule-document.ts';
import type { ruleCalls } from '../../../contracts/calls/declared/rules.ts';
import { formatMonthKey, yearMonthOf } from '../../../contracts/months.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { sha256 } from '../../../platform/crypto.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { calculationRuns } from '../../../platform/db/schema/calculation.ts';
import { ruleReadings } from '../../../platform/db/schema/rules.ts';
import { asNumber, asText, orNull, type RowOf, readColumn, readFirst, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { TotalsSource } from '../../calculation/engine/totals.ts';
import { readRules, selectRules, takeSnapshot } from '../../calculation/load.ts';
import { selectLastRuleChange } from '../../calculation/rules-in-force.ts';
import { EXPRESSIONS } from '../../totals/expressions-in-force.ts';
import { compareRules } from '../compare-rules.ts';
import { selectOrigins } from '../list-changes.ts';
import { type BookVersion, buildDocument } from './build-document.ts';

/**
 * `GET /rules/document?month=`: the rules of a month as people read them, marked where they say something else than the version that the person
 * last read. One round trip; that version is read from the files.
 */
export async function readRuleDocument(
  { files }: Deps,
  { caller, grant, values }: CallInput<typeof ruleCalls.readDocument>,
): Promise<RuleDocument> {
  const month = values.month!;
  const { lang } = caller;
  const { results } = await caller.read(grant, (actor) => ({
    book: selectBook(month),
    origins: selectOrigins(),
    customers: selectNames(sql`SELECT id, name FROM customers WHERE id IN (SELECT customer_id FROM standards)`),
    categories: selectNames(sql`SELECT id, work_name AS name FROM work_categories WHERE id IN (SELECT work_category_id FROM standards)`),
    changed: query(
      sql`SELECT h.at, u.name FROM history h LEFT JOIN users u ON u.id = h.user_id WHERE h.id = ${selectLastRuleChange(month)}`,
      readFirst({ at: asText, name: orNull(asText) }),
    ),
    run: selectLastRun(month),
    read: query(
      sql`SELECT * FROM rule_readings WHERE user_id = ${actor.id} ORDER BY read_at DESC, month DESC LIMIT 1`,
      readFirst(ruleReadings),
    ),
  }));
  const { book, run, read, changed } = results;
  const { hash, version } = await identify(book);
  const present = toVersion(book);
  const stored = read && read.hash !== version ? await files.get(documentKey(read.hash)) : null;
  const before = stored ? toVersion(await stored.json<Book>()) : undefined;
  const differences = before ? compareRules(before.rules, present.rules, (key, id) => results.origins.get(`${key} ${id}`) ?? id) : [];
  return {
    month,
    hash,
    version,
    changed_at: changed?.at ?? null,
    changed_by: changed?.name ?? null,
    last_run: toLastRun(run, hash),
    read: read ? { at: read.read_at, month: read.month, is_same: read.hash === version } : null,
    ...buildDocument(present, before, differences, results, lang),
  };
}

/** `GET /rules/state?month=`: whether the last calculation went by the rules as they are. One round trip. */
export async function readRuleState({ caller, grant, values }: CallInput<typeof ruleCalls.readState>): Promise<RuleState> {
  const month = values.month!;
  const { results } = await caller.read(grant, () => ({ rules: selectRules(month), run: selectLastRun(month) }));
  const { hash } = await takeSnapshot(results.rules);
  return { month, hash, last_run: toLastRun(results.run, hash) };
}

/** The last calculation of a month that was published. */
function selectLastRun(month: string) {
  const { year, month: number } = yearMonthOf(month);
  return query(
    sql`SELECT id, finished_at, rules_hash FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done' ORDER BY id DESC LIMIT 1`,
    readFirst(LAST_RUN),
  );
}

const LAST_RUN = { id: calculationRuns.id, finished_at: calculationRuns.finished_at, rules_hash: calculationRuns.rules_hash };

function toLastRun(run: RowOf<typeof LAST_RUN> | undefined, hash: string): RuleState['last_run'] {
  return run ? { id: run.id, finished_at: run.finished_at, is_same: run.rules_hash === hash } : null;
}

/** `POST /rules/document/read {month, version}`: the person has read that version. 409 where the rules have changed since it was shown. */
export async function markRuleDocumentRead(
  { files }: Deps,
  { caller, grant, values }: CallInput<typeof ruleCalls.markDocumentRead>,
): Promise<{ month: string; version: string; read_at: string }> {
  const { month, version } = values;
  const { actor, results } = await caller.read(grant, () => selectBook(month));
  if ((await identify(results)).version !== version) throw new AppError('rules_changed', { month: formatMonthKey(month) });
  if (!(await files.head(documentKey(version)))) await files.put(documentKey(version), JSON.stringify(results));
  const read_at = caller.clock.time();
  await caller.write(
    sql`INSERT INTO rule_readings (user_id, hash, month, read_at) VALUES (${actor.id}, ${version}, ${month}, ${read_at})
      ON CONFLICT (user_id, hash) DO UPDATE SET read_at = excluded.read_at, month = excluded.month`,
  );
  return { month, version, read_at };
}

/** How many active people have not read the rules of a month as they are now. */
export function selectUnreadPeople(month: string): Query<() => Promise<number>> {
  const plan = {
    book: selectBook(month),
    people: query(sql`SELECT id FROM users WHERE active = 1`, readColumn(asNumber)),
    readings: query(sql`SELECT * FROM rule_readings`, readRows(ruleReadings)),
  };
  return query(plan, ({ book, people, readings }) => async () => {
    const { version } = await identify(book);
    const readers = new Set(readings.flatMap(({ hash, user_id }) => (hash === version ? [user_id] : [])));
    return people.filter((id) => !readers.has(id)).length;
  });
}

/** A version of the book as it is kept: the rules are one text, whose hash a calculation names. */
interface Book {
  rules: string;
  expressions: TotalsSource;
}

function selectBook(month: string): Query<Book> {
  return query({ rules: selectRules(month), expressionsOf: EXPRESSIONS }, ({ rules, expressionsOf }) => ({
    rules,
    expressions: expressionsOf(month),
  }));
}

const toVersion = ({ rules, expressions }: Book): BookVersion => ({ rules: readRules(rules), expressions });

async function identify({ rules, expressions }: Book): Promise<{ hash: string; version: string }> {
  const { hash } = await takeSnapshot(rules);
  const { total_point_1, total_point_2 } = expressions;
  return { hash, version: await sha256(JSON.stringify([hash, total_point_1, total_point_2])) };
}

const documentKey = (version: string) => `rules/documents/${version}.json`;

function selectNames(statement: SQL): Query<ReadonlyMap<number, string>> {
  return query(query(statement, readRows({ id: asNumber, name: asText })), (rows) => new Map(rows.map(({ id, name }) => [id, name])));
}
