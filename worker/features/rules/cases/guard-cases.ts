import { type SQL, sql } from 'drizzle-orm';
import { DATED_RULES } from '../../../contracts/rule-tables.ts';
import type { Lang, Text } from '../../../contracts/text.ts';
import { warnOfLockedMonths } from '../../../crud/update-rows.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { Author } from '../../../platform/db/client.ts';
import { isOutdated, requireUnchanged } from '../../../platform/db/fence.ts';
import { type Plan, query, type ResultsOf } from '../../../platform/db/query.ts';
import { asBoolean, asText, readColumn, readOne, readValue } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockedMonthsOfRules } from '../../../resources/locked-months.ts';
import { isOfRule, LAST_RULE_WRITE } from '../../calculation/rules-in-force.ts';
import { type JudgedCase, judgeCases, type KeptBrokenCase, localizeCase, selectCases } from './judge-cases.ts';

/** Whether there is any example: without one no write of rules is tried. */
export const HAS_CASES = sql`EXISTS (SELECT 1 FROM rule_cases)`;

const MAX_ATTEMPTS = 5;

/** A write of a plan in a transaction of its own. */
type Write = <P extends Plan>(plan: P) => Promise<ResultsOf<P>>;

/** Decides about examples that a write would break; throws where they are not accepted. */
type Accept = (broken: readonly KeptBrokenCase[]) => Promise<void>;

/**
 * Writes rules beside worked examples: first as a trial that is rolled back, which says what every example comes to before and after; then, where
 * none breaks or `accept` lets them, for good, unless rules or examples changed in between: then it is tried again. An example breaks
 * that came out right before and does not any more.
 */
export async function writeBesideCases<P extends Plan>(write: Write, plan: P, accept: Accept): Promise<ResultsOf<P>> {
  for (let attempt = 1; ; attempt++) {
    const { broken, state } = await tryBesideCases(write, plan);
    if (broken.length > 0) await accept(broken);
    const accepted = broken.length > 0 ? JSON.stringify(broken.map(({ name }) => name)) : null;
    try {
      const written = await write({
        fence: requireUnchanged(sql`${STATE} = ${state}`),
        accepted: sql`UPDATE write_context SET accepted_cases = ${accepted}`,
        plan,
      });
      return written.plan;
    } catch (error) {
      if (!isOutdated(error) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** Which examples a plan would break, the state in which it would, and what the plan answers; nothing of it stays. */
export async function tryBesideCases<P extends Plan>(write: Write, plan: P) {
  const {
    before,
    after,
    state,
    plan: tried,
  } = await write({
    state: query(sql`SELECT ${STATE}`, readValue(asText)),
    before: selectCases(),
    begin: sql`SAVEPOINT trial`,
    plan,
    after: selectCases(),
    back: sql`ROLLBACK TO trial`,
  });
  const failing = judgeCases(after).filter(({ passed }) => !passed);
  const ids = new Set(failing.map(({ id }) => id));
  const former = judgeCases({ ...before, cases: before.cases.filter(({ id }) => ids.has(id)) });
  const passed = new Set(former.flatMap((result) => (result.passed ? [result.id] : [])));
  const broken = failing.filter(({ id }) => passed.has(id)).map(toBrokenCase);
  return { broken, state, tried };
}

const toBrokenCase = ({ id, name, month, expected, actual, reason }: JudgedCase): KeptBrokenCase => ({
  id,
  name,
  month,
  expected,
  actual,
  reason,
});

/** Everything that the examples' outcome depends on, as a text. */
const STATE = sql`json_array(${LAST_RULE_WRITE}, (SELECT group_concat(id || ':' || version) FROM rule_cases))`;

/** Names of examples, each with its design and check points before and after. */
export function listBroken(broken: readonly KeptBrokenCase[]): Text {
  const inWords = (lang: Lang) => {
    const point = (value: number) => value.toLocaleString(lang, { maximumFractionDigits: 6 });
    const figures = (points: KeptBrokenCase['actual']) =>
      points ? `${point(points.result_design_point)}/${point(points.result_check_point)}` : '–';
    return broken.map(({ name, expected, actual }) => `«${name}» ${figures(expected)} → ${figures(actual)}`).join('; ');
  };
  return { vi: inWords('vi'), en: inWords('en') };
}

/** 409 `cases_broken`, with what the examples must come to and would. */
function brokenError(broken: readonly KeptBrokenCase[], lang: Lang): AppError {
  return new AppError(
    'cases_broken',
    { cases: listBroken(broken)[lang] },
    { current: { cases: broken.map((each) => localizeCase(each, lang)) } },
  );
}

/**
 * A caller whose writes keep the examples right: 409 `cases_broken` where they do not, unless `accepts` says that these may break. Whether there
 * are any is read along with the first read; `concerns` says in SQL whether the call writes rules at all.
 */
export function guardCases(
  caller: Caller,
  accepts: (broken: readonly KeptBrokenCase[]) => Promise<boolean>,
  concerns: SQL = sql`1`,
): Caller {
  const need = query(sql`SELECT ${concerns} AS rules, ${HAS_CASES} AS cases`, readOne({ rules: asBoolean, cases: asBoolean }));
  let needed: ResultsOf<typeof need> | undefined;
  return {
    ...caller,
    async read(grant, plan) {
      const { actor, results } = await caller.read(grant, (actor) => ({ plan: plan(actor), need }));
      needed = results.need;
      return { actor, results: results.plan };
    },
    async write(plan, source) {
      needed ??= await caller.readMore(need);
      if (!needed.rules) return caller.write(plan, source);
      const write = writeRules(caller, source);
      if (!needed.cases) return write(plan);
      return writeBesideCases(write, plan, async (broken) => {
        if (!(await accepts(broken))) throw brokenError(broken, caller.lang);
      });
    },
  };
}

/** Writes rules, and warns which locked months go on by what was before. */
export function writeRules(caller: Caller, source?: Author['source']): Write {
  return async (plan) => {
    const months = query(lockedMonthsOfRules(caller.requestId), readColumn(asText));
    const written = await caller.write({ plan, months }, source);
    warnOfLockedMonths(caller, written.months);
    return written.plan;
  };
}

/** Whether a request, of a number given in SQL, wrote rules. */
export function wroteRules(requestId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM history h WHERE h.request_id = ${requestId} AND ${isOfRule(DATED_RULES)})`;
}
