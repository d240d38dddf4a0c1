import type { HistoryRow } from '#contracts/calls/answers/history.ts';
import { ALIAS_KINDS, CRAWL_SETTING_LABELS } from '#contracts/calls/crawl-settings.ts';
import { totalsExpressions } from '#contracts/calls/expression-rows.ts';
import { PAYROLL_KINDS, PAYROLL_MAP_LABELS } from '#contracts/calls/payroll.ts';
import { scenarioRows } from '#contracts/calls/scenario-rows.ts';
import { USER_LOCK_FIELDS } from '#contracts/calls/users.ts';
import { VIEW_FIELDS } from '#contracts/calls/views.ts';
import { CONTRACTS } from '#contracts/contracts.ts';
import { type Fields, integer, option, text } from '#contracts/fields.ts';
import { MONTH } from '#contracts/months.ts';
import type { Lang, Text } from '#contracts/text.ts';

/** What the history calls by its table's name: what it is, its fields, and where its records are seen. */
export interface Recorded {
  readonly label: Text;
  readonly fields: Fields;
  readonly path?: string | null;
  /** The field that names a record; none for what is no entity. */
  readonly title?: { readonly field: string };
}

const { startTime, endTime, reason } = USER_LOCK_FIELDS;

/** By table: an entity's is its name with `_` for `-`; two entities of one table have no table of the second's name. */
export const RECORDED: Readonly<Record<string, Recorded>> = {
  ...Object.fromEntries(Object.values(CONTRACTS).map((contract) => [contract.name.replaceAll('-', '_'), contract])),
  user_locks: {
    label: { vi: 'Khóa người dùng', en: 'User lock' },
    fields: { start_time: startTime, end_time: endTime, reason },
    path: '/users',
  },
  office_settings: {
    label: { vi: 'Cài đặt chung', en: 'Office settings' },
    fields: { key: text({ vi: 'Mục', en: 'Setting' }), value: integer({ vi: 'Giá trị', en: 'Value' }) },
  },
  crawl_settings: {
    label: { vi: 'Cài đặt Base.vn', en: 'Base.vn settings' },
    fields: {
      url: text(CRAWL_SETTING_LABELS.url),
      workflow_ids: text(CRAWL_SETTING_LABELS.workflow_ids),
      field_map: text(CRAWL_SETTING_LABELS.field_map),
      numbers: text(CRAWL_SETTING_LABELS.numbers),
    },
  },
  crawl_aliases: {
    label: { vi: 'Tên ở Base.vn', en: 'Name at Base.vn' },
    fields: {
      kind: option({ vi: 'Loại', en: 'Kind' }, ALIAS_KINDS),
      text: text({ vi: 'Tên ở nguồn', en: 'Name at the source' }),
      target_id: integer({ vi: 'Bản ghi', en: 'Record' }),
    },
  },
  payroll_map: {
    label: { vi: 'Tệp bảng lương', en: 'Payroll file layout' },
    fields: {
      columns: text(PAYROLL_MAP_LABELS.columns),
      decimal_sign: text(PAYROLL_MAP_LABELS.decimal_sign),
      format: text(PAYROLL_MAP_LABELS.format),
    },
  },
  payroll_exports: {
    label: { vi: 'Giao cho bảng lương', en: 'Handed to payroll' },
    fields: {
      month: text(MONTH),
      kind: option({ vi: 'Loại', en: 'Kind' }, PAYROLL_KINDS),
      rows: integer({ vi: 'Số người', en: 'People' }),
      sha256: text({ vi: 'Mã đối chiếu', en: 'Check code' }),
    },
    title: { field: 'month' },
  },
  views: {
    label: { vi: 'Chế độ xem', en: 'View' },
    fields: VIEW_FIELDS,
    title: { field: 'name' },
  },
  rule_scenario_rows: scenarioRows,
  totals_expressions: totalsExpressions,
};

/** Where a record is seen that was written; undefined for one that was deleted. */
export function recordPath({ entity, record_id, action }: Pick<HistoryRow, 'entity' | 'record_id' | 'action'>): string | undefined {
  const path = RECORDED[entity]?.path;
  return path && action !== 'delete' ? `${path}/${record_id}/view` : undefined;
}

/** The kind of record, its number, and what it was called then: 'Khách hàng #12 · 積水ハウス'. */
export function recordName(
  { entity, record_id, before, after }: Pick<HistoryRow, 'entity' | 'record_id' | 'before' | 'after'>,
  lang: Lang,
): string {
  const recorded = RECORDED[entity];
  const title = recorded?.title?.field;
  const called = title ? ((after ?? before)?.[title] ?? before?.[title]) : undefined;
  return `${recorded?.label[lang] ?? entity} #${record_id}${(called ?? '') === '' ? '' : ` · ${called}`}`;
}
