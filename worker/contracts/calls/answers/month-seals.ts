import * as z from 'zod';
import '../../field-schemas.ts';
import { DRIFT_CAUSES, SEALED_RECORDS } from '../month-seals.ts';
import { RUN_STATES } from '../runs.ts';
import { fieldsOf, keysOf } from './keys-of.ts';
import { named } from './row.ts';
import { totalRow } from './totals.ts';

/** The seal that an answer comes from. */
export const sealMark = () =>
  z.object({
    version: z.number(),
    sealed_at: z.string(),
    /** 64 hexadecimal digits. */
    sha256: z.string(),
  });
export type SealMark = z.infer<ReturnType<typeof sealMark>>;

export const monthSealMark = () =>
  sealMark().extend({
    /** YYYY-MM. */
    month: z.string(),
  });
export type MonthSealMark = z.infer<ReturnType<typeof monthSealMark>>;

/** Where the figures come from: null for an open month, a list for several. */
export const sealState = () => z.union([sealMark(), monthSealMark().array()]).nullable();

/** A seal in the list of `GET /month_seals`. */
export const monthSeal = () =>
  sealMark().extend({
    id: z.number(),
    year: z.number(),
    month: z.number(),
    sealed_by: named().nullable(),
    /** 1: the month was locked before there were seals, and sealed by the first start that made some. */
    late: z.literal([0, 1]),
    unlocked_at: z.string().nullable(),
    unlocked_by: named().nullable(),
    reason: z.string().nullable(),
    /** Whether the document's copy is among the files. */
    copied: z.literal([0, 1]),
  });
export type MonthSeal = z.infer<ReturnType<typeof monthSeal>>;

/** A person's month: the row of the totals, and who they were then. */
export const sealedTotal = () =>
  totalRow().extend({
    active: z.literal([0, 1]),
    department: named().nullable(),
    department_group: named().nullable(),
    position_id: z.number().nullable(),
    /** The proficiency rating that gave `pro_index`; null for none, which counts 1. */
    rating: z.object({ pro_id: z.number(), pro_point_id: z.number(), rate_at: z.string(), point: z.number() }).nullable(),
  });
export type SealedTotal = z.infer<ReturnType<typeof sealedTotal>>;

/** A person's row of the dashboard. */
export const sealedUserChart = () =>
  z.object({
    user_id: z.number(),
    username: z.string(),
    name: z.string(),
    department: named().nullable(),
    department_group: named().nullable(),
    ...fieldsOf(
      z.number(),
      'total_tsubo',
      'total_worktime',
      'total_difficulty_coefficient',
      'total_unit',
      'total_point_standard_design_pass',
      'total_point_standard_check_pass',
      'total_point',
    ),
  });
export type SealedUserChart = z.infer<ReturnType<typeof sealedUserChart>>;

/** The work of a department's group on the dashboard; a department is the sum of its groups. Null: of no department, of no group. */
export const sealedDepartmentChart = () =>
  z.object({
    department: named().nullable(),
    dept_grp_id: z.number().nullable(),
    ...fieldsOf(z.number(), 'total_tsubo', 'total_worktime', 'total_complex_factor', 'total_unit', 'point_design', 'point_check'),
  });
export type SealedDepartmentChart = z.infer<ReturnType<typeof sealedDepartmentChart>>;

export const sealedRecords = () =>
  z.object({
    /** The columns of a row in the order in which they are hashed. */
    columns: z.string().array(),
    count: z.number(),
    sha256: z.string(),
  });
export type SealedRecords = z.infer<ReturnType<typeof sealedRecords>>;

/**
 * What a lock publishes. As text it is canonical JSON (RFC 8785); `sha256` is the hash of that text without the member `sha256`.
 * Totals and user charts are in order of the person's id, department charts in order of department and group.
 */
export const sealDocument = () =>
  z.object({
    format: z.literal(1),
    /** YYYY-MM. */
    month: z.string(),
    version: z.number(),
    sealed_at: z.string(),
    sealed_by: named().nullable(),
    previous_sha256: z.string().nullable(),
    expressions: z.object({ total_point_1: z.string(), total_point_2: z.string() }),
    totals: sealedTotal().array(),
    user_charts: sealedUserChart().array(),
    department_charts: sealedDepartmentChart().array(),
    /** The calculations that gave the month its points, and the latest one; `rules` is the hash of their rules. */
    runs: z.object({ run_id: z.number(), rules: z.string().nullable(), calculated_at: z.string().nullable(), directs: z.number() }).array(),
    records: z.record(keysOf(SEALED_RECORDS), sealedRecords()),
    sha256: z.string(),
  });
export type SealDocument = z.infer<ReturnType<typeof sealDocument>>;

/** A point that a replay computes differently from what is stored. */
const replayedPoint = () =>
  z.object({
    direct_id: z.number(),
    /** The job's code and building; null once it is deleted. Read when it is asked for. */
    name: z.string().nullable().optional(),
    field: z.string(),
    stored: z.union([z.number(), z.string()]).nullable(),
    replayed: z.union([z.number(), z.string()]).nullable(),
  });

/** A figure of a person that a replay computes differently from what was sealed. */
export const replayedTotal = () =>
  z.object({
    user_id: z.number(),
    name: z.string(),
    field: z.string(),
    sealed: z.number().nullable(),
    replayed: z.number().nullable(),
  });
export type ReplayedTotal = z.infer<ReturnType<typeof replayedTotal>>;

/** What keeps a sealed month from being what it was: the name of the thing, and what is wrong with it. */
export const replayProblem = () =>
  z.object({
    kind: z.enum(['seal', 'rows', 'copy', 'rules', 'records']),
    /** Hash, section of the document, file or table. */
    name: z.string(),
    problem: z.enum(['missing', 'changed']),
  });
export type ReplayProblem = z.infer<ReturnType<typeof replayProblem>>;

export const replayResult = () =>
  z.object({
    /** Directs whose points were computed again. */
    checked: z.number(),
    /** At most the first thousand; `differences` counts all. */
    different: replayedPoint().array(),
    differences: z.number(),
    /** Directs that have no result now and keep former points, and those edited after their points were calculated; at most the first thousand listed. */
    kept_points: z.number(),
    edited_points: z.number(),
    kept: z.object({ direct_id: z.number(), name: z.string().nullable().optional(), reason: z.enum(['no_result', 'edited']) }).array(),
    totals_different: replayedTotal().array(),
    problems: replayProblem().array(),
  });
export type ReplayResult = z.infer<ReturnType<typeof replayResult>>;

/** A recomputation of a sealed month, `GET month_replays/{id}`. */
export const monthReplay = () =>
  replayResult().extend({
    id: z.number(),
    status: keysOf(RUN_STATES),
    year: z.number(),
    month: z.number(),
    version: z.number(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    message: z.string().nullable(),
  });
export type MonthReplay = z.infer<ReturnType<typeof monthReplay>>;

/** A field of a person's sealed row that would be another if it were computed today: `GET month_drift`. */
export const monthDrift = () =>
  z.object({
    user_id: z.number(),
    /** As sealed. */
    name: z.string(),
    field: z.string(),
    sealed: z.union([z.string(), z.number()]).nullable(),
    now: z.union([z.string(), z.number()]).nullable(),
    causes: keysOf(DRIFT_CAUSES).array(),
  });
export type MonthDrift = z.infer<ReturnType<typeof monthDrift>>;

/** A field of a person's row that differs between two versions of a month's seal; null where the person is in one of them only. */
export const sealChange = () =>
  z.object({
    user_id: z.number(),
    name: z.string(),
    field: z.string(),
    before: z.union([z.string(), z.number()]).nullable(),
    after: z.union([z.string(), z.number()]).nullable(),
  });
export type SealChange = z.infer<ReturnType<typeof sealChange>>;
