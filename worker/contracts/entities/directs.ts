import type { Contract, Filter } from '../contract.ts';
import { defineContract } from '../define-contract.ts';
import { date, datetime, decimal, flag, integer, ref, text } from '../fields.ts';
import { DEPARTMENT_GROUP } from '../labels.ts';
import { ALL_ROLES, STAFF } from '../roles.ts';

/** The mark of a manual adjustment in `techousei`. */
export const TECHOUSEI_MARK = '有';

/** Who wrote a job last, by `upsert_by`. */
export const DIRECT_ORIGINS = {
  0: { vi: 'Lấy từ Base.vn', en: 'From Base.vn' },
  1: { vi: 'Nhập tay', en: 'By hand' },
  2: { vi: 'Nhập từ Excel', en: 'From Excel' },
} as const;

/** The points required by the edit form: once a record is edited, none may be emptied. */
export const DIRECT_POINTS = ['standard_design_point', 'standard_check_point', 'result_design_point', 'result_check_point'] as const;

const MINUTES = { vi: 'phút', en: 'min' };
const long = { max: 2000, multiline: true } as const;

export const directFields = {
  external_id: text({ vi: 'Mã nguồn', en: 'Source id', ja: '外部ID', also: ['Mã việc'] }, { max: 64, keyed: true }),
  name: text({ vi: 'Mã công việc', en: 'Task code', ja: '業務コード' }, { required: true, search: true }),
  bukkenmei: text({ vi: 'Tên công trình', en: 'Building', ja: '物件名', also: ['Property name'] }, { required: true, search: true }),
  user_id: ref({ vi: 'Người thiết kế', en: 'Designer', ja: '作業者' }, 'users', { required: true }),
  chekkusha_id: ref({ vi: 'Người kiểm tra', en: 'Checker', ja: 'チェック者' }, 'users', { required: true }),
  chekkusha: text({ vi: 'Tên người kiểm tra', en: "Checker's name", ja: 'チェック者名' }, { readonly: true }),
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer', ja: '得意先' }, 'customers', { required: true }),
  tokuisakimei: text({ vi: 'Tên khách hàng ở nguồn', en: "Customer's name at the source", ja: '得意先名' }, { search: true }),
  work_category_id: ref({ vi: 'Hạng mục công việc', en: 'Work category', ja: '業務区分' }, 'work-categories', { required: true }),
  hacchyuu_naiyou: text({ vi: 'Nội dung đặt hàng', en: 'Work content', ja: '発注内容' }, { search: true }),
  dept_id: ref({ vi: 'Phòng ban', en: 'Department', ja: '部署' }, 'departments', { required: true }),
  dept_grp_id: ref(DEPARTMENT_GROUP, 'department_groups', { required: true }),
  uketsuke_hi: date({ vi: 'Ngày tiếp nhận', en: 'Date received', ja: '受付日' }),
  henkyaku_hi: date({ vi: 'Ngày trả', en: 'Return date', ja: '返却日', also: ['Date returned'] }, { required: true }),
  tsubosuu: decimal(
    { vi: 'Số tsubo', en: 'Floor area (坪)', ja: '坪数', also: ['Floor area'] },
    { required: true, min: 0, decimals: 2, create: { max: 2000 }, unit: { vi: '坪', en: '坪' } },
  ),
  complex_factor: decimal(
    { vi: 'Hệ số độ khó', en: 'Difficulty factor', ja: '難易係数' },
    { required: true, min: 0, max: 10, create: { decimals: 1 }, factor: true },
  ),
  complex_point: decimal(
    { vi: 'Điểm độ khó', en: 'Difficulty points', ja: '難易点' },
    { required: true, min: 0, max: 10, create: { decimals: 2 } },
  ),
  nani_keisuu: decimal(
    { vi: 'Hệ số độ khó (nan-i)', en: 'Difficulty factor (nan-i)', ja: '難易係数(nani_keisuu)' },
    { readonly: true, factor: true },
  ),
  naniten: decimal({ vi: 'Điểm độ khó (nan-i)', en: 'Difficulty points (nan-i)', ja: '難易点(naniten)' }, { readonly: true }),
  sagyou_jikan: integer({ vi: 'Thời gian thiết kế', en: 'Design time', ja: '作業時間' }, { required: true, min: 0, unit: MINUTES }),
  chekkku_jikan: integer({ vi: 'Thời gian kiểm tra', en: 'Check time', ja: 'チェック時間' }, { required: true, min: 0, unit: MINUTES }),
  standard_design_point: decimal({ vi: 'Điểm thiết kế định mức', en: 'Standard design point', ja: '標準設計点' }, { min: 0 }),
  standard_check_point: decimal({ vi: 'Điểm kiểm tra định mức', en: 'Standard check point', ja: '標準チェック点' }, { min: 0 }),
  result_design_point: decimal({ vi: 'Điểm thiết kế', en: 'Result design point', ja: '設計点' }),
  result_check_point: decimal({ vi: 'Điểm kiểm tra', en: 'Result check point', ja: 'チェック点' }),
  scale_factor_code: text({ vi: 'Mã hệ số quy mô', en: 'Scale factor code', ja: '規模係数コード' }, { readonly: true }),
  scale_factor: decimal({ vi: 'Hệ số quy mô', en: 'Scale factor', ja: '規模係数' }, { readonly: true, factor: true }),
  techousei: text({ vi: 'Điều chỉnh tay', en: 'Manual adjustment', ja: '手調整' }, { max: 16 }),
  bikou: text({ vi: 'Ghi chú', en: 'Remarks', ja: '備考' }, long),
  description: text({ vi: 'Mô tả', en: 'Description', ja: '説明' }, { max: 100_000, multiline: true, rich: true }),
  reference2: text({ vi: 'Tham chiếu 2', en: 'Reference 2', ja: '参照2' }),
  reference3: text({ vi: 'Tham chiếu 3', en: 'Reference 3', ja: '参照3' }),
  reference4: text({ vi: 'Tham chiếu 4', en: 'Reference 4', ja: '参照4' }),
  reference5: text({ vi: 'Tham chiếu 5', en: 'Reference 5', ja: '参照5' }),
  reference6: text({ vi: 'Tham chiếu 6', en: 'Reference 6', ja: '参照6' }),
  bukken_koodo: text({ vi: 'Mã công trình', en: 'Property code', ja: '物件コード' }),
  kouji_koodo: text({ vi: 'Mã thi công', en: 'Construction code', ja: '工事コード' }),
  hacchyuumoto: text({ vi: 'Nơi đặt hàng', en: 'Order source', ja: '発注元' }, { search: true }),
  kakou_koujou: text({ vi: 'Nhà máy gia công', en: 'Processing plant', ja: '加工工場', also: ['Xưởng gia công'] }),
  shiten: text({ vi: 'Chi nhánh', en: 'Branch', ja: '支店' }),
  chiku: text({ vi: 'Khu vực', en: 'District', ja: '地区' }),
  menseki: decimal({ vi: 'Diện tích', en: 'Area', ja: '面積' }, { min: 0, unit: { vi: 'm²', en: 'm²' } }),
  kaisuu: decimal({ vi: 'Số tầng', en: 'Storeys', ja: '階数' }, { min: 0 }),
  shiyou_masuta: text({ vi: 'Bộ quy cách', en: 'Specification master', ja: '仕様マスタ', also: ['Bảng quy cách'] }),
  kouhou: text({ vi: 'Phương pháp thi công', en: 'Construction method', ja: '工法', also: ['Phương pháp xây dựng'] }),
  cad: text({ vi: 'CAD', en: 'CAD', ja: 'CAD種別' }),
  kiso: text({ vi: 'Móng', en: 'Foundation', ja: '基礎' }),
  kishu: text({ vi: 'Dòng sản phẩm', en: 'Model', ja: '機種', also: ['Loại máy'] }),
  tantousha: text({ vi: 'Người phụ trách', en: 'Person in charge', ja: '担当者' }),
  hosanin: text({ vi: 'Người hỗ trợ', en: 'Assistant', ja: '補佐人' }),
  hosawariai: decimal({ vi: 'Tỷ lệ hỗ trợ', en: 'Assistance ratio', ja: '補佐割合' }, { min: 0 }),
  kibou_nouki: date({ vi: 'Hạn mong muốn', en: 'Desired deadline', ja: '希望納期' }),
  rank: text({ vi: 'Hạng', en: 'Rank', ja: 'ランク' }),
  kibo_keisuu: decimal({ vi: 'Hệ số quy mô ở nguồn', en: 'Scale factor at the source', ja: '規模係数(元)' }, { decimals: 4, factor: true }),
  tantou_guruubu: text({ vi: 'Nhóm phụ trách', en: 'Group in charge', ja: '担当グループ' }),
  hagara: text({ vi: 'Kiểu cạnh (羽柄)', en: 'Edge pattern (羽柄)', ja: '羽柄', also: ['Hagara'] }),
  teisei_henkyaku_hi: date({ vi: 'Ngày trả bản sửa', en: 'Date correction returned', ja: '訂正返却日' }),
  sekkeitantou: text({ vi: 'Phụ trách thiết kế', en: 'Design in charge', ja: '設計担当' }),
  sekkeibunya: text({ vi: 'Lĩnh vực thiết kế', en: 'Design field', ja: '設計分野' }),
  keisanyou: text({ vi: 'Mã ghép khách hàng + hạng mục', en: 'Calculation key', ja: '計算用' }, { readonly: true, max: 520 }),
  nouhinbi: date({ vi: 'Ngày giao', en: 'Delivery date', ja: '納品日' }),
  tracking_user: text({ vi: 'Người theo dõi', en: 'Tracked by', ja: '追跡者' }, { readonly: true }),
  phase: text({ vi: 'Giai đoạn', en: 'Phase', ja: '段階' }, { readonly: true }),
  label: text({ vi: 'Nhãn', en: 'Label', ja: 'ラベル' }, { readonly: true, max: 1000 }),
  complete_time: datetime({ vi: 'Hoàn thành lúc', en: 'Completed at', ja: '完了日時' }, { readonly: true }),
  last_update: datetime({ vi: 'Nguồn cập nhật lúc', en: 'Updated at the source', ja: '最終更新' }, { readonly: true }),
  date_created: datetime({ vi: 'Nguồn tạo lúc', en: 'Created at the source', ja: '作成日時' }, { readonly: true }),
  created_by: text({ vi: 'Người tạo ở nguồn', en: 'Created by', ja: '作成者' }, { readonly: true }),
  is_checked: flag({ vi: 'Đã kiểm tra', en: 'Checked', ja: 'チェック済' }, { readonly: true }),
  is_updated: flag({ vi: 'Đã điều chỉnh tay', en: 'Adjusted', ja: '調整済' }, { readonly: true }),
  adjust_reason: text({ vi: 'Lý do điều chỉnh', en: 'Reason for adjusting', ja: '調整理由' }, { max: 500 }),
  upsert_by: integer({ vi: 'Nguồn dữ liệu', en: 'Origin', ja: '登録元' }, { readonly: true, min: 0, max: 2, options: DIRECT_ORIGINS }),
  calculated_at: datetime({ vi: 'Tính lúc', en: 'Calculated at', ja: '計算日時' }, { readonly: true }),
  calculation_id: integer({ vi: 'Lần tính', en: 'Calculation', ja: '計算ID' }, { readonly: true }),
};

const directRelations: Contract['relations'] = {
  users: { kind: 'one', field: 'user_id', entity: 'users', pick: ['id', 'name', 'code', 'department_id'] },
  chekkushas: { kind: 'one', field: 'chekkusha_id', entity: 'users', pick: ['id', 'name', 'code'] },
  customers: { kind: 'one', field: 'customer_id', entity: 'customers', pick: ['id', 'name'] },
  work_categories: { kind: 'one', field: 'work_category_id', entity: 'work-categories', pick: ['id', 'work_name'] },
  departments: { kind: 'one', field: 'dept_id', entity: 'departments', pick: ['id', 'name'] },
  department_groups: { kind: 'one', field: 'dept_grp_id', entity: 'department_groups', pick: ['id', 'group_name'] },
};

/** The numbers a table of directs shows short; the legend explains them. */
export const DIRECT_LEGEND = {
  sdp: 'standard_design_point',
  scp: 'standard_check_point',
  rdp: 'result_design_point',
  rcp: 'result_check_point',
  adt: 'sagyou_jikan',
  act: 'chekkku_jikan',
} as const;

/** What only the record's own page shows: no index helps to find by it. */
const DETAILS = [
  'chekkusha', 'nani_keisuu', 'naniten', 'scale_factor', 'description', 'reference2', 'reference3', 'reference4', 'reference5', 'reference6', 'bukken_koodo',
  'kouji_koodo', 'kakou_koujou', 'shiten', 'chiku', 'menseki', 'kaisuu', 'shiyou_masuta', 'kouhou', 'cad', 'kiso', 'kishu', 'tantousha', 'hosanin', 'hosawariai',
  'kibou_nouki', 'rank', 'kibo_keisuu', 'tantou_guruubu', 'hagara', 'teisei_henkyaku_hi', 'sekkeitantou', 'sekkeibunya', 'nouhinbi', 'tracking_user', 'label',
  'complete_time', 'last_update', 'date_created', 'created_by', 'calculated_at', 'calculation_id',
] as const; // biome-ignore format: one list, read as one

/** Columns 1, 5 and 12 to 17 are those that 'Hide Columns' folds away. */
const COLUMNS = {
  first: [
    'external_id', 'name', 'bukkenmei', 'customer_id', 'uketsuke_hi', 'work_category_id', 'user_id', 'henkyaku_hi', 'result_design_point', 'result_check_point',
    'tsubosuu', 'standard_design_point', 'standard_check_point', 'sagyou_jikan', 'chekkku_jikan', 'complex_factor', 'complex_point', 'chekkusha_id',
    'dept_grp_id', 'hacchyuumoto', 'scale_factor_code', 'techousei', 'phase', 'bikou', 'is_checked', 'adjust_reason', 'keisanyou',
  ], // biome-ignore format: one list, read as one
  exclude: [...DETAILS, 'tokuisakimei', 'hacchyuu_naiyou', 'dept_id', 'is_updated', 'upsert_by'],
  folded: [
    'external_id', 'uketsuke_hi', 'standard_design_point', 'standard_check_point', 'sagyou_jikan', 'chekkku_jikan', 'complex_factor', 'complex_point', 'adjust_reason',
    'keisanyou',
  ], // biome-ignore format: one list, read as one
} as const;

const FILTERS: Record<string, Filter> = {
  customers__id: { field: 'customer_id', op: 'equals', kind: 'ref' },
  department_groups__id: { field: 'dept_grp_id', op: 'equals', kind: 'ref' },
  'customers__name__~': { field: 'name', op: 'contains', kind: 'text', via: { field: 'customer_id', entity: 'customers' } },
  'users__name__~': { field: 'name', op: 'contains', kind: 'text', via: { field: 'user_id', entity: 'users' } },
  person_id: { field: 'user_id', or: [{ field: 'chekkusha_id' }], op: 'equals', kind: 'ref' },
  user_ids: { field: 'user_id', op: 'in', kind: 'refs' },
  chekkusha_ids: { field: 'chekkusha_id', op: 'in', kind: 'refs' },
  person_ids: { field: 'user_id', or: [{ field: 'chekkusha_id' }], op: 'in', kind: 'refs' },
  user_id__empty: { field: 'user_id', op: 'empty', kind: 'flag' },
  chekkusha_id__empty: { field: 'chekkusha_id', op: 'empty', kind: 'flag' },
  dept_id__empty: { field: 'dept_id', op: 'empty', kind: 'flag' },
  customer_id__empty: { field: 'customer_id', op: 'empty', kind: 'flag' },
  work_category_id__empty: { field: 'work_category_id', op: 'empty', kind: 'flag' },
  result_design_point__empty: { field: 'result_design_point', op: 'empty', kind: 'flag' },
  henkyaku_hi__empty: { field: 'henkyaku_hi', op: 'empty', kind: 'flag' },
  tsubosuu__empty: { field: 'tsubosuu', op: 'empty', kind: 'flag' },
};

export const directs = defineContract({
  name: 'directs',
  label: { vi: 'Công việc', en: 'Jobs', ja: '直接業務' },
  pageTitle: { vi: 'Việc trực tiếp', en: 'Jobs' },
  path: '/directs',
  navGroup: 'data',
  title: { field: 'name', hint: 'bukkenmei' },
  fields: directFields,
  relations: directRelations,
  columns: COLUMNS,
  filters: FILTERS,
  unindexed: [...DETAILS, 'keisanyou', 'bikou', 'adjust_reason'],
  unsorted: ['tokuisakimei', 'hacchyuu_naiyou'],
  order: 'name ASC',
  access: { list: ALL_ROLES, get: ALL_ROLES, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF, check: STAFF },
  dated: 'henkyaku_hi',
  unique: [['external_id_key']],
});
