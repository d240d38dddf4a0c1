import type { FormulaScope } from '../../../contracts/calls/formula-language.ts';
import type { FieldProblems } from '../../../contracts/calls/formula-problems.ts';
import { BASE_POINT_NUMBERS, CONDITION_SUFFIXES, pickCondition } from './base-points.ts';
import { compileCondition } from './condition.ts';
import { scopeOf } from './expression/scope.ts';
import { compileExpression } from './expression.ts';
import { isBlank } from './formula.ts';
import { scaleVariable } from './scale.ts';

export type FormulaEntity = 'formula-base-points' | 'formula-results' | 'tsubos' | 'totals';

/** Columns that hold formulas or name variables; a row is checked as a whole, as it will be stored. */
export type FormulaRow = Readonly<Record<string, unknown>>;

/** What is wrong with the formulas of a row that is about to be saved, by field; empty when nothing is. Empty fields are no problem. */
export function checkFormulaFields(entity: FormulaEntity, row: FormulaRow): FieldProblems {
  switch (entity) {
    case 'formula-base-points':
      return {
        ...conditionProblems(row),
        ...formulaProblems(
          row,
          BASE_POINT_NUMBERS.map((n) => [`base_point${n}`, `base_point${n}`]),
        ),
      };
    case 'formula-results':
      return formulaProblems(row, [
        ['result_design_formula', 'result'],
        ['result_check_formula', 'result'],
      ]);
    case 'totals':
      return formulaProblems(row, [
        ['total_point_1', 'total_point_1'],
        ['total_point_2', 'total_point_2'],
      ]);
    case 'tsubos': {
      const name = textOf(row.condition_variable);
      return scaleVariable(name) ? {} : { condition_variable: { code: 'unknown_name', position: 0, name: name!.trim() } };
    }
  }
}

function formulaProblems(row: FormulaRow, fields: [field: string, scope: FormulaScope][]): FieldProblems {
  const problems: FieldProblems = {};
  for (const [field, scope] of fields) {
    const source = textOf(row[field]);
    if (isBlank(source)) continue;
    const compiled = compileExpression(source, scopeOf(scope));
    if (!compiled.ok) problems[field] = compiled.problems[0]!;
  }
  return problems;
}

function conditionProblems(row: FormulaRow): FieldProblems {
  const texts = Object.fromEntries(Object.entries(row).map(([field, value]) => [field, textOf(value)]));
  const problems: FieldProblems = {};
  for (const suffix of CONDITION_SUFFIXES) {
    const compiled = compileCondition(pickCondition(texts, suffix));
    if (!compiled.ok) problems[`condition_${compiled.part}${suffix}`] = compiled.problem;
  }
  return problems;
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
