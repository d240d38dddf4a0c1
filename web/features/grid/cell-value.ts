import { valueSchema } from '#contracts/field-schemas.ts';
import type { Field } from '#contracts/fields.ts';
import { ruleMessage, ruleToken } from '#contracts/rules.ts';
import type { Lang } from '#contracts/text.ts';
import { exactNameKey } from '#text/match-name.ts';
import { readTypedNumber } from '#text/read-number.ts';
import { decimalMark, findDateProblem, findTooLong, formatDate, formatPlainNumber, parseDate, translate } from '../../i18n/index.ts';
import { isUnreadNumber, type UnreadNumber, unclearNumberMessage } from '../../ui/inputs/number-readings.tsx';

/** What a cell of a grid holds: a value of its field, or a text that is none. */
export type CellValue = string | number | UnreadNumber | null;

/** An option, or a record that a cell can name. */
export interface Choice {
  /** The key of an option, the id of a record. */
  value: string | number;
  label: string;
  /** Another text by which it is known, such as a code. */
  hint?: string | undefined;
  /** Its words in any language, as a file may write it. */
  also?: readonly string[];
}

const unread = (typed: string): UnreadNumber => ({ typed, readings: [] });

/**
 * The value that a text of a spreadsheet or a person means for a field; what is not clear stays as it was typed. Nothing is computed: a text may
 * begin as a formula does, a number may not. `choices` are those of an option or of a record that the field names.
 */
export function readCell(field: Field, text: string, choices: readonly Choice[] = []): CellValue {
  const typed = text.replace(/[\u00a0\u202f\u3000]/g, ' ').trim();
  if (typed === '') return null;
  switch (field.kind) {
    case 'integer':
    case 'decimal': {
      const number = readTypedNumber(typed, decimalMark());
      return typeof number === 'number' ? number : { typed, readings: number };
    }
    case 'date':
      return parseDate(typed) ?? unread(typed);
    case 'option':
    case 'ref':
      return findChoice(choices, typed)?.value ?? unread(typed);
    default:
      return field.multiline
        ? typed
        : typed
            .split('\n')
            .map((line) => line.trim())
            .join(' ');
  }
}

const isFormula = (text: string): boolean => text.normalize('NFKC').startsWith('=');

/** A record is never meant by its id, which people take for a code: only what a grid writes for one without a name, `#12`, is. */
function findChoice(choices: readonly Choice[], typed: string): Choice | undefined {
  const wanted = foldChoice(typed);
  const keyOf = (value: string | number) => (typeof value === 'number' ? `#${value}` : value);
  const named = choices.filter(({ value, label, hint, also = [] }) =>
    [keyOf(value), label, hint ?? '', ...also].map(foldChoice).includes(wanted),
  );
  // A key such as 'T' may be another one's label; a name of several records is none.
  const labelled = named.filter(({ label }) => foldChoice(label) === wanted);
  return labelled.length === 1 ? labelled[0] : named.length === 1 ? named[0] : undefined;
}

/** Numbers that name records are written with a comma or a dot. */
function foldChoice(text: string): string {
  const key = exactNameKey(text);
  return /^\d+,\d+$/.test(key) ? key.replace(',', '.') : key;
}

/** The text of a value, which `readCell` reads as the same value. */
export function writeCell(field: Field, value: CellValue, choices: readonly Choice[] = []): string {
  if (value === null) return '';
  if (isUnreadNumber(value)) return value.typed;
  const choice = choices.find((one) => one.value === value);
  if (choice) return choice.label;
  if (typeof value === 'number') return field.kind === 'ref' ? `#${value}` : formatPlainNumber(value);
  return field.kind === 'date' ? formatDate(value) : value;
}

/** Why a field cannot hold the value, by the server's own rules; undefined where it can. */
export function findCellProblem(field: Field, value: CellValue, lang: Lang): string | undefined {
  const label = field.label[lang];
  if (value === null) return field.required ? ruleMessage(ruleToken('required'), label, lang) : undefined;
  if (isUnreadNumber(value)) return findUnreadProblem(field, value, lang);
  const tooLong = typeof value === 'string' ? findTooLong(value, field.maxLength) : undefined;
  if (tooLong) return tooLong;
  const [issue] = valueSchema(field).safeParse(value).error?.issues ?? [];
  return issue && ruleMessage(issue.message, label, lang);
}

function findUnreadProblem(field: Field, value: UnreadNumber, lang: Lang): string {
  const { typed } = value;
  if (isFormula(typed)) return translate('grid.formula', { typed });
  if (field.kind === 'integer' || field.kind === 'decimal') return unclearNumberMessage(value) ?? translate('form.no_number');
  if (field.kind === 'date') {
    const problem = findDateProblem(typed);
    if (problem?.key === 'control.no_such_day') return translate(problem.key, problem);
    return ruleMessage(ruleToken('date'), field.label[lang], lang);
  }
  return translate('grid.no_choice', { typed, field: field.label[lang] });
}
