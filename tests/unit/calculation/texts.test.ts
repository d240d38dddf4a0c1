import { describe, expect, it, test } from 'vitest';
import type { Issue } from '#contracts/calls/answers/calculation-issues.ts';
import { issueMessage } from '#contracts/calls/calculation-issues.ts';
import { FORMULA_SCOPES, VARIABLES, variablesIn } from '#contracts/calls/formula-language.ts';
import { FORMULA_PROBLEMS, type FormulaProblemCode, formulaProblemMessage } from '#contracts/calls/formula-problems.ts';
import { LANGS } from '#contracts/text.ts';

const place = { entity: 'formula-results', row_id: 5, field: 'result_design_formula' } as const;
const problem = { code: 'unknown_name', position: 4, name: 'tsubosu', suggestion: 'tsubosuu' } as const;
const ISSUES: Issue[] = [
  { code: 'no_standard', reason: 'no_customer', customer_id: null, work_category_id: 3 },
  { code: 'no_standard', reason: 'no_work_category', customer_id: 7, work_category_id: null },
  { code: 'no_standard', reason: 'no_row', customer_id: 7, work_category_id: 3 },
  { code: 'no_scale', scale_code: 'S', reason: 'no_match', tsubo_id: null },
  { code: 'no_scale', scale_code: 'S', reason: 'no_row', tsubo_id: 8 },
  { code: 'no_base_point', scale_code: 'S' },
  { code: 'no_formula', scale_code: 'S', reason: 'no_row', field: null },
  { code: 'no_formula', scale_code: 'S', reason: 'empty', field: 'result_check_formula' },
  { code: 'empty_variable', variable: 'kaisuu', place },
  { code: 'not_finite', place },
  { code: 'bad_formula', place, problem },
];

describe.each(LANGS)('in %s', (lang) => {
  it.each(ISSUES)('the issue $code says a whole sentence', (issue) => expect(issueMessage(issue, lang)).toMatch(/^[^{}]{20,}$/));

  it.each(ISSUES)('the issue $code asks nobody to mend what they may not', (issue) => {
    const [known, told] = [issueMessage(issue, lang, false), issueMessage(issue, lang)];
    expect(told.startsWith(known)).toBe(true);
    expect(known).not.toMatch(/hãy |; (add|choose|correct|fill|check) |Do you mean|Có phải/);
    expect(known).toMatch(/^[^{}]{20,}$/);
  });

  it.each(Object.keys(FORMULA_PROBLEMS) as FormulaProblemCode[])('the problem %s says a whole sentence', (code) => {
    const problem = { code, position: 4, name: 'x', expected: 2, given: 3, suggestion: 'y' };
    const [known, told] = [formulaProblemMessage(problem, lang, false), formulaProblemMessage(problem, lang)];
    expect(told).toMatch(/^[^{}]{20,}$/);
    expect(told.startsWith(known)).toBe(true);
    expect(known).toMatch(/^[^{}]{10,}$/);
    expect(known).not.toMatch(/hãy |; (?!the limit)|«y»/);
  });
});

test('positions count from 1 and the offending word is shown, shortened when it is long', () => {
  expect(formulaProblemMessage(problem, 'vi')).toContain('«tsubosu» (vị trí 5)');
  expect(issueMessage({ code: 'bad_formula', place, problem }, 'en')).toContain(
    'row 5, «Design point formula» is wrong: There is no variable «tsubosu» (position 5)',
  );
  expect(formulaProblemMessage({ ...problem, name: 'x'.repeat(900) }, 'en').length).toBeLessThan(200);
});

test('an empty variable is named by its label and its column, the formula by the label of its field', () => {
  expect(issueMessage({ code: 'empty_variable', variable: 'kaisuu', place }, 'vi')).toMatch(
    /^Số tầng \(kaisuu\) .* công thức kết quả số 5, ô «Công thức điểm thiết kế»/,
  );
});

test('each place sees only the names that have a value there', () => {
  const names = Object.fromEntries(FORMULA_SCOPES.map((scope) => [scope, variablesIn(scope).map(({ name }) => name)]));
  expect(new Set(VARIABLES.map(({ name }) => name)).size).toBe(VARIABLES.length);
  expect(names.condition!.filter((name) => name.startsWith('base_point'))).toEqual([]);
  expect(names.base_point3!.filter((name) => name.startsWith('base_point'))).toEqual(['base_point1', 'base_point2']);
  expect(names.result!.filter((name) => name.startsWith('base_point'))).toHaveLength(6);
  expect(names.result).toEqual(expect.arrayContaining(['tsubosuu', 'kouhou', 'standard_design_point', 'scale_factor']));
  expect(names.total_point_1).toEqual([
    'direct_point',
    'mistake_point_n',
    'mistake_point_t',
    'indirect_point_yes',
    'indirect_point_no',
    'pro_index',
  ]);
  expect(names.total_point_2).toEqual([...names.total_point_1!, 'total_point_1']);
});
