import { ROLES } from '../../worker/contracts/roles.ts';
import type { Random } from '../base-vn-standin/random.ts';
import type { Row } from './insert.ts';

/** The ids of the roles, which are inserted in the order of `ROLES`. */
const [ADMIN, WRITER, CHECKED, VIEWER] = [1, 2, 3, 4] as const;

export const DEPARTMENTS = [
  { name: 'Phòng Thiết kế kết cấu', code: 'KC', note: 'Bản vẽ kết cấu và tính toán chịu lực' },
  { name: 'Phòng Thiết kế kiến trúc', code: 'KT', note: 'Bản vẽ kiến trúc và hồ sơ xin phép' },
  { name: 'Phòng Tiền chế', code: 'PC', note: 'Bản vẽ precut và bóc khối lượng' },
] as const;

/** Two groups for each department, in its order. */
export const GROUPS = [
  { group_name: 'Nhóm Kết cấu 1', dept_id: 1 },
  { group_name: 'Nhóm Kết cấu 2', dept_id: 1 },
  { group_name: 'Nhóm Kiến trúc 1', dept_id: 2 },
  { group_name: 'Nhóm Kiến trúc 2', dept_id: 2 },
  { group_name: 'Nhóm Precut', dept_id: 3 },
  { group_name: 'Nhóm Dự toán', dept_id: 3 },
] as const;

export const POSITIONS = ['Trưởng phòng', 'Trưởng nhóm', 'Kiểm tra viên', 'Nhân viên thiết kế', 'Nhân viên văn phòng'];
const [HEAD, LEADER, CHECKER, DESIGNER, CLERK] = [1, 2, 3, 4, 5] as const;
export const COMPANIES = ['Công ty TNHH Thiết kế Tensu', 'Tensu Đà Nẵng', '株式会社テンス'];

/** The accounts that people try the product with. */
export const DEMO_PASSWORD = 'Tensu-2026';

interface Person {
  username: string;
  name: string;
  role: number;
  position: number;
  group: number;
  active?: 0;
}

/** The demo's accounts, the checkers, then the designers: everybody the stand-in for Base.vn names has an account. */
const PEOPLE: readonly Person[] = [
  { username: 'admin', name: 'Trần Quốc Việt', role: ADMIN, position: HEAD, group: 1 },
  { username: 'writer', name: 'Nguyễn Thu Trang', role: WRITER, position: LEADER, group: 1 },
  { username: 'checked', name: 'Phạm Đức Thắng', role: CHECKED, position: CHECKER, group: 1 },
  { username: 'viewer', name: 'Đỗ Mai Anh', role: VIEWER, position: DESIGNER, group: 1 },
  { username: 'thaonguyen', name: 'Nguyễn Phương Thảo', role: WRITER, position: HEAD, group: 3 },
  { username: 'tuanpham', name: 'Phạm Anh Tuấn', role: WRITER, position: HEAD, group: 5 },
  { username: 'vyhuynh', name: 'Huỳnh Khánh Vy', role: VIEWER, position: CLERK, group: 4 },
  { username: 'yendao', name: 'Đào Hải Yến', role: VIEWER, position: DESIGNER, group: 6, active: 0 },
  ...people(CHECKED, CHECKER, [
    ['anhnguyen', 'Nguyễn Thị Ánh'],
    ['baotran', 'Trần Đình Bảo'],
    ['datle', 'Lê Quang Đạt'],
    ['duongpham', 'Phạm Thùy Dương'],
    ['kienhoang', 'Hoàng Văn Kiên'],
    ['myvu', 'Vũ Thị Mỹ'],
    ['phuocdang', 'Đặng Hữu Phước'],
    ['tungbui', 'Bùi Thanh Tùng'],
  ]),
  ...people(VIEWER, DESIGNER, [
    ['annguyen', 'Nguyễn Văn An'],
    ['binhtran', 'Trần Thanh Bình'],
    ['chile', 'Lê Thị Chi'],
    ['dungpham', 'Phạm Tiến Dũng'],
    ['ducnguyen', 'Nguyễn Minh Đức'],
    ['gianghoang', 'Hoàng Hương Giang'],
    ['havu', 'Vũ Thu Hà'],
    ['haidang', 'Đặng Quốc Hải'],
    ['hanhbui', 'Bùi Thị Hạnh'],
    ['hieudo', 'Đỗ Trung Hiếu'],
    ['hoango', 'Ngô Thị Hoa'],
    ['hungduong', 'Dương Mạnh Hùng'],
    ['huongly', 'Lý Thu Hương'],
    ['khanhphan', 'Phan Gia Khánh'],
    ['lantruong', 'Trương Ngọc Lan'],
    ['linhdinh', 'Đinh Khánh Linh'],
    ['longmai', 'Mai Hoàng Long'],
    ['minhcao', 'Cao Nhật Minh'],
    ['namta', 'Tạ Hoài Nam'],
    ['ngaluong', 'Lương Thúy Nga'],
    ['ngocho', 'Hồ Bảo Ngọc'],
    ['phuctrinh', 'Trịnh Hữu Phúc'],
    ['quanlam', 'Lâm Anh Quân'],
    ['sonvo', 'Võ Thái Sơn'],
  ]),
];

/** All users with ids from 1. Only the first four get the password: the others are colleagues nobody signs in as. */
export function makeUsers(random: Random, passwordHash: string): Row[] {
  return PEOPLE.map(({ username, name, role, position, group, active = 1 }, index): Row => {
    const words = name.split(' ');
    return {
      id: index + 1,
      username,
      code: username,
      name,
      first_name: words.at(-1)!,
      last_name: words.slice(0, -1).join(' '),
      email: `${username}@tensu.example`,
      phone_number: `09${random.between(10_000_000, 99_999_999)}`,
      employee_code: `NV${String(index + 1).padStart(3, '0')}`,
      area: random.pick(['Hồ Chí Minh', 'Hồ Chí Minh', 'Hà Nội', 'Đà Nẵng']),
      position_id: position,
      company_id: random.chance(0.15) ? 2 : 1,
      department_id: GROUPS[group - 1]!.dept_id,
      dept_grp_id: group,
      role_ids: `[${role}]`,
      active,
      // The first of each role are the demo accounts.
      password: index < ROLES.length ? passwordHash : null,
    };
  });
}

function people(role: number, position: number, names: [username: string, name: string][]): Person[] {
  return names.map(([username, name], index) => ({ username, name, role, position, group: (index % GROUPS.length) + 1 }));
}
