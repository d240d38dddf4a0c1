import { column } from '../columns.ts';
import { defineContract } from '../define-contract.ts';
import { date, flag, ref, text } from '../fields.ts';
import { employeeColumns, personFilters, RATED_ACCESS } from './records.ts';

const fields = {
  user_id: ref({ vi: 'Nhân viên', en: 'Employee', ja: '社員' }, 'users', { required: true }),
  pro_point_id: ref({ vi: 'Hệ số pro', en: 'Pro factor', ja: 'プロ係数' }, 'pro_point', { required: true }),
  rate_at: date({ vi: 'Ngày đánh giá', en: 'Rate date', ja: '評価日' }, { required: true, initial: 'today' }),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { max: 2000, multiline: true }),
  is_checked: flag({ vi: 'Đã kiểm tra', en: 'Checked', ja: 'チェック済' }, { readonly: true }),
};

export const pro = defineContract({
  name: 'pro',
  label: { vi: 'Đánh giá pro', en: 'Pro ratings', ja: 'プロ評価' },
  pageTitle: { vi: 'Đánh giá pro', en: 'Pro' },
  path: '/pro',
  navGroup: 'data',
  title: { field: 'rate_at', hint: 'users.name' },
  fields,
  relations: {
    users: { kind: 'one', field: 'user_id', entity: 'users', pick: ['id', 'code', 'name'] },
    pro_point: { kind: 'one', field: 'pro_point_id', entity: 'pro_point', pick: ['id', 'point'] },
  },
  columns: {
    first: [...employeeColumns('name'), column('pro_point.point', fields.pro_point_id.label, 'decimal', { decimals: 3, factor: true })],
    folded: ['note'],
  },
  filters: personFilters('pro'),
  order: 'rate_at DESC',
  access: RATED_ACCESS,
  dated: 'rate_at',
});
