import type { SheetRow } from './fill-template.ts';

/** A design office as it starts: 40 people, 25 customers, 200 standards, its tables and formulas, and the jobs of its first month, in files of its own. */

const PEOPLE = 40;
const CUSTOMERS = 25;
const JOBS = 300;

const SURNAMES = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đặng', 'Bùi', 'Võ', 'Hồ'];
const MIDDLES = ['Văn', 'Thị', 'Minh', 'Đức', 'Thu'];
const GIVEN = ['An', 'Bình', 'Chi', 'Dũng', 'Hà', 'Khoa', 'Lan', 'Mai', 'Nam', 'Oanh'];
const BUILDERS = ['積水', '大和', '住友', '三井', '旭化成'];
const KINDS = ['ハウス', '林業', 'ホーム', '建設', '住宅'];
/** A kind of work, with the code of its formula and its standard points. */
const WORK = [
  ...[['構造図', 'S1', 4, 1] as const, ['意匠図', 'I1', 3, 0.8] as const, ['プレカット', 'P1', 2.5, 0.6] as const],
  ...[['基礎図', 'K1', 1.5, 0.4] as const, ['申請図', 'N1', 1.2, 0.3] as const, ['積算', 'E1', 2, 0.5] as const],
  ...[['外構図', 'X1', 0.8, 0.2] as const, ['雑務', 'M0', 0, 0] as const],
];
const DEPARTMENTS = ['Kết cấu', 'Kiến trúc'];

const range = (length: number) => Array.from({ length }, (_, index) => index);
const pickFrom = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const username = (index: number) => `nv${String(index + 1).padStart(2, '0')}`;
const customer = (index: number) => `K${String(index + 1).padStart(2, '0')}`;
const departmentOf = (index: number) => pickFrom(DEPARTMENTS, index);

/** By entity, what the office types under the headings of the template. */
export function makeFirstOffice(month: string): Readonly<Record<string, readonly SheetRow[]>> {
  return {
    users: range(PEOPLE).map((index) => ({
      username: username(index),
      name: [pickFrom(SURNAMES, index), pickFrom(MIDDLES, index), pickFrom(GIVEN, Math.floor(index / 4))].join(' '),
      email: `${username(index)}@saomai.test`,
      employee_code: `E${index + 1}`,
      area: 'HN',
      position_id: pickFrom(['Họa viên', 'Họa viên', 'Trưởng nhóm', 'Họa viên'], index),
      company_id: 'Sao Mai',
      department_id: departmentOf(index),
      dept_grp_id: `Nhóm ${departmentOf(index)}`,
      role_ids: index === 0 ? 'Writer' : index < 3 ? 'Checked' : 'Viewer',
    })),
    customers: range(CUSTOMERS).map((index) => ({
      code: customer(index),
      name: pickFrom(BUILDERS, index) + pickFrom(KINDS, Math.floor(index / BUILDERS.length)),
      work_category: WORK.map(([work_name]) => work_name).join('; '),
    })),
    'formula-results': [
      {
        scale_code: 'X1',
        result_design_formula: 'standard_design_point * scale_factor',
        result_check_formula: 'standard_check_point * scale_factor',
        description: 'Sân vườn, theo tsubo',
      },
    ],
    'formula-base-points': [{ scale_code: 'X1', base_point1: 'if(tsubosuu > 60, 0.2, 0)' }],
    tsubos: [
      { scale_factor_code: 'X1', scale_factor: 1, complexity_factor: 1, scale_limit_from: 0, scale_limit_to: 60 },
      { scale_factor_code: 'X1', scale_factor: 1.3, complexity_factor: 1, scale_limit_from: 60, scale_limit_to: 500 },
    ],
    standards: range(CUSTOMERS).flatMap((index) =>
      WORK.map(([work_category_id, scale_code, standard_design_point, standard_check_point]) => ({
        customer_id: customer(index),
        work_category_id,
        scale_code,
        standard_design_point,
        standard_check_point,
      })),
    ),
    indirect_note: ['Họp nhóm', 'Đào tạo người mới', 'Hỗ trợ khách hàng'].map((content) => ({ content })),
    directs: range(JOBS).map((index) => ({
      name: `D${index + 1}`,
      bukkenmei: `${pickFrom(BUILDERS, index)}邸`,
      customer_id: customer(index % CUSTOMERS),
      work_category_id: pickFrom(WORK, index)[0],
      user_id: username(3 + (index % (PEOPLE - 3))),
      chekkusha_id: username(1 + (index % 2)),
      henkyaku_hi: `${month}-${String(1 + (index % 15)).padStart(2, '0')}`,
      tsubosuu: 25 + (index % 40),
      menseki: 80 + index,
      kaisuu: 1 + (index % 3),
      complex_factor: 1,
      complex_point: 0,
      sagyou_jikan: 120,
      chekkku_jikan: 20,
    })),
  };
}

/** Characters that somebody types to fill these rows in. */
export const countCharacters = (rows: readonly SheetRow[]): number =>
  rows.reduce((sum, row) => sum + Object.values(row).reduce((line: number, value) => line + String(value).length, 0), 0);
