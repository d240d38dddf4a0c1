import { SCALE_VARIABLES } from '../../../contracts/calls/formula-language.ts';
import { foldText } from '../../../platform/text/fold-case.ts';
import { readDecimal } from '../../../platform/text/read-number.ts';
import { CalculationIssue } from './calculation-issue.ts';
import type { ScaleRow, Standard } from './compiled.ts';
import type { Frame } from './expression/frame.ts';
import { namesOf, numberSlot, type Slot } from './expression/scope.ts';
import { isBlank } from './formula.ts';
import type { TsuboRow } from './rows.ts';
import type { ScaleMatch, TraceListener } from './trace-listener.ts';

export function compileScaleRow(row: TsuboRow): ScaleRow {
  const measured = scaleVariable(row.condition_variable);
  const [from, to, equal] = [row.scale_limit_from, row.scale_limit_to, row.scale_equal_to].map(readDecimal);
  return {
    id: row.id,
    code: row.scale_factor_code ?? '',
    factor: readDecimal(row.scale_factor),
    complexity: readDecimal(row.complexity_factor),
    designPoint: readDecimal(row.standard_design_point),
    checkPoint: readDecimal(row.standard_check_point),
    from: from ?? Number.NEGATIVE_INFINITY,
    to: to ?? Number.POSITIVE_INFINITY,
    equal: equal ?? Number.NaN,
    open: from === null && to === null && equal === null,
    limited: from !== null || to !== null,
    measured: measured ?? TSUBOSUU,
    problem: measured ? null : { code: 'unknown_name', position: 0, name: row.condition_variable!.trim() },
    place: { entity: 'tsubos', row_id: row.id, field: 'condition_variable' },
  };
}

/** The number of the job that a scale row measures, tsubosuu when none is named; null for an unknown name. */
export function scaleVariable(name: string | null | undefined): Slot | null {
  return isBlank(name) ? TSUBOSUU : (NAMES.get(foldText(name)) ?? null);
}

/**
 * Puts the factors, and the standard points the row replaces, into the frame. A row named by the standard is taken as it is;
 * otherwise the first (lowest id) row of the code that matches. No row with that code: both factors are 1 and the answer is null.
 */
export function applyScaleRow(standard: Standard, frame: Frame, listener?: TraceListener): ScaleRow | null {
  const row = findScaleRow(standard, frame, listener);
  listener?.scaleSelected(row);
  const { numbers } = frame;
  numbers[FACTOR] = row ? (row.factor ?? Number.NaN) : 1;
  numbers[COMPLEXITY] = row ? (row.complexity ?? Number.NaN) : 1;
  if (row && row.designPoint !== null) numbers[DESIGN_POINT] = row.designPoint;
  if (row && row.checkPoint !== null) numbers[CHECK_POINT] = row.checkPoint;
  return row;
}

const NAMES = namesOf(SCALE_VARIABLES);
const TSUBOSUU = NAMES.get('tsubosuu')!;
const FACTOR = numberSlot('scale_factor');
const COMPLEXITY = numberSlot('complexity_factor');
const DESIGN_POINT = numberSlot('standard_design_point');
const CHECK_POINT = numberSlot('standard_check_point');

function findScaleRow({ scaleCode, tsuboId, namedScale, scales }: Standard, frame: Frame, listener?: TraceListener): ScaleRow | null {
  if (tsuboId !== null) {
    if (!namedScale) throw new CalculationIssue({ code: 'no_scale', scale_code: scaleCode, reason: 'no_row', tsubo_id: tsuboId });
    listener?.scaleTried(namedScale, 'named');
    return namedScale;
  }
  for (const row of scales) {
    const match = matchScale(row, frame);
    listener?.scaleTried(row, match);
    if (match) return row;
  }
  if (scales.length === 0) return null;
  throw new CalculationIssue({ code: 'no_scale', scale_code: scaleCode, reason: 'no_match', tsubo_id: null });
}

/** Equal, or from ≤ v < to with an empty bound open. A row with only an equal value matches only that; one with nothing, all. */
function matchScale(row: ScaleRow, frame: Frame): Exclude<ScaleMatch, 'named'> | null {
  const { equal, from, to, measured, problem, place } = row;
  if (problem) throw new CalculationIssue({ code: 'bad_formula', place, problem });
  if (row.open) return 'limits';
  const value = frame.numbers[measured.index]!;
  if (Number.isNaN(value)) throw new CalculationIssue({ code: 'empty_variable', variable: measured.variable.name, place });
  if (equal === value) return 'equal';
  return row.limited && from <= value && value < to ? 'limits' : null;
}
