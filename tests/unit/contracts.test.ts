import { describe, expect, it } from 'vitest';
import { createSchema, updateSchema } from '../../worker/contracts/body-schemas.ts';
import * as calculationColumns from '../../worker/contracts/calls/calculation-columns.ts';
import * as dashboardColumns from '../../worker/contracts/calls/dashboard.ts';
import * as totalColumns from '../../worker/contracts/calls/totals.ts';
import type { Column } from '../../worker/contracts/contract.ts';
import { mistakes } from '../../worker/contracts/entities/mistakes.ts';
import { idSchema, valueSchema } from '../../worker/contracts/field-schemas.ts';
import { date, datetime, decimal, type Field, flag, integer, option, ref, refs, text } from '../../worker/contracts/fields.ts';
import { isGranted } from '../../worker/contracts/roles.ts';
import { messagesOf, ruleMessage, ruleToken } from '../../worker/contracts/rules.ts';
import { fill, langOf, lowerFirstLetter } from '../../worker/contracts/text.ts';
import { isDate, PATTERNS, padDate, padMonth } from '../../worker/contracts/value-forms.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';

const label = { vi: 'Mục', en: 'Item' };
const taken = (field: Field, raw: unknown) => {
  const result = valueSchema(field).safeParse(raw);
  return result.success ? result.data : 'refused';
};

describe('a field', () => {
  it('of text is trimmed, takes numbers as they are written, and nothing that cannot be stored', () => {
    expect(taken(text(label), '  a b ')).toBe('a b');
    expect(taken(text(label), 12)).toBe('12');
    expect(taken(text(label), 'あ')).toBe('あ');
    for (const bad of [null, {}, [], true, 'a\u0000', '\udc00', Number.NaN]) expect(taken(text(label), bad)).toBe('refused');
    expect(taken(text(label, { max: 3 }), 'abc')).toBe('abc');
    expect(taken(text(label, { max: 3 }), 'abcd')).toBe('refused');
  });

  it('of numbers takes their plain writing only, within its limits and decimals', () => {
    const point = decimal(label, { min: 0, max: 10, decimals: 2 });
    expect([1, '1.25', ' 3 ', '.5', '+2', 0.07, 10].map((raw) => taken(point, raw))).toEqual([1, 1.25, 3, 0.5, 2, 0.07, 10]);
    for (const bad of ['1e1', '0x1', '1,5', '', 'x', 1.005, -0.01, 10.01, Number.POSITIVE_INFINITY, null, [1], true]) {
      expect(taken(point, bad), JSON.stringify(bad)).toEqual('refused');
    }
    expect(taken(integer(label), '12')).toBe(12);
    expect(taken(integer(label), 1.5)).toBe('refused');
    expect(taken(integer(label), -3)).toBe(-3);
  });

  it('of days and moments takes real ones', () => {
    expect(['2026-2-3', ' 2026-02-03 ', '2026/02/03', '2028-02-29'].map((raw) => taken(date(label), raw))).toEqual([
      '2026-02-03',
      '2026-02-03',
      '2026-02-03',
      '2028-02-29',
    ]);
    for (const bad of ['2026-02-29', '2026-13-1', '26-1-1', '2026/02/30', 20_260_101, new Date()])
      expect(taken(date(label), bad)).toBe('refused');
    expect(taken(datetime(label), '2026-02-03 23:59:59')).toBe('2026-02-03 23:59:59');
    for (const bad of ['2026-02-03', '2026-02-03 24:00:00', '2026-02-30 10:00:00', '2026-02-03T10:00:00']) {
      expect(taken(datetime(label), bad)).toBe('refused');
    }
  });

  it('of choices takes its keys; a switch also true and false', () => {
    expect([true, 'true', '1', 1, false, '0', 0].map((raw) => taken(flag(label), raw))).toEqual([1, 1, 1, 1, 0, 0, 0]);
    for (const bad of [2, 'yes', null, [1], {}]) expect(taken(flag(label), bad)).toBe('refused');
    const type = option(label, { C: label, K: label });
    expect(['C', 'K', 'c', 'X', 'constructor'].map((raw) => taken(type, raw))).toEqual(['C', 'K', 'refused', 'refused', 'refused']);
  });

  it('of ids takes positive whole numbers, lists of them in every form they are sent in', () => {
    expect([1, '7', '70'].map((raw) => idSchema.safeParse(raw).data)).toEqual([1, 7, 70]);
    for (const bad of [0, -1, 1.5, '1.0', '007', 'a', '', null, true, 2 ** 53])
      expect(idSchema.safeParse(bad).success, JSON.stringify(bad)).toEqual(false);
    const ids = refs(label, 'things');
    expect([[1, 2], ['1', '2'], '1,2', '[1,2]', [2, 1, 2]].map((raw) => taken(ids, raw))).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
      [2, 1],
    ]);
    for (const bad of [5, '[1', '1;2', [0], { 0: 1 }]) expect(taken(ids, bad), JSON.stringify(bad)).toEqual('refused');
  });

  it('of rows takes the row itself for its id, as forms that keep the chosen row send it', () => {
    const one = ref(label, 'things');
    expect([7, '7', { id: 7, name: 'x' }, { id: '7' }].map((raw) => taken(one, raw))).toEqual([7, 7, 7, 7]);
    for (const bad of [{ name: 'x' }, { id: null }, { id: { id: 7 } }, {}, [7]])
      expect(taken(one, bad), JSON.stringify(bad)).toEqual('refused');
    expect(taken(refs(label, 'things'), [{ id: 2, name: 'x' }, 1, { id: '2' }])).toEqual([2, 1]);
  });
});

describe('the body of a write', () => {
  const things = {
    name: text(label, { required: true }),
    size: decimal(label, { create: { max: 5 }, max: 9 }),
    made: flag(label, { readonly: true }),
  };

  it('needs its required fields on create, and on update may not empty them', () => {
    expect(createSchema(things).safeParse({ name: 'a' }).data).toEqual({ name: 'a' });
    expect(updateSchema(things).safeParse({}).data).toEqual({});
    for (const empty of ['', '  ', null, '\u200b', '\u2060 \ufeff']) {
      const result = updateSchema(things).safeParse({ name: empty });
      expect(messagesOf(result.error!, () => 'Tên', 'vi')).toEqual({ name: 'Tên không được để trống' });
    }
  });

  it('empties an optional field by an empty value, and is stricter on create where the field says so', () => {
    expect(updateSchema(things).safeParse({ size: '' }).data).toEqual({ size: null });
    const notes = { note: text(label) };
    for (const empty of ['', ' ', '\u200b']) expect(createSchema(notes).safeParse({ note: empty }).data).toEqual({ note: null });
    expect(createSchema(things).safeParse({ name: 'a', size: 7 }).success).toBe(false);
    expect(updateSchema(things).safeParse({ size: 7 }).success).toBe(true);
  });

  it('loses what is unknown or set by the server alone', () => {
    const body = JSON.parse('{"name":"a","made":1,"id":5,"version":3,"__proto__":{"made":1}}');
    expect(createSchema(things).safeParse(body).data).toEqual({ name: 'a' });
  });
});

describe('the patterns', () => {
  it.each([
    ['phone_number', ['0912345678', '+84912345678', '84312345678'], ['0112345678', '091234567', '09123456789', '09-12345678']],
    ['contractor_phone', ['0283822111'], ['283822111', '02838221110', '+84283822111']],
    ['no_special_characters', ['Phòng Kết cấu_1-A', '部署'], ['a.b', 'a@b', 'a/b', '<b>']],
    ['letters_and_digits', ['KH01', 'KHẢI'], ['KH 01', 'KH-01']],
    ['digits_and_hyphens', ['03-1234-5678'], ['+81', '03 1234']],
    ['year_month', ['2000-01', '2099-12', '2100-12'], ['1999-12', '2101-01', '2026-13', '2026-00', '2026-1']],
    ['email', ['a.b+c@tensu.vn', 'an@công-ty.vn'], ['a@b', 'a b@c.vn', '@c.vn', 'a@c.', 'a@@c.vn']],
    ['url', ['http://a.vn', 'https://a.vn/b?c'], ['ftp://a.vn', 'javascript:alert(1)', 'a.vn']],
    ['strong_password', ['Tensu-2026', 'Ắabcdef1'], ['tensu-2026', 'TENSU-2026', 'Tensu-tensu', 'Ten-1']],
  ] as const)('%s', (name, good, bad) => {
    expect(good.filter((value) => !PATTERNS[name].test(value))).toEqual([]);
    expect(bad.filter((value) => PATTERNS[name].test(value))).toEqual([]);
  });
});

it('a month is read with its year first or last', () => {
  expect(['2026-12', '2026/9', ' 12/2026', '9-2026', '13/2026', '12/26', '2026'].map(padMonth)).toEqual([
    ...['2026-12', '2026-09', '2026-12', '2026-09'],
    ...['2026-13', '12/26', '2026'],
  ]);
});

describe('a number that is limited on both sides', () => {
  const messageOf = (value: number, field = integer({ vi: 'Trạng thái', en: 'Status' }, { min: 0, max: 1 })) =>
    ruleMessage(valueSchema(field).safeParse(value).error!.issues[0]!.message, field.label.en, 'en');

  it('is refused with both limits, whichever was passed', () => {
    expect(messageOf(5)).toBe('Status must be between 0 and 1');
    expect(messageOf(-1)).toBe('Status must be between 0 and 1');
    expect(messageOf(-1, integer({ vi: 'Mã số', en: 'Id' }, { min: 1 }))).toBe('Id must be 1 or more');
  });
});

describe('words', () => {
  it('name a day as it is read on screen', () => {
    expect(ruleMessage(ruleToken('from_day', { min: '2026-11-25' }), 'Hạn', 'vi')).toBe('Hạn phải từ 2026/11/25 trở đi');
    expect(ruleMessage(ruleToken('min', { min: 5 }), 'Điểm', 'vi')).toBe('Điểm phải từ 5 trở lên');
  });

  it('come in the language asked for, Vietnamese when it is none of ours', () => {
    const asked = ['en', 'en-US,en;q=0.9,vi;q=0.8', 'ja,en;q=0.5', 'vi,en', 'fr', '', 'en;q=0.2,vi;q=0.9', 'en;q=0'];
    expect(asked.map(langOf)).toEqual(['en', 'en', 'en', 'vi', 'vi', 'vi', 'vi', 'vi']);
    expect(langOf(null)).toBe('vi');
  });

  it('lose their capital in the middle of a sentence, abbreviations keep theirs', () => {
    expect(['Khách hàng', 'Đánh giá pro', 'Ở nguồn', 'Work categories', 'CAD', 'email', '物件名', ''].map(lowerFirstLetter)).toEqual([
      'khách hàng',
      'đánh giá pro',
      'ở nguồn',
      'work categories',
      'CAD',
      'email',
      '物件名',
      '',
    ]);
  });

  it('are filled in once: a value that looks like a place stays as it is', () => {
    expect(fill('{a} và {b}', { a: '{b}', b: 2 })).toBe('{b} và 2');
    expect(fill('{a} {missing}', { a: '$&' })).toBe('$& {missing}');
  });

  it('write months, days and times with slashes, and leave what people typed', () => {
    expect(fill('{month}: {name}', { month: '2026-09, 2026-10', name: '2026-10' })).toBe('2026/09, 2026/10: 2026-10');
    expect(fill('{until}, {deadline}', { until: '2026-10-05 10:00:00', deadline: '2026-10-05' })).toBe('2026/10/05 10:00:00, 2026/10/05');
  });

  it('are there in both languages for every field, column and choice of every entity', () => {
    const words = RESOURCES.flatMap(({ contract }) => [
      contract.label,
      ...contract.columns.map((column) => column.label),
      ...Object.values(contract.fields).flatMap((field) => [
        field.label,
        ...Object.values(field.options ?? {}),
        ...(field.unit ? [field.unit] : []),
      ]),
    ]);
    expect(words.filter(({ vi, en }) => !vi?.trim() || !en?.trim())).toEqual([]);
  });
});

describe('an entity', () => {
  it.each(RESOURCES.map(({ contract }) => ({ name: contract.name, contract })))('$name says only what holds together', ({ contract }) => {
    const known = new Set(['id', 'version', 'created_at', 'updated_at', ...Object.keys(contract.fields)]);
    const columns = contract.columns.map(({ key }) => key);
    expect(new Set(columns).size).toBe(columns.length);
    for (const key of columns) {
      const [first, field] = key.split('.') as [string, string?];
      if (field === undefined) expect(known).toContain(first);
      else expect(contract.relations[first]?.pick).toContain(field);
    }
    expect(contract.sorts).toContain(contract.order.split(' ')[0]);
    for (const { field, entity: pointed } of Object.values(contract.relations)) expect(contract.fields[field]?.entity).toBe(pointed);
    for (const [name, { secret }] of Object.entries(contract.fields)) {
      if (!secret) continue;
      expect([...columns, ...contract.sorts, ...Object.keys(contract.filters).map((filter) => filter.split('__')[0])]).not.toContain(name);
    }
    if (contract.dated) expect(contract.fields[contract.dated]?.kind).toBe('date');
    expect(Object.values(contract.access).every((grant) => grant === 'everyone' || grant.includes('Admin'))).toBe(true);
  });

  it('opens nothing to a role that its access does not name', () => {
    expect(isGranted(['Admin'], undefined)).toBe(false);
    expect(isGranted([], 'everyone')).toBe(true);
    expect(isGranted(['Viewer'], ['Admin'])).toBe(false);
    expect(isGranted(['X', 'Admin'], ['Admin'])).toBe(true);
  });
});

it('days are padded and known', () => {
  expect(['2026-1-2', '2026-01-02', '2026/9/01', '2026/9-01', 'x', '2026-1'].map(padDate)).toEqual([
    ...['2026-01-02', '2026-01-02', '2026-09-01', '2026/9-01', 'x', '2026-1'],
  ]);
  expect(['2000-02-29', '1900-02-28', '2100-02-29', '2026-04-31', '0000-01-01'].map(isDate)).toEqual([true, true, false, false, false]);
});

it('every number called a factor is shown with all its places', () => {
  const named = RESOURCES.flatMap(({ contract }) =>
    Object.entries(contract.fields)
      .filter(([, field]) => field.kind === 'decimal' && field.label.vi.startsWith('Hệ số'))
      .map(([name, { factor }]) => ({ field: `${contract.name}.${name}`, factor })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ factor }) => !factor)).toEqual([]);
});

it('calls the username of a mistake what it is', () => {
  const column = mistakes.columns.find(({ key }) => key === 'users.username');
  expect(column?.label).toMatchObject({ vi: 'Tên đăng nhập', en: 'Username' });
});

it('gives a column of a call the trade word that the same field of an entity has', () => {
  const tradeWords = new Map(
    RESOURCES.flatMap(({ contract }) => Object.values(contract.fields)).map(({ label }) => [`${label.vi}, ${label.en}`, label.ja]),
  );
  const tables = Object.entries({ ...totalColumns, ...calculationColumns, ...dashboardColumns }).filter(([name]) =>
    name.endsWith('_COLUMNS'),
  );
  const named = tables.flatMap(([table, columns]) =>
    (columns as readonly Column[]).map(({ key, label }) => ({
      column: `${table} ${key}`,
      ja: label.ja,
      wanted: tradeWords.get(`${label.vi}, ${label.en}`),
    })),
  );
  expect(named.filter(({ wanted }) => wanted).length).toBeGreaterThan(5);
  expect(named.filter(({ ja, wanted }) => wanted && ja !== wanted)).toEqual([]);
});
