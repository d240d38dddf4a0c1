import { CalculationIssue } from './calculation-issue.ts';
import type { ResultRule, Standard } from './compiled.ts';
import type { Frame } from './expression/frame.ts';
import { formulaAt, runFormula } from './formula.ts';
import type { ResultRow } from './rows.ts';
import type { TraceListener } from './trace-listener.ts';

export function compileResultRow(row: ResultRow): ResultRule {
  const at = (field: 'result_design_formula' | 'result_check_formula') =>
    formulaAt({ entity: 'formula-results', row_id: row.id, field }, row[field], 'result');
  return { id: row.id, design: at('result_design_formula'), check: at('result_check_formula') };
}

/** Design and check points, not yet rounded. An empty formula is an issue like a missing one: points are never 0 by omission. */
export function evaluateResult({ scaleCode, result }: Standard, frame: Frame, listener?: TraceListener): { design: number; check: number } {
  if (!result) throw new CalculationIssue({ code: 'no_formula', scale_code: scaleCode, reason: 'no_row', field: null });
  if (!result.design) throw emptyFormulaIssue(scaleCode, 'result_design_formula');
  if (!result.check) throw emptyFormulaIssue(scaleCode, 'result_check_formula');
  return { design: runFormula(result.design, frame, listener), check: runFormula(result.check, frame, listener) };
}

function emptyFormulaIssue(scaleCode: string, field: string): CalculationIssue {
  return new CalculationIssue({ code: 'no_formula', scale_code: scaleCode, reason: 'empty', field });
}
