import type { TotalRow } from './totals.ts';

/** The seal that an answer comes from. */
export interface SealMark {
  version: number;
  sealed_at: string;
  /** 64 hexadecimal digits. */
  sha256: string;
}

export interface MonthSealMark extends SealMark {
  /** YYYY-MM. */
  month: string;
}

/** A seal in the list of `GET /month_seals`. */
export interface MonthSeal extends SealMark {
  id: number;
  year: number;
  month: number;
  sealed_by: { id: number; name: string } | null;
  /** 1: the month was locked before there were seals, and sealed afterwards. */
  late: 0 | 1;
  unlocked_at: string | null;
  unlocked_by: { id: number; name: string } | null;
  reason: string | null;
  /** Whether the document's copy is among the files. */
  copied: 0 | 1;
}

/** The tables whose records a seal counts and hashes, with the date that places a record in a month. */
export const SEALED_RECORDS = { directs: 'henkyaku_hi', indirects: 'rate_at', mistakes: 'rate_at', pro: 'rate_at' } as const;
export type SealedTable = keyof typeof SEALED_RECORDS;

export interface Named {
  id: number;
  name: string;
}

/** A person's month: the row of the totals, and who they were then. */
export interface SealedTotal extends TotalRow {
  active: 0 | 1;
  department: Named | null;
  department_group: Named | null;
  position_id: number | null;
  /** The proficiency rating that gave `pro_index`; null for none, which counts 1. */
  rating: { pro_id: number; pro_point_id: number; rate_at: string; point: number } | null;
}

/** A person's row of the dashboard. */
export interface SealedUserChart {
  user_id: number;
  username: string;
  name: string;
  department: Named | null;
  department_group: Named | null;
  total_tsubo: number;
  total_worktime: number;
  total_difficulty_coefficient: number;
  total_unit: number;
  total_point_standard_design_pass: number;
  total_point_standard_check_pass: number;
  total_point: number;
}

/** The work of a department's group on the dashboard; a department is the sum of its groups. Null: of no department, of no group. */
export interface SealedDepartmentChart {
  department: Named | null;
  dept_grp_id: number | null;
  total_tsubo: number;
  total_worktime: number;
  total_complex_factor: number;
  total_unit: number;
  point_design: number;
  point_check: number;
}

export interface SealedRecords {
  /** The columns of a row in the order in which they are hashed. */
  columns: string[];
  count: number;
  sha256: string;
}

/**
 * What a lock publishes. As text it is canonical JSON (RFC 8785); `sha256` is the hash of that text without the member `sha256`.
 * Totals and user charts are in order of the person's id, department charts in order of department and group.
 */
export interface SealDocument {
  format: 1;
  /** YYYY-MM. */
  month: string;
  version: number;
  sealed_at: string;
  sealed_by: Named | null;
  late: boolean;
  previous_sha256: string | null;
  expressions: { total_point_1: string; total_point_2: string };
  totals: SealedTotal[];
  user_charts: SealedUserChart[];
  department_charts: SealedDepartmentChart[];
  /** The calculations that gave the month its points, and the latest one; `rules` is the hash of their rules. */
  runs: { run_id: number; rules: string | null; calculated_at: string | null; directs: number }[];
  records: Record<SealedTable, SealedRecords>;
  sha256: string;
}

/** The sections of a document that are stored row by row. */
export const SEAL_ROW_KINDS = ['totals', 'user_charts', 'department_charts'] as const;
export type SealRowKind = (typeof SEAL_ROW_KINDS)[number];

/** A point that a replay computes differently from what is stored. */
export interface ReplayedPoint {
  direct_id: number;
  /** The job's code and building; null once it is deleted. Read when it is asked for. */
  name?: string | null;
  field: string;
  stored: number | string | null;
  replayed: number | string | null;
}

/** A figure of a person that a replay computes differently from what was sealed. */
export interface ReplayedTotal {
  user_id: number;
  name: string;
  field: string;
  sealed: number | null;
  replayed: number | null;
}

/** What keeps a sealed month from being what it was: the name of the thing, and what is wrong with it. */
export interface ReplayProblem {
  kind: 'seal' | 'copy' | 'rules' | 'records';
  /** Hash, file or table. */
  name: string;
  problem: 'missing' | 'changed';
}

export interface ReplayResult {
  /** Directs whose points were computed again. */
  checked: number;
  /** At most the first thousand; `differences` counts all. */
  different: ReplayedPoint[];
  differences: number;
  totals_different: ReplayedTotal[];
  problems: ReplayProblem[];
}

const REPLAY_STATUSES = ['queued', 'running', 'done', 'failed'] as const;

/** A recomputation of a sealed month, `GET month_replays/{id}`. */
export interface MonthReplay extends ReplayResult {
  id: number;
  status: (typeof REPLAY_STATUSES)[number];
  year: number;
  month: number;
  version: number;
  created_at: string;
  finished_at: string | null;
  message: string | null;
}

/** Why a figure of a locked month would be another today, and what that is called. */
export const DRIFT_CAUSES = {
  factor: { vi: 'hệ số pro', en: 'pro factor' },
  rating: { vi: 'đánh giá pro', en: 'pro rating' },
  expression: { vi: 'công thức tổng điểm', en: 'totals expression' },
  rule: { vi: 'quy tắc tính', en: 'calculation rule' },
  record: { vi: 'bản ghi', en: 'record' },
  name: { vi: 'họ tên', en: 'name' },
  username: { vi: 'tên đăng nhập', en: 'username' },
  code: { vi: 'mã người dùng', en: 'user code' },
  employee_code: { vi: 'mã nhân viên', en: 'employee code' },
  area: { vi: 'khu vực', en: 'area' },
  position: { vi: 'chức vụ', en: 'position' },
  department: { vi: 'phòng ban', en: 'department' },
  group: { vi: 'nhóm', en: 'group' },
  active: { vi: 'trạng thái hoạt động', en: 'active' },
  deleted: { vi: 'đã xóa', en: 'deleted' },
} as const;
export type DriftCause = keyof typeof DRIFT_CAUSES;

/** A field of a person's sealed row that would be another if it were computed today: `GET month_drift`. */
export type MonthDrift = {
  user_id: number;
  /** As sealed. */
  name: string;
  field: string;
  sealed: string | number | null;
  now: string | number | null;
  causes: DriftCause[];
};

/** A field of a person's row that differs between two versions of a month's seal; null where the person is in one of them only. */
export interface SealChange {
  user_id: number;
  name: string;
  field: string;
  before: string | number | null;
  after: string | number | null;
}
