import { sql } from 'drizzle-orm';
import type { BrokenCase, CaseResult } from '../../../contracts/calls/answers/rule-cases.ts';
import { issueMessage } from '../../../contracts/calls/calculation-issues.ts';
import { fill, type Lang, type Text } from '../../../contracts/text.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { ruleCases } from '../../../platform/db/schema/rules.ts';
import { asJson, asText, orNull, readRows } from '../../../platform/db/typed-rows.ts';
import { explainDirect } from '../../calculation/engine/explain.ts';
import type { RuleRows } from '../../calculation/engine/rows.ts';
import { compileRules } from '../../calculation/engine/rules.ts';
import { packRules } from '../../calculation/load.ts';

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

/**
 * What every worked example comes to by the rules as they are where the query runs: by those of its own month, or of `asOf` (YYYY-MM). One
 * statement for the examples and one for the rules, which reads nothing where there are no examples.
 */
export function selectCaseResults(asOf?: string): Query<JudgedCase[]> {
  const months = asOf ? sql`SELECT ${asOf} AS month WHERE EXISTS (SELECT 1 FROM rule_cases)` : sql`SELECT DISTINCT month FROM rule_cases`;
  const isCovered = sql`EXISTS (SELECT 1 FROM rule_cases c WHERE c.customer_id = t.customer_id AND c.work_category_id = t.work_category_id)`;
  const month = sql`m.month`;
  return query(
    {
      cases: query(
        sql`SELECT c.*, k.name AS customer, w.work_name AS work_category FROM rule_cases c
          LEFT JOIN customers k ON k.id = c.customer_id LEFT JOIN work_categories w ON w.id = c.work_category_id ORDER BY c.id`,
        readRows(CASE_READERS),
      ),
      rules: query(
        sql`SELECT m.month, (${packRules('standards', month, isCovered)}) AS standards, (${packRules('tsubos', month)}) AS tsubos,
          (${packRules('base_points', month)}) AS base_points, (${packRules('results', month)}) AS results FROM (${months}) m`,
        readRows(RULE_READERS),
      ),
    },
    ({ cases, rules }) => {
      const compiled = new Map(rules.map(({ month, ...rows }) => [month, compileRules(rows)]));
      return cases.map((row): JudgedCase => {
        const { customer_id, work_category_id, result_design_point, result_check_point } = row;
        const month = asOf ?? row.month;
        const { result, issue } = explainDirect(compiled.get(month)!, { ...row.values, id: 0, customer_id, work_category_id });
        const actual = result && { result_design_point: result.result_design_point, result_check_point: result.result_check_point };
        const passed = actual?.result_design_point === result_design_point && actual.result_check_point === result_check_point;
        const { id, name, customer, work_category } = row;
        return {
          id,
          name,
          month,
          customer_id,
          work_category_id,
          customer,
          work_category,
          expected: { result_design_point, result_check_point },
          actual,
          passed,
          reason: passed ? null : inBoth((lang) => (issue ? issueMessage(issue, lang) : fill(OTHER_POINTS[lang], { ...actual }))),
        };
      });
    },
  );
}

const inBoth = (write: (lang: Lang) => string): Text => ({ vi: write('vi'), en: write('en') });

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

const RULE_READERS = {
  month: asText,
  standards: asJson<RuleRows['standards']>(),
  tsubos: asJson<RuleRows['tsubos']>(),
  base_points: asJson<RuleRows['base_points']>(),
  results: asJson<RuleRows['results']>(),
};
