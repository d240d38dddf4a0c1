import type { ImportText } from '../../../contracts/calls/import-texts.ts';
import type { Field, Fields, Values } from '../../../contracts/fields.ts';
import { ruleMessage, ruleToken } from '../../../contracts/rules.ts';
import type { Text } from '../../../contracts/text.ts';
import { findDayProblem } from '../../../platform/text/read-day.ts';
import { type Importable, importMessage } from '../importable.ts';

/** A sentence about what a cell of a field says, in both languages. */
export function fieldMessage(text: ImportText, label: Text, written: string, suggestions = ''): Text {
  return importMessage(text, { field: label, value: written.slice(0, 100), suggestions });
}

const KEY_SUFFIX = /_(fold|key)$/;

/** The labels of fields, also of those that are compared by a key or a folded form of theirs. */
export function joinLabels(fields: Fields, names: readonly string[]): Text {
  const labels = (lang: 'vi' | 'en') => names.map((name) => fields[name.replace(KEY_SUFFIX, '')]?.label[lang] ?? name).join(', ');
  return { vi: labels('vi'), en: labels('en') };
}

/** That a file lacks columns for these fields. */
export function missingColumnsMessage(fields: Fields, names: readonly string[]): Text {
  return importMessage('missing_columns', { columns: joinLabels(fields, names) });
}

/** That an earlier row of the file or a record is the same, with those of the compared fields that have a value. */
export function sameRowMessage(
  { resource }: Importable,
  compared: readonly string[],
  values: Readonly<Values>,
  found: { row: number } | { id: number },
): Text {
  const filled = compared.filter((name) => (values[name.replace(KEY_SUFFIX, '')] ?? null) !== null);
  return importMessage('row' in found ? 'twice_in_file' : 'same', { ...found, fields: joinLabels(resource.contract.fields, filled) });
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
