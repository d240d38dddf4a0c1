import { defineContract } from '../define-contract.ts';
import { date, decimal, flag, option, ref, text } from '../fields.ts';
import { employeeColumns, personFilters, RATED_ACCESS } from './records.ts';

/** C counts towards the total, K does not; files of before say yes and no. */
export const INDIRECT_POINT_TYPES = {
  C: { vi: 'Tính vào tổng', en: 'Counted', also: ['Có', 'Yes'] },
  K: { vi: 'Không tính vào tổng', en: 'Not counted', also: ['Không', 'No'] },
};

const fields = {
  user_id: ref({ vi: 'Nhân viên', en: 'Employee', ja: '社員' }, 'users', { required: true }),
  indirect_note_id: ref({ vi: 'Nội dung gián tiếp', en: 'Indirect note', ja: '間接内容' }, 'indirect_note', { required: true }),
  rate_at: date({ vi: 'Ngày đánh giá', en: 'Rate date', ja: '評価日' }, { required: true, initial: 'today' }),
  point: decimal({ vi: 'Điểm', en: 'Point', ja: '点数' }, { required: true, min: 0, decimals: 2 }),
  indirect_point_type: option({ vi: 'Loại điểm', en: 'Point type', ja: '種別' }, INDIRECT_POINT_TYPES, { required: true }),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { max: 2000, multiline: true }),
  is_checked: flag({ vi: 'Đã kiểm tra', en: 'Checked', ja: 'チェック済' }, { readonly: true }),
};

export const indirects = defineContract({
  name: 'indirects',
  label: { vi: 'Điểm gián tiếp', en: 'Indirect work', ja: '間接作業' },
  pageTitle: { vi: 'Việc gián tiếp', en: 'Indirect' },
  path: '/indirect',
  navGroup: 'data',
  title: { field: 'rate_at', hint: 'users.name' },
  fields,
  relations: {
    users: { kind: 'one', field: 'user_id', entity: 'users', pick: ['id', 'code', 'name'] },
    indirect_note: { kind: 'one', field: 'indirect_note_id', entity: 'indirect_note', pick: ['id', 'content'] },
  },
  columns: { first: employeeColumns('name') },
  filters: personFilters('indirects'),
  order: 'rate_at DESC',
  access: RATED_ACCESS,
  dated: 'rate_at',
  summed: ['point'],
});
