import type { Names } from './names.ts';
import type { Random } from './random.ts';

/** A custom field of a job; `value` is what was typed or the id of what was chosen, `display` what people see. */
export interface BaseField {
  id: string;
  name: string;
  type: string;
  value: string;
  display: string;
}

interface FormOptions {
  random: Random;
  names: Names;
  /** YYYY-MM-DD. */
  since: string;
  due: string;
  /** YYYY-MM-DD, '' while the job is open. */
  finished: string;
}

/** The form of one job as staff fill it in: names in two languages, numbers with commas, dates day first, lists by id. */
export function makeForm({ random, names, since, due, finished }: FormOptions): BaseField[] {
  const tsubo = random.chance(0.05) ? random.between(9000, 180_000) / 100 : random.between(2200, 6800) / 100;
  const difficulty = random.between(8, 16) / 10;
  const minutes = Math.round((tsubo * random.between(40, 90)) / 50) * 5;
  const category = random.between(0, names.categories.length - 1);
  const fields: Omit<BaseField, 'id'>[] = [
    { name: 'Thông tin công trình', type: 'title', value: '', display: '' },
    textField('物件名', random.pick(names.families) + random.pick(names.buildings)),
    choiceField('得意先名', names.customers, random.between(0, names.customers.length - 1)),
    choiceField('発注内容', names.categories, category),
    { ...textField('坪数', formatTypedNumber(tsubo, random)), type: 'number' },
    { ...textField('面積', formatTypedNumber(tsubo * 3.305785, random)), type: 'number' },
    { ...textField('階数', String(random.between(1, 3))), type: 'number' },
    dateField('Ngày tiếp nhận', since),
    dateField('Ngày trả', finished),
    dateField('希望納期', random.chance(0.7) ? due : ''),
    choiceField('Người kiểm tra', names.checkers, random.between(0, names.checkers.length - 1), 'user'),
    { ...textField('作業時間', finished ? String(minutes) : ''), type: 'number' },
    { ...textField('チェック時間', finished ? String(Math.round(minutes / 20) * 5) : ''), type: 'number' },
    { ...textField('Hệ số độ khó', formatTypedNumber(difficulty, random)), type: 'number' },
    { ...textField('難易点', formatTypedNumber(random.between(0, 500) / 100, random)), type: 'number' },
    choiceField('工法', names.kouhou, random.between(0, names.kouhou.length - 1)),
    choiceField('基礎', names.kiso, random.between(0, names.kiso.length - 1)),
    choiceField('CAD種別', names.cad, random.between(0, names.cad.length - 1)),
    textField('発注元', random.pick(names.hacchyuumoto)),
    textField('支店', random.pick(names.shiten)),
    textField('地区', random.pick(names.chiku)),
    textField('物件コード', `B${random.between(10_000, 99_999)}`),
    textField('ランク', random.pick(['A', 'B', 'C'])),
    textField('手調整', random.chance(0.06) ? '有' : ''),
    {
      ...textField('備考', random.chance(0.3) ? random.pick(['図面差替え済み', 'Gửi lại bản vẽ móng', '電話にて確認', '']) : ''),
      type: 'textarea',
    },
    { name: 'Hồ sơ đính kèm', type: 'file', value: '', display: '' },
  ];
  return fields.map((field, index) => ({ id: String(9001 + index), ...field }));
}

/** A copy of the form with that field's value; what is shown follows. */
export function setField(form: readonly BaseField[], name: string, value: string): BaseField[] {
  return form.map((field) => (field.name === name ? { ...field, value, display: value } : field));
}

function textField(name: string, value: string): Omit<BaseField, 'id'> {
  return { name, type: 'text', value, display: value };
}

function choiceField(name: string, options: readonly string[], index: number, type = 'select'): Omit<BaseField, 'id'> {
  return { name, type, value: String(3000 + index), display: options[index] ?? '' };
}

function dateField(name: string, date: string): Omit<BaseField, 'id'> {
  const [year, month, day] = date.split('-');
  const value = date === '' ? '' : `${day}/${month}/${year}`;
  return { name, type: 'date', value, display: value };
}

/** A number as it gets typed: mostly with a decimal comma, sometimes with a dot, from a thousand on also grouped. */
function formatTypedNumber(value: number, random: Random): string {
  const rounded = String(Math.round(value * 100) / 100);
  if (random.chance(0.2)) return rounded;
  const [whole = '', fraction] = rounded.split('.');
  const grouped = fraction ? whole.replace(/(?<=\d)(?=(\d{3})+$)/g, '.') : whole;
  return fraction ? `${grouped},${fraction}` : grouped;
}
