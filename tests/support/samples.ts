import type { Contract } from '../../worker/contracts/contract.ts';
import type { Field } from '../../worker/contracts/fields.ts';
import type { TestApi } from './api.ts';

type Values = Record<string, unknown>;

/** A body that creates row number `n` (from 1) of an entity, every writable field given. Rows of different numbers differ. */
export function makeSample({ name, fields }: Pick<Contract, 'name' | 'fields'>, n: number): Values {
  const writable = Object.entries(fields).filter(([, field]) => !field.readonly);
  const body = Object.fromEntries(writable.map(([key, field]) => [key, sampleValue(field, n)]));
  return { ...body, ...OWN[name]?.(n) };
}

/** Values that only the server sets, for the filters that ask for them. */
export const SERVER_MADE: Record<string, (n: number) => Record<string, string | number>> = {
  directs: (n) => ({ scale_factor_code: `S${n}`, phase: `Giai đoạn ${n}` }),
  directs_techousei: (n) => ({ scale_factor_code: `S${n}`, phase: `Giai đoạn ${n}` }),
  users: (n) => ({ avatar: `/files/avatars/${n}.jpg` }),
};

/** Two of everything a sample points to, and categories enough for a standard each. */
export async function fillReferences(api: TestApi): Promise<void> {
  for (const n of [1, 2]) {
    if (n > 1) await api.insert('positions', { name: `Chức vụ ${n}` });
    if (n > 1) await api.insert('companies', { name: `Công ty ${n}` });
    await api.insert('customers', { code: `GOC${n}`, name: `Khách gốc ${n}`, work_category: '[1,2]' });
    await api.insert('contractors', { name: `Nhà thầu gốc ${n}` });
    await api.insert('pro_point', { point: n, desc: `Mức ${n}` });
    await api.insert('indirect_note', { content: `Việc ${n}` });
    await api.insert('tsubos', { scale_factor_code: `GOC${n}`, scale_factor: 1 });
  }
  for (let n = 1; n <= 40; n++) await api.insert('work_categories', { work_name: `図面 ${n}`, department_id: 1 });
}

/** Values that the patterns or unique columns of an entity ask for. */
const OWN: Record<string, (n: number) => Values> = {
  users: (n) => ({
    username: `nguoi-${n}`,
    email: `nguoi.${n}@tensu.test`,
    phone_number: `09000000${String(n).padStart(2, '0')}`,
    employee_code: `NV-${n}`,
    role_ids: [3 + (n % 2)],
    password: 'Duong-Xanh-1',
  }),
  customers: (n) => ({ code: `KHẢI${n}`, fax: `03-${n}`, phone_number: `090-${n}` }),
  contractors: (n) => ({ phone: `09000000${String(n).padStart(2, '0')}`, email: `thau.${n}@tensu.test` }),
  standards: (n) => ({ work_category_id: n }),
  tsubos: () => ({ condition_variable: 'tsubosuu' }),
  'formula-base-points': (n) => ({
    condition_variable: 'tsubosuu',
    condition_operator: '>=',
    condition_param: `${n}`,
    condition_variable1: 'kouhou',
    condition_operator1: 'in',
    condition_param1: `在来軸組, 工法${n}`,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((k) => [`base_point${k}`, `${n} + ${k}`])),
  }),
  'formula-results': (n) => ({
    result_design_formula: `standard_design_point * ${n}`,
    result_check_formula: `standard_check_point * ${n}`,
  }),
  directs: (n) => ({ techousei: n % 2 ? '有' : '無' }),
  directs_techousei: (n) => ({ techousei: n % 2 ? '有' : '無' }),
};

/** Words that order and fold differently when accents count and when they do not. */
const WORDS = ['Ấm', 'an', 'Đào', 'Dũng', 'Ơn', 'Ôn', 'Ước', 'Yên', 'ẵm'];

function sampleValue({ kind, label, options, entity, max = 1000 }: Field, n: number): unknown {
  switch (kind) {
    case 'text':
      return `${WORDS[n % WORDS.length]} ${label.en.replaceAll(/[^\w ]/g, '').trim()} ${n}`;
    case 'integer':
    case 'decimal':
      return n % (max + 1);
    case 'date':
      return `2026-11-${String(((n - 1) % 28) + 1).padStart(2, '0')}`;
    case 'month':
      return `2026-0${(n % 9) + 1}`;
    case 'datetime':
      return `2026-11-10 10:00:${String(n % 60).padStart(2, '0')}`;
    case 'flag':
      return n % 2;
    case 'option':
      return Object.keys(options!)[n % Object.keys(options!).length];
    case 'refs':
      return [1, 2];
    case 'values':
      return { tsubosuu: 30 + n };
    case 'ref':
      return entity === 'users' || entity === 'work-categories' ? 1 + (n % 3) : 1 + (n % 2);
  }
}
