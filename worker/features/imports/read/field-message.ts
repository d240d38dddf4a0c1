import type { ImportText } from '../../../contracts/calls/imports.ts';
import type { Field } from '../../../contracts/fields.ts';
import { ruleMessage, ruleToken } from '../../../contracts/rules.ts';
import type { Text } from '../../../contracts/text.ts';
import { findDayProblem } from '../../../platform/text/read-day.ts';
import { importMessage } from '../importable.ts';

/** A sentence about what a cell of a field says, in both languages. */
export function fieldMessage(text: ImportText, label: Text, written: string, suggestions = ''): Text {
  const message = (lang: 'vi' | 'en') => importMessage(text, { field: label[lang], value: written.slice(0, 100), suggestions })[lang];
  return { vi: message('vi'), en: message('en') };
}

/** Why a value is wrong, in the words that people write: the labels of options, dates as Excel shows them. */
export function cellMessage(name: string, field: Field | undefined, value: unknown, rule: string): Text {
  const isEmpty = value === null || value === undefined;
  const message = (lang: 'vi' | 'en') => {
    const label = field?.label[lang] ?? name;
    const written = isEmpty ? '' : ` («${String(value).slice(0, 100)}»)`;
    if (!isEmpty && field?.kind === 'date') {
      const problem = findDayProblem(String(value));
      return importMessage(problem === 'no_such_day' ? problem : 'bad_date', { field: label })[lang] + written;
    }
    if (isEmpty || !field?.options) return ruleMessage(rule, label, lang) + written;
    const options = Object.values(field.options).map((text) => text[lang]);
    return ruleMessage(ruleToken('option', { options: options.join(', ') }), label, lang) + written;
  };
  return { vi: message('vi'), en: message('en') };
}
