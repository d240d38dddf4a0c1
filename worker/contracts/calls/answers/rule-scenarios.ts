import * as z from 'zod';
import '../../field-schemas.ts';
import { RUN_STATES } from '../runs.ts';
import { envelope, WARNINGS } from './envelope.ts';
import { fieldsOf, keysOf } from './keys-of.ts';

const points = () => z.number().nullable();

/** A run of a scenario. `before` and `after` are the sums of its jobs' points; times are office time. */
export const scenarioRun = () =>
  z.object({
    id: z.number(),
    scenario_id: z.number(),
    status: keysOf(RUN_STATES),
    from: z.string(),
    to: z.string(),
    total: z.number(),
    done: z.number(),
    before: points(),
    after: points(),
    /** Jobs that would have more points, less, and the same. */
    up: z.number(),
    down: z.number(),
    same: z.number(),
    /** Jobs to which the scenario gives no result, and which a calculation would leave as they are: checked or adjusted. */
    failed: z.number(),
    kept: z.number(),
    /** Jobs whose points a calculation would change without the scenario too. */
    stale: z.number(),
    /** Rules or the scenario have been changed since. */
    outdated: z.boolean(),
    message: z.string().nullable(),
    requested_by: z.string().nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  });
export type ScenarioRunAnswer = z.infer<ReturnType<typeof scenarioRun>>;

const figures = () => ({
  id: z.number(),
  before: points(),
  after: points(),
  difference: z.number(),
});
const total = () => ({ total_1_before: points(), total_1_after: points(), total_2_before: points(), total_2_after: points() });
const name = () => z.string().nullable();
const sums = () => z.object({ before: z.number(), after: z.number(), difference: z.number() });

export const scenarioResults = {
  people: () => envelope(z.object({ ...figures(), name: name(), code: name(), department: name(), ...total() })).extend({ sum: sums() }),
  departments: () =>
    envelope(z.object({ ...figures(), id: z.number().nullable(), name: name(), jobs: z.number() })).extend({ sum: sums() }),
  customers: () =>
    envelope(z.object({ ...figures(), id: z.number().nullable(), name: name(), code: name(), jobs: z.number() })).extend({ sum: sums() }),
  directs: () =>
    envelope(
      z.object({
        ...figures(),
        name: name(),
        bukkenmei: name(),
        customer: name(),
        user: name(),
        checker: name(),
        henkyaku_hi: name(),
        before_design: points(),
        after_design: points(),
        before_check: points(),
        after_check: points(),
        state: z.enum(['computed', 'kept', 'failed']),
      }),
    ).extend({ sum: sums() }),
};

const cell = () => z.union([z.string(), z.number()]).nullable();

/** A row of rules in which a scenario differs from the live ones. */
export const scenarioChange = () =>
  z.object({
    entity: z.string(),
    row_id: z.number(),
    action: z.enum(['create', 'update', 'delete']),
    label: z.string(),
    /** The live row was changed since the scenario copied it. */
    conflict: z.boolean(),
    /** What differs: as it was copied, as it is live now, and as the scenario has it. */
    fields: z.object({ field: z.string(), copied: cell(), live: cell(), scenario: cell() }).array(),
  });
export type ScenarioChange = z.infer<ReturnType<typeof scenarioChange>>;

export const promoted = () =>
  z.object({
    id: z.number(),
    valid_from: z.string(),
    created: z.number(),
    updated: z.number(),
    deleted: z.number(),
    ...WARNINGS(),
  });

/** Minutes of the jobs of a customer and category against the office's. `deviation`: minutes per point over the office's median, less one. */
export const realityRow = () =>
  z.object({
    customer_id: z.number(),
    customer: z.string(),
    work_category_id: z.number(),
    work_category: z.string(),
    n: z.number(),
    minutes_per_tsubo: points(),
    minutes_per_tsubo_spread: points(),
    office_minutes_per_tsubo: points(),
    ...fieldsOf(z.number(), 'minutes_per_point', 'minutes_per_point_spread', 'office_minutes_per_point', 'deviation'),
  });
export type RealityRow = z.infer<ReturnType<typeof realityRow>>;

export const filledScenario = () =>
  z.object({
    standard_design_point: points(),
    standard_check_point: points(),
    before: z.number(),
    after: z.number(),
    n: z.number(),
  });
