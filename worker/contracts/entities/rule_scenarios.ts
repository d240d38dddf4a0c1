import { defineContract } from '../define-contract.ts';
import { month, option, text } from '../fields.ts';
import { ADMIN } from '../roles.ts';

/** A draft is tried and edited; it ends by becoming rules, or by being dropped. */
const SCENARIO_STATUSES = {
  draft: { vi: 'Bản nháp', en: 'Draft' },
  promoted: { vi: 'Đã áp dụng', en: 'Promoted' },
  discarded: { vi: 'Đã bỏ', en: 'Discarded' },
} as const;

const fields = {
  name: text({ vi: 'Tên phương án', en: 'Scenario' }, { required: true, search: true }),
  /** The month from which its rules would count: the rules that it changes are tried as they are then. */
  valid_from: month({ vi: 'Dự kiến áp dụng từ tháng', en: 'Planned from' }),
  status: option({ vi: 'Trạng thái', en: 'Status' }, SCENARIO_STATUSES, { readonly: true }),
  promoted_from: month({ vi: 'Đã áp dụng từ tháng', en: 'Promoted from' }, { readonly: true }),
  reason: text({ vi: 'Lý do', en: 'Reason' }, { readonly: true, max: 1000 }),
  note: text({ vi: 'Ghi chú', en: 'Note' }, { max: 2000, multiline: true }),
};

export const ruleScenarios = defineContract({
  name: 'rule_scenarios',
  label: { vi: 'Phương án quy tắc', en: 'Rule scenarios' },
  path: '/rules/scenarios',
  navGroup: null,
  title: { field: 'name' },
  fields,
  columns: { folded: ['reason', 'note'] },
  unindexed: ['promoted_from', 'reason'],
  order: 'id DESC',
  access: { list: ADMIN, get: ADMIN, create: ADMIN, update: ADMIN, delete: ADMIN },
});
