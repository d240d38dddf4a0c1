import type { Random } from './random.ts';
import type { World } from './world.ts';

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
  world: World;
  /** YYYY-MM-DD. */
  since: string;
  due: string;
  /** YYYY-MM-DD, '' while the job is open. */
  finished: string;
}

/** The form of one job as staff fill it in: names in two languages, numbers with commas, dates day first, lists by id. */
export function formOf({ random, world, since, due, finished }: FormOptions): BaseField[] {
  const tsubo = random.chance(0.05) ? random.between(9000, 180_000) / 100 : random.between(2200, 6800) / 100;
  const difficulty = random.between(8, 16) / 10;
  const minutes = Math.round((tsubo * random.between(4, 9) * difficulty) / 5) * 5;
  const category = random.between(0, world.categories.length - 1);
  const fields: Omit<BaseField, 'id'>[] = [
    { name: 'Thông tin công trình', type: 'title', value: '', display: '' },
    typed('物件名', random.pick(world.families) + random.pick(world.buildings)),
    chosen('得意先名', world.customers, random.between(0, world.customers.length - 1)),
    chosen('発注内容', world.categories, category),
    { ...typed('坪数', commas(tsubo, random)), type: 'number' },
    { ...typed('面積', commas(tsubo * 3.305785, random)), type: 'number' },
    { ...typed('階数', String(random.between(1, 3))), type: 'number' },
    dated('Ngày tiếp nhận', since),
    dated('Ngày trả', finished),
    dated('希望納期', random.chance(0.7) ? due : ''),
    chosen('Người kiểm tra', world.checkers, random.between(0, world.checkers.length - 1), 'user'),
    { ...typed('作業時間', finished ? String(minutes) : ''), type: 'number' },
    { ...typed('チェック時間', finished ? String(Math.round(minutes / 20) * 5) : ''), type: 'number' },
    { ...typed('Hệ số độ khó', commas(difficulty, random)), type: 'number' },
    { ...typed('難易点', commas(random.between(0, 500) / 100, random)), type: 'number' },
    chosen('工法', world.kouhou, random.between(0, world.kouhou.length - 1)),
    chosen('基礎', world.kiso, random.between(0, world.kiso.length - 1)),
    chosen('CAD種別', world.cad, random.between(0, world.cad.length - 1)),
    typed('発注元', random.pick(world.hacchyuumoto)),
    typed('支店', random.pick(world.shiten)),
    typed('地区', random.pick(world.chiku)),
    typed('物件コード', `B${random.between(10_000, 99_999)}`),
    typed('ランク', random.pick(['A', 'B', 'C'])),
    typed('手調整', random.chance(0.06) ? '有' : ''),
    {
      ...typed('備考', random.chance(0.3) ? random.pick(['図面差替え済み', 'Gửi lại bản vẽ móng', '電話にて確認', '']) : ''),
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

function typed(name: string, value: string): Omit<BaseField, 'id'> {
  return { name, type: 'text', value, display: value };
}

function chosen(name: string, options: readonly string[], index: number, type = 'select'): Omit<BaseField, 'id'> {
  return { name, type, value: String(3000 + index), display: options[index] ?? '' };
}

function dated(name: string, date: string): Omit<BaseField, 'id'> {
  const [year, month, day] = date.split('-');
  const value = date === '' ? '' : `${day}/${month}/${year}`;
  return { name, type: 'date', value, display: value };
}

/** A number as it gets typed: mostly with a decimal comma, sometimes with a dot, from a thousand on also grouped. */
function commas(value: number, random: Random): string {
  const rounded = String(Math.round(value * 100) / 100);
  if (random.chance(0.2)) return rounded;
  const [whole = '', fraction] = rounded.split('.');
  const grouped = fraction ? whole.replace(/(?<=\d)(?=(\d{3})+$)/g, '.') : whole;
  return fraction ? `${grouped},${fraction}` : grouped;
}
