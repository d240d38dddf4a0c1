import '../../field-schemas.ts';
import * as z from 'zod';
import { fieldsOf } from './keys-of.ts';
import { named } from './row.ts';
import '../../field-schemas.ts';
import { CONDITION_OPERATORS } from '../formula-language.ts';
import { formulaPlace, issue } from './calculation-issues.ts';

/** What the calculation writes into a direct. */
export const directPoints = () =>
  z.object({
    scale_factor_code: z.string(),
    /** Null when the matching scale row leaves it empty. */
    scale_factor: z.number().nullable(),
    standard_design_point: z.number().nullable(),
    standard_check_point: z.number().nullable(),
    result_design_point: z.number(),
    result_check_point: z.number(),
  });
export type DirectPoints = z.infer<ReturnType<typeof directPoints>>;

const traceCondition = () =>
  z.object({
    variable: z.string(),
    value: z.union([z.number(), z.string()]),
    operator: z.enum(CONDITION_OPERATORS),
    param: z.string(),
    /** The parameter's value, or the values of its list. */
    param_values: z.union([z.number(), z.string()]).array(),
    holds: z.boolean(),
  });

/** `no_rows`: the code has none and all base points are 0. */
export const traceBasePoint = () =>
  z.object({
    reason: z.enum(['row', 'no_rows', 'no_match']),
    row_id: z.number().nullable(),
    /** Rows tried in turn, the taken one last; conditions after one that fails are not looked at. */
    tried: z.object({ row_id: z.number(), holds: z.boolean(), conditions: traceCondition().array() }).array(),
  });
export type TraceBasePoint = z.infer<ReturnType<typeof traceBasePoint>>;

const traceScaleRow = () =>
  z.object({
    row_id: z.number(),
    variable: z.string(),
    /** Null when the row did not need it. */
    ...fieldsOf(z.number().nullable(), 'value', 'scale_equal_to', 'scale_limit_from', 'scale_limit_to'),
    matches: z.boolean(),
  });

/** Why a scale row was taken: named by the standard, equal value, within limits; `no_rows`: the code has none, factors are 1. */
export const traceScale = () =>
  z.object({
    reason: z.enum(['named', 'equal', 'limits', 'no_rows', 'no_match']),
    row_id: z.number().nullable(),
    scale_factor_code: z.string(),
    scale_factor: z.number().nullable(),
    complexity_factor: z.number().nullable(),
    replaces_design_point: z.boolean(),
    replaces_check_point: z.boolean(),
    /** Rows tried in turn, the taken one last. */
    tried: traceScaleRow().array(),
  });
export type TraceScale = z.infer<ReturnType<typeof traceScale>>;

const traceVariable = () =>
  z.object({
    name: z.string(),
    label: text(),
    origin: z.enum(['direct', 'standard', 'scale', 'base_point', 'totals']),
    value: z.union([z.number(), z.string()]).nullable(),
  });

/** A formula that was run; `value` is null when it has none (see the issue). Results are shown before rounding, with the rounded one. */
export const traceFormula = () =>
  z.object({
    place: formulaPlace(),
    source: z.string(),
    /** The source with each variable replaced by its value. */
    substituted: z.string(),
    value: z.number().nullable(),
    rounded: z.number().nullable(),
  });
export type TraceFormula = z.infer<ReturnType<typeof traceFormula>>;

const traceStandard = () =>
  z.object({
    id: z.number(),
    scale_code: z.string(),
    tsubo_id: z.number().nullable(),
    standard_design_point: z.number().nullable(),
    standard_check_point: z.number().nullable(),
  });

/** The calculation of one direct's points, step by step; a step that was not reached is null or missing. */
export const calculationTrace = () =>
  z.object({
    direct_id: z.number(),
    standard: traceStandard().nullable(),
    scale: traceScale().nullable(),
    base_point: traceBasePoint().nullable(),
    formulas: traceFormula().array(),
    /** Each variable that was looked at, in the order of the variables list. */
    variables: traceVariable().array(),
    result: directPoints().nullable(),
    issue: issue().nullable(),
  });
export type CalculationTrace = z.infer<ReturnType<typeof calculationTrace>>;

/** `POST directs/preview-points`: what a job would come to with the values of a form; of no job yet while it is new. */
export const pointsPreview = () => calculationTrace().extend({ direct_id: z.number().nullable() });
export type PointsPreview = z.infer<ReturnType<typeof pointsPreview>>;

/** The run whose rules an explanation uses. */
export const traceRules = () => z.object({ run_id: z.number(), hash: z.string().nullable(), calculated_at: z.string().nullable() });
export type TraceRules = z.infer<ReturnType<typeof traceRules>>;

/** A hand that changed the points; `from` are the points before it. */
export const traceAdjustment = () =>
  z.object({
    user: named().nullable(),
    at: z.string(),
    /** Why, as whoever adjusted them wrote it. */
    reason: z.string().nullable(),
    from: z.object({ result_design_point: z.number().nullable(), result_check_point: z.number().nullable() }),
  });
export type TraceAdjustment = z.infer<ReturnType<typeof traceAdjustment>>;

/** `GET directs/{id}/calculation`: how the stored points were calculated. */
export const publishedTrace = () =>
  calculationTrace().extend({
    /** The stored points stay though the present rules give no result (see `now` or `issue`): they are those of former values, and count. */
    kept_points: z.boolean(),
    /** The calculation that gave the stored points; null for a direct not calculated yet, which is explained by the present rules. */
    rules: traceRules().nullable(),
    /** Why there is no explanation: the file of those rules is not there, or is not what its hash says. */
    rules_problem: z.enum(['missing', 'changed']).nullable(),
    /** The points that the direct holds. */
    stored: z.object({ result_design_point: z.number().nullable(), result_check_point: z.number().nullable() }),
    /** What the present rules give, where that is something else. */
    now: z.union([directPoints(), z.object({ issue: issue() })]).nullable(),
    adjusted: traceAdjustment().nullable(),
  });
export type PublishedTrace = z.infer<ReturnType<typeof publishedTrace>>;

const text = () => z.object({ vi: z.string(), en: z.string(), ja: z.string().optional() });
