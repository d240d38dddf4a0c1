import type { CalculationTrace, TraceBasePoint, TraceFormula } from '../../../contracts/calls/answers/explanation.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import type { ScaleRow, Standard } from './compiled.ts';
import { calculateDirect } from './direct.ts';
import type { Frame } from './expression/frame.ts';
import { createFrame, SLOTS, type Slot } from './expression/scope.ts';
import { substitute } from './expression.ts';
import type { DirectRow } from './rows.ts';
import type { CompiledRules } from './rules.ts';
import type { ScaleMatch, TraceListener } from './trace-listener.ts';

/** How a direct comes to its points, or where it stops: the same calculation as a run's, recorded step by step. */
export function explainDirect(rules: CompiledRules, direct: DirectRow): CalculationTrace {
  const frame = createFrame();
  const trace = emptyTrace(direct.id);
  const seen = new Set<Slot>();
  const calculated = calculateDirect(rules, direct, frame, traceRecorder(trace, frame, seen));
  trace.variables = SLOTS.filter((slot) => seen.has(slot)).map((slot) => {
    const { name, label, origin } = slot.variable;
    return { name, label, origin, value: valueIn(slot, frame) };
  });
  if (calculated.ok) {
    const { ok: _, ...points } = calculated;
    trace.result = points;
  } else trace.issue = calculated.issue;
  return trace;
}

/** The trace of a direct before its calculation, and of one that no standard covers. */
export function emptyTrace(direct_id: number): CalculationTrace {
  return { direct_id, standard: null, scale: null, base_point: null, formulas: [], variables: [], result: null, issue: null };
}

function traceRecorder(trace: CalculationTrace, frame: Frame, seen: Set<Slot>): TraceListener {
  let standard: Standard | null = null;
  const scale = () => (trace.scale ??= traceUnmatchedScale(standard!));
  const basePoint = (): TraceBasePoint => (trace.base_point ??= { reason: 'no_match', row_id: null, tried: [] });
  return {
    standardFound(found) {
      standard = found;
      trace.standard = traceStandard(found);
    },
    scaleTried(row, match) {
      scale().tried.push(traceScaleRow(row, match, frame));
      if (match) trace.scale = { ...scale(), reason: match };
      if (match !== 'named' && !row.open) seen.add(row.measured);
    },
    scaleSelected(row) {
      trace.scale = row
        ? { ...scale(), ...traceSelectedScale(row) }
        : { ...scale(), reason: 'no_rows', scale_factor: 1, complexity_factor: 1 };
    },
    basePointTried(row) {
      basePoint().tried.push({ row_id: row.id, holds: false, conditions: [] });
    },
    conditionEvaluated({ variable, operator, param, slots }, { value, values, holds }) {
      basePoint().tried.at(-1)!.conditions.push({ variable: variable.name, value, operator, param, param_values: values, holds });
      for (const slot of slots) seen.add(slot);
    },
    basePointSelected(row) {
      if (row) basePoint().tried.at(-1)!.holds = true;
      trace.base_point = row ? { ...basePoint(), reason: 'row', row_id: row.id } : { ...basePoint(), reason: 'no_rows' };
    },
    formulaStarts({ place, source, program }) {
      trace.formulas.push({ place, source, substituted: substitute(source, program!.references, frame), value: null, rounded: null });
      for (const { slot } of program!.references) seen.add(slot);
    },
    formulaEnds(value) {
      const formula: TraceFormula = trace.formulas.at(-1)!;
      formula.value = value;
      if (formula.place.entity === 'formula-results') formula.rounded = roundPoints(value);
    },
  };
}

function valueIn({ index, variable }: Slot, { numbers, texts }: Frame): number | string | null {
  if (variable.kind === 'text') return texts[index]!;
  return finiteOrNull(numbers[index]!);
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function traceStandard({ id, scaleCode, tsuboId, numbers: [design, check] }: Standard) {
  return {
    id,
    scale_code: scaleCode,
    tsubo_id: tsuboId,
    standard_design_point: Number.isNaN(design) ? null : design!,
    standard_check_point: Number.isNaN(check) ? null : check!,
  };
}

function traceUnmatchedScale(standard: Standard): NonNullable<CalculationTrace['scale']> {
  return {
    reason: 'no_match',
    row_id: null,
    scale_factor_code: standard.scaleCode,
    scale_factor: null,
    complexity_factor: null,
    replaces_design_point: false,
    replaces_check_point: false,
    tried: [],
  };
}

function traceSelectedScale(row: ScaleRow) {
  return {
    row_id: row.id,
    scale_factor_code: row.code,
    scale_factor: row.factor,
    complexity_factor: row.complexity,
    replaces_design_point: row.designPoint !== null,
    replaces_check_point: row.checkPoint !== null,
  };
}

function traceScaleRow(row: ScaleRow, match: ScaleMatch | null, frame: Frame) {
  return {
    row_id: row.id,
    variable: row.measured.variable.name,
    value: match !== 'named' && !row.open ? (valueIn(row.measured, frame) as number | null) : null,
    scale_equal_to: finiteOrNull(row.equal),
    scale_limit_from: finiteOrNull(row.from),
    scale_limit_to: finiteOrNull(row.to),
    matches: match !== null,
  };
}
