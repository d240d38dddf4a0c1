import type { HistoryRow } from '#contracts/calls/history.ts';
import { USER_LOCK_FIELDS } from '#contracts/calls/users.ts';
import { contractOf } from '#contracts/contracts.ts';
import { constructions } from '#contracts/entities/constructions.ts';
import { contractors } from '#contracts/entities/contractors.ts';
import { customers } from '#contracts/entities/customers.ts';
import { departmentGroups } from '#contracts/entities/department_groups.ts';
import { departments } from '#contracts/entities/departments.ts';
import { directs } from '#contracts/entities/directs.ts';
import { formulaBasePoints } from '#contracts/entities/formula-base-points.ts';
import { formulaResults } from '#contracts/entities/formula-results.ts';
import { indirectNote } from '#contracts/entities/indirect_note.ts';
import { indirects } from '#contracts/entities/indirects.ts';
import { companies, positions, roles } from '#contracts/entities/lookups.ts';
import { mistakes } from '#contracts/entities/mistakes.ts';
import { pro } from '#contracts/entities/pro.ts';
import { proPoint } from '#contracts/entities/pro_point.ts';
import { standards } from '#contracts/entities/standards.ts';
import { tsubos } from '#contracts/entities/tsubos.ts';
import { users } from '#contracts/entities/users.ts';
import { workCategories } from '#contracts/entities/work-categories.ts';
import { type Fields, text } from '#contracts/fields.ts';
import type { Lang, Text } from '#contracts/text.ts';

/** What the history calls by its table's name: what it is, its fields, and where its records are seen. */
export interface Recorded {
  readonly label: Text;
  readonly fields: Fields;
  readonly path?: string | null;
  /** The entity's name; none for what is no entity. */
  readonly name?: string;
}

const { startTime, endTime, reason } = USER_LOCK_FIELDS;

export const RECORDED: Readonly<Record<string, Recorded>> = {
  users: { ...users, path: '/users' },
  user_locks: {
    label: { vi: 'Khóa người dùng', en: 'User lock' },
    fields: { start_time: startTime, end_time: endTime, reason },
    path: '/users',
  },
  departments: { ...departments, path: '/departments' },
  department_groups: { ...departmentGroups, path: '/department_groups' },
  customers: { ...customers, path: '/customers' },
  work_categories: { ...workCategories, path: '/work-category' },
  directs: { ...directs, path: '/directs' },
  pro: { ...pro, path: '/pro' },
  indirects: { ...indirects, path: '/indirect' },
  mistakes: { ...mistakes, path: '/mistake' },
  standards: { ...standards, path: '/standards' },
  tsubos: { ...tsubos, path: '/tsubo' },
  formula_base_points: { ...formulaBasePoints, path: '/formula-base-points' },
  formula_results: { ...formulaResults, path: '/formula-results' },
  totals_expressions: {
    label: { vi: 'Công thức tổng hợp', en: 'Totals expressions' },
    fields: { key: text({ vi: 'Tổng', en: 'Total' }), expression: text({ vi: 'Công thức', en: 'Expression' }) },
  },
  pro_point: { ...proPoint, path: '/propoint' },
  indirect_note: { ...indirectNote, path: '/indirectnote' },
  contractors: { ...contractors, path: '/contractor' },
  constructions: { ...constructions, path: '/construction' },
  roles,
  positions,
  companies,
};

/** The kind of record, its number, and what it was called then: 'Khách hàng #12 · 積水ハウス'. */
export function recordName({ entity, record_id, before, after }: HistoryRow, lang: Lang): string {
  const recorded = RECORDED[entity];
  const title = recorded?.name && contractOf(recorded.name)?.title.field;
  const called = title ? ((after ?? before)?.[title] ?? before?.[title]) : undefined;
  return `${recorded?.label[lang] ?? entity} #${record_id}${(called ?? '') === '' ? '' : ` · ${called}`}`;
}
