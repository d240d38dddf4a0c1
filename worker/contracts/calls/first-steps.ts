import type { EntityName } from '../contracts.ts';
import { flag, option } from '../fields.ts';
import type { Text } from '../text.ts';

export interface FirstStep {
  label: Text;
  /** Why it is needed, and what makes it done. */
  hint: Text;
  /** What is needed, in the order in which it is filled in; each has a page, and most a template. */
  entities: readonly EntityName[];
  /** What is offered beside it. */
  optional?: readonly EntityName[];
  /** Where it is done, when not on the pages of the entities. */
  path?: string;
}

/** What a new company does until its first calculated month, in this order. */
export const FIRST_STEPS = {
  company: {
    label: { vi: 'Công ty và phòng ban', en: 'Company and departments' },
    hint: {
      vi: 'Công ty, chức vụ, phòng ban và nhóm: người dùng và công việc thuộc về chúng.',
      en: 'Company, positions, departments and groups: people and jobs belong to them.',
    },
    entities: ['companies', 'positions', 'departments', 'department_groups'],
  },
  people: {
    label: { vi: 'Người dùng', en: 'People' },
    hint: {
      vi: 'Nhập mọi người từ tệp mẫu, rồi tạo cho mỗi người một liên kết đặt mật khẩu: tài khoản được kích hoạt cùng lúc.',
      en: 'Import everybody from the template, then make each a link to set a password, which activates the account too.',
    },
    entities: ['users'],
  },
  customers: {
    label: { vi: 'Khách hàng và hạng mục công việc', en: 'Customers and work categories' },
    hint: {
      vi: 'Hạng mục trước, rồi khách hàng cùng các hạng mục họ đặt.',
      en: 'Categories first, then customers with the categories that they order.',
    },
    entities: ['work-categories', 'customers'],
  },
  formulas: {
    label: { vi: 'Công thức', en: 'Formulas' },
    hint: {
      vi: 'Mỗi mã quy mô có một công thức kết quả. Có thể lấy bộ công thức có sẵn rồi sửa lại; ví dụ giữ cho công thức luôn ra đúng điểm.',
      en: 'Each scale code has a result formula. A ready-made set can be taken over and edited; worked examples hold that it stays right.',
    },
    entities: ['formula-results'],
    optional: ['formula-base-points', 'rule_cases'],
  },
  standards: {
    label: { vi: 'Định mức và bảng hệ số quy mô', en: 'Standards and scale tables' },
    hint: {
      vi: 'Điểm chuẩn của từng khách hàng và hạng mục, với mã quy mô của công thức. Nội dung gián tiếp và điểm pro để ghi những việc khác.',
      en: 'The standard points of each customer and category, with the scale code of its formula. Indirect notes and pro points are for other work.',
    },
    entities: ['tsubos', 'standards'],
    optional: ['indirect_note', 'pro_point'],
  },
  source: {
    label: { vi: 'Kết nối Base.vn', en: 'Connection to Base.vn' },
    hint: {
      vi: 'Quy trình cần lấy và trường nào của nguồn vào cột nào. Bỏ qua nếu nhập công việc từ Excel.',
      en: 'The workflows to read, and which field of the source fills which column. Skip it if jobs come from Excel.',
    },
    entities: [],
    path: '/crawl-settings',
  },
  jobs: {
    label: { vi: 'Công việc đầu tiên', en: 'First jobs' },
    hint: {
      vi: 'Lấy dữ liệu lần đầu từ Base.vn, hoặc nhập công việc từ tệp mẫu.',
      en: 'The first crawl from Base.vn, or an import from the template.',
    },
    entities: ['directs'],
  },
  calculation: {
    label: { vi: 'Tính điểm lần đầu', en: 'First calculation' },
    hint: {
      vi: 'Tính điểm một tháng; việc chưa tính được kèm lý do và cách sửa.',
      en: 'Calculate a month; jobs without points come with the reason and how to mend it.',
    },
    entities: [],
    path: '/calculate',
  },
} as const satisfies Record<string, FirstStep>;
export type FirstStepName = keyof typeof FIRST_STEPS;

export const FIRST_STEP_STATES = {
  done: { vi: 'Xong', en: 'Done' },
  open: { vi: 'Chưa xong', en: 'Open' },
  skipped: { vi: 'Bỏ qua', en: 'Skipped' },
} as const satisfies Record<string, Text>;

/** Body of `PUT /first_steps`. */
export const SKIP_STEP_FIELDS = {
  step: option(
    { vi: 'Bước', en: 'Step' },
    Object.fromEntries(Object.entries(FIRST_STEPS).map(([name, { label }]) => [name, label])) as Record<FirstStepName, Text>,
    { required: true },
  ),
  skipped: flag({ vi: 'Bỏ qua', en: 'Skipped' }, { required: true }),
};

/** What a step lacks; `{…}` are filled in. */
export const STEP_NEEDS = {
  entity: { vi: 'Chưa có {entity}', en: 'Still to come: {entity}' },
  codes: { vi: 'Chưa có công thức cho mã {codes}', en: 'No formula for the code {codes}' },
  passwords: {
    vi: '{n} người chưa có mật khẩu, cũng chưa có liên kết còn hạn',
    en: '{n} {n|person has|people have} neither a password nor a link that still works',
  },
  person: { vi: 'Chưa có ai ngoài quản trị viên', en: 'Nobody but the Admin yet' },
  jobs: { vi: 'Chưa có công việc nào', en: 'No jobs yet' },
  calculation: { vi: 'Chưa tính điểm tháng nào', en: 'No month has been calculated' },
} as const satisfies Record<string, Text>;
