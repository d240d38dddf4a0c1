import { sql } from 'drizzle-orm';
import type { BrokenCase, CaseResult } from '../../../contracts/calls/answers/rule-cases.ts';
import { issueMessage } from '../../../contracts/calls/calculation-issues.ts';
import { fill, type Lang, type Text } from '../../../contracts/text.ts';
import { query, type ResultsOf } from '../../../platform/db/query.ts';
import { ruleCases } from '../../../platform/db/schema/rules.ts';
import { asJson, asText, orNull, type RowOf, readRows } from '../../../platform/db/typed-rows.ts';
import { codeKey } from '../../../platform/text/rule-identity.ts';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import type { RuleRows, StandardRow } from '../../calculation/engine/rows.ts';
import { type CompiledRules, compileRules } from '../../calculation/engine/rules.ts';
import { type RuleVersion, type RuleVersions, selectRuleVersions } from '../../calculation/load.ts';

/** What a worked example comes to; why it did not pass in both languages, as who asked may not be who reads it. */
export type JudgedCase = Omit<CaseResult, 'reason'> & { reason: Text | null };
/** An example that a write of rules would change, as it is kept. */
export type KeptBrokenCase = Omit<BrokenCase, 'reason'> & { reason: Text | string | null };

/** The same with the reason in one language; one that was kept as a text stays in its own. */
export function localizeCase<C extends { reason: Text | string | null }>(
  row: C,
  lang: Lang,
): Omit<C, 'reason'> & { reason: string | null } {
  const { reason } = row;
  return { ...row, reason: reason === null || typeof reason === 'string' ? reason : reason[lang] };
}

/** The worked examples and all rules of their months, or of `asOf` (YYYY-MM), as they are where the query runs. */
export function selectCases(asOf?: string) {
  const [from, to] = asOf
    ? [sql`${asOf}`, sql`${asOf}`]
    : [sql`(SELECT min(month) FROM rule_cases)`, sql`(SELECT max(month) FROM rule_cases)`];
  return query(
    {
      cases: query(
        sql`SELECT c.*, k.name AS customer, w.work_name AS work_category FROM rule_cases c
          LEFT JOIN customers k ON k.id = c.customer_id LEFT JOIN work_categories w ON w.id = c.work_category_id ORDER BY c.id`,
        readRows(CASE_READERS),
      ),
      versions: selectRuleVersions(from, to),
    },
    (read) => read,
  );
}

/** What each worked example comes to by the rules of its own month, or of `asOf`. Examples that the same rows decide share their compiled rules. */
export function judgeCases({ cases, versions }: ReadCases, asOf?: string): JudgedCase[] {
  const rulesOf = indexVersions(versions);
  const compiled = new Map<string, CompiledRules>();
  return cases.map((row) => {
    const month = asOf ?? row.month;
    const rules = rulesOf(row, month);
    const tables = [rules.standards, rules.tsubos, rules.base_points, rules.results];
    const key = JSON.stringify(tables.map((rows) => rows.map(({ id }) => id)));
    if (!compiled.has(key)) compiled.set(key, compileRules(rules));
    return judgeCase(row, month, compiled.get(key)!);
  });
}

type ReadCases = ResultsOf<ReturnType<typeof selectCases>>;
type CaseRow = RowOf<typeof CASE_READERS>;

/** Finds the rules of a month that a job of a customer and work category is decided by: its standard and the tables of that one's code. */
function indexVersions({ standards, tsubos, base_points, results }: RuleVersions) {
  const pairOf = ({ customer_id, work_category_id }: StandardRow | CaseRow) => `${customer_id}:${work_category_id}`;
  const ofPair = Map.groupBy(standards, pairOf);
  const scalesOf = Map.groupBy(tsubos, ({ scale_factor_code }) => codeKey(scale_factor_code ?? ''));
  const following = Map.groupBy(tsubos, ({ origin }) => origin);
  const [basePointsOf, resultsOf] = [Map.groupBy(base_points, codeOf), Map.groupBy(results, codeOf)];
  return (row: CaseRow, month: string): RuleRows => {
    const inForce = <Version extends RuleVersion<unknown>>(rows: readonly Version[] = []) =>
      rows.filter(({ valid_from, valid_to }) => valid_from <= month && (valid_to === null || month <= valid_to));
    const [standard] = inForce(ofPair.get(pairOf(row)));
    if (!standard) return { standards: [], tsubos: [], base_points: [], results: [] };
    const code = codeOf(standard);
    const [scale] = inForce(following.get(standard.origin));
    return {
      standards: [{ ...standard, tsubo_id: scale?.id ?? standard.tsubo_id }],
      tsubos: [...(scale ? [scale] : []), ...inForce(scalesOf.get(code)).filter(({ id }) => id !== scale?.id)],
      base_points: inForce(basePointsOf.get(code)),
      results: inForce(resultsOf.get(code)),
    };
  };
}

const codeOf = ({ scale_code }: { scale_code: string | null }): string => codeKey(scale_code ?? '');

function judgeCase(row: CaseRow, month: string, rules: CompiledRules): JudgedCase {
  const { id, name, customer_id, work_category_id, customer, work_category, result_design_point, result_check_point } = row;
  const calculated = calculateDirect(rules, { ...row.values, id: 0, customer_id, work_category_id });
  const actual = calculated.ok ? pickPoints(calculated) : null;
  const passed = actual?.result_design_point === result_design_point && actual.result_check_point === result_check_point;
  const describe = (lang: Lang) => (calculated.ok ? fill(OTHER_POINTS[lang], { ...actual }) : issueMessage(calculated.issue, lang));
  const reason = passed ? null : { vi: describe('vi'), en: describe('en') };
  const expected = { result_design_point, result_check_point };
  return { ...{ id, name, month, customer_id, work_category_id, customer, work_category }, expected, actual, passed, reason };
}

const pickPoints = ({ result_design_point, result_check_point }: JudgedCase['expected']) => ({ result_design_point, result_check_point });

const OTHER_POINTS: Text = {
  vi: 'Quy tắc cho {result_design_point} điểm thiết kế và {result_check_point} điểm kiểm tra',
  en: 'The rules give {result_design_point} design {result_design_point|point|points} and {result_check_point} check {result_check_point|point|points}',
};

const CASE_READERS = {
  id: ruleCases.id,
  name: ruleCases.name,
  month: ruleCases.month,
  customer_id: ruleCases.customer_id,
  work_category_id: ruleCases.work_category_id,
  values: asJson<Record<string, string | number | null>>(),
  result_design_point: ruleCases.result_design_point,
  result_check_point: ruleCases.result_check_point,
  customer: orNull(asText),
  work_category: orNull(asText),
};
