import { valueSchema } from '../../../contracts/field-schemas.ts';
import type { Field } from '../../../contracts/fields.ts';
import { ruleMessage, ruleToken } from '../../../contracts/rules.ts';
import { type Lang, listWords, type Text } from '../../../contracts/text.ts';
import { listNumberReadings, type NumberStyle, readSourceNumber } from '../../../platform/text/read-number.ts';
import { readTime } from '../../../platform/text/read-time.ts';
import { foldLabel } from './form-fields.ts';

export type ColumnValue = { ok: true; value: string | number | null } | { ok: false; reason: Text };

/**
 * A value of the source as the field's own: '' (and '-' where no text is wanted) is null; the field's limits hold as they do on create.
 * `numbers` says how the source writes numbers (see `readSourceNumber`).
 */
export function parseColumnValue(field: Field, raw: string | number, numbers: NumberStyle = 'dot'): ColumnValue {
  const text = removeControls(String(raw));
  if (text === '' || (field.kind !== 'text' && NOTHING.test(text))) return { ok: true, value: null };
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return typeof raw === 'number' ? validateValue(field, raw) : numberValue(field, text, numbers);
    case 'date':
    case 'datetime':
      return timeValue(field, text);
    case 'option':
      return validateValue(field, optionOf(field, text));
    default:
      return validateValue(field, text);
  }
}

const NOTHING = /^(?:[-ー―—–]|0{1,2}[/-]0{1,2}[/-]0{4}|0{4}-00-00)$/;

/** A date of zeros: no date, but hardly what somebody meant. */
export function isZeroDate(field: Field, raw: string | number): boolean {
  const text = String(raw).trim();
  return (field.kind === 'date' || field.kind === 'datetime') && /^[0/.-]+$/.test(text) && /0[/.-]0/.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Removes characters that can't be stored or seen. */
function removeControls(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '').trim();
}

/** The number as the source writes numbers; one that only fits when it is read in another way is reported, never guessed. */
function numberValue(field: Field, text: string, numbers: NumberStyle): ColumnValue {
  const value = readSourceNumber(text, numbers);
  if (value === undefined) return rejectValue(field, ruleToken('number'));
  const outcome = validateValue(field, value);
  const readings = listNumberReadings(text);
  if (outcome.ok || readings.length < 2) return outcome;
  const [one = '', other = ''] = readings.map(String);
  const fits = readings.some((reading) => validateValue(field, reading).ok);
  return {
    ok: false,
    reason: {
      vi: `${field.label.vi} có thể là ${one.replace('.', ',')} hoặc ${other.replace('.', ',')}, ${fits ? 'hãy viết rõ ở nguồn' : 'nhưng cả hai đều ngoài giới hạn'}`,
      en: `${field.label.en} may mean ${one} or ${other}, ${fits ? 'write it clearly at the source' : 'but both are outside the limits'}`,
    },
  };
}

function timeValue(field: Field, text: string): ColumnValue {
  if (text === '0') return { ok: true, value: null };
  const time = readTime(text);
  if (time) return validateValue(field, field.kind === 'date' ? time.slice(0, 10) : time);
  return {
    ok: false,
    reason: {
      vi: `${field.label.vi} phải là ngày có thật, dạng dd/mm/yyyy hoặc yyyy-mm-dd`,
      en: `${field.label.en} must be a real date, as dd/mm/yyyy or yyyy-mm-dd`,
    },
  };
}

function optionOf(field: Field, text: string): string {
  const folded = foldLabel(text);
  const options = Object.entries(field.options ?? {});
  const found = options.find(([key, label]) => [key, ...listWords(label)].some((name) => foldLabel(name) === folded));
  return found?.[0] ?? text;
}

function validateValue(field: Field, value: string | number): ColumnValue {
  const parsed = valueSchema(field, true).safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data as string | number };
  return rejectValue(field, parsed.error.issues[0]!.message);
}

function rejectValue(field: Field, token: string): ColumnValue {
  const say = (lang: Lang) => ruleMessage(token, field.label[lang], lang);
  return { ok: false, reason: { vi: say('vi'), en: say('en') } };
}
