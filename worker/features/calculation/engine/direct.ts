import type { Issue } from '../../../contracts/calls/answers/calculation-issues.ts';
import type { DirectPoints } from '../../../contracts/calls/answers/explanation.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { evaluateBasePoints } from './base-points.ts';
import { CalculationIssue } from './calculation-issue.ts';
import type { Standard } from './compiled.ts';
import type { Frame } from './expression/frame.ts';
import { numberSlot } from './expression/scope.ts';
import { evaluateResult } from './result.ts';
import type { DirectRow } from './rows.ts';
import type { CompiledRules } from './rules.ts';
import { applyScaleRow } from './scale.ts';
import type { TraceListener } from './trace-listener.ts';
import { readDirect, readStandard } from './variables.ts';

export type Calculated = ({ ok: true } & DirectPoints) | { ok: false; issue: Issue };

/**
 * The points of one direct: standard, scale row, base points, result, rounded once. Depends on nothing but its arguments; the
 * same input gives the same output. Afterwards `frame` holds the values found; the listener is called at each step.
 */
export function calculateDirect(
  rules: CompiledRules,
  direct: DirectRow,
  frame: Frame = rules.workspace,
  listener?: TraceListener,
): Calculated {
  try {
    const standard = findStandard(rules, direct);
    listener?.standardFound(standard);
    readDirect(direct, rules.slots, frame);
    readStandard(standard.numbers, frame);
    const scale = applyScaleRow(standard, frame, listener);
    const designPoint = orNull(frame.numbers[DESIGN_POINT]!);
    const checkPoint = orNull(frame.numbers[CHECK_POINT]!);
    evaluateBasePoints(standard, frame, listener);
    const { design, check } = evaluateResult(standard, frame, listener);
    return {
      ok: true,
      scale_factor_code: scale ? scale.code : standard.scaleCode,
      scale_factor: scale ? scale.factor : 1,
      standard_design_point: designPoint,
      standard_check_point: checkPoint,
      result_design_point: roundPoints(design),
      result_check_point: roundPoints(check),
    };
  } catch (error) {
    if (error instanceof CalculationIssue) return { ok: false, issue: error.issue };
    throw error;
  }
}

const DESIGN_POINT = numberSlot('standard_design_point');
const CHECK_POINT = numberSlot('standard_check_point');

function findStandard(rules: CompiledRules, { customer_id, work_category_id }: DirectRow): Standard {
  const standard = rules.standards.get(customer_id ?? -1)?.get(work_category_id ?? -1);
  if (standard) return standard;
  const reason = customer_id === null ? 'no_customer' : work_category_id === null ? 'no_work_category' : 'no_row';
  throw new CalculationIssue({ code: 'no_standard', reason, customer_id, work_category_id });
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
