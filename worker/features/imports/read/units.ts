import type { Field } from '../../../contracts/fields.ts';
import { fold } from '../../../platform/text/fold.ts';

/** Other words for the units that fields have, folded, by the unit of the field. */
const UNIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  坪: ['坪', 'tsubo'],
  'm²': ['m2', '平米', '平方メートル'],
  phút: ['phut', 'p', 'min', 'mins', 'minutes', '分'],
};

/** Whether a word is the unit that the field is counted in; another unit is another value. */
export function isUnitOf({ unit }: Field, word: string): boolean {
  return unit !== undefined && (UNIT_WORDS[unit.vi] ?? []).includes(fold(word).trim());
}

/** A text such as `132.4 ㎡` without the unit of its field. */
export function withoutUnit(field: Field, text: string): string {
  if (!field.unit) return text;
  const [, number = '', word = ''] =
    /^([-+]?[0-9０-９][0-9０-９., ．，'　]*)([^0-9０-９]{1,10})$/.exec(text.replace(/[mｍ][2２²]\s*$/iu, '㎡')) ?? [];
  return isUnitOf(field, word) ? number.trim() : text;
}
