import { type Contract, labelOf } from '../contracts/contract.ts';
import type { Values } from '../contracts/fields.ts';
import { ruleMessage, ruleToken } from '../contracts/rules.ts';
import { type Lang, lowerFirstLetter, type Text } from '../contracts/text.ts';
import type { Caller } from '../platform/caller.ts';
import { DatabaseError } from '../platform/db/database-error.ts';
import { AppError } from '../platform/errors.ts';
import type { Resource } from './resource.ts';

/** Turns a DatabaseError into the API's error; a duplicate is reported at its fields. `rows` are those whose months may be the locked ones. */
export function throwApiError({ contract }: Resource, caller: Caller, error: unknown, rows: readonly Values[]): never {
  if (!(error instanceof DatabaseError)) throw error;
  switch (error.kind) {
    case 'month_locked': {
      const months = rows.map((row) => row[contract.dated ?? '']).filter((date) => typeof date === 'string');
      throw new AppError('month_locked', { month: [...new Set(months.map((date) => date.slice(0, 7)))].join(', ') });
    }
    case 'record_checked':
    case 'scenario_closed':
    case 'too_many_cases':
    case 'last_admin':
      throw new AppError(error.kind);
    case 'reason_required':
      throw requiredError(contract, 'adjust_reason', caller.lang);
    case 'name_taken':
      throw takenNameError(contract, [contract.title!.field, OTHERS[caller.lang]], caller.lang);
    case 'unique':
      throw duplicateError(contract, error.columns, caller.lang);
    default:
      throw error.kind === 'fault' ? (error.cause ?? error) : error;
  }
}

/** 409, reported at the fields of the columns in which another record is equal; the month of a version is none of them. */
export function duplicateError(contract: Contract, columns: readonly string[], lang: Lang): AppError {
  const names = columns.map((column) => column.replace(/^.*\.|_(fold|key)$/g, ''));
  const fields = names.filter((name) => contract.fields[name]?.kind !== 'month');
  const params = { field: fields.map((field) => lowerFirstLetter(labelOf(contract, field, lang))).join(AND[lang]) };
  const { message } = new AppError('duplicate', params).body(lang, '');
  return new AppError('duplicate', params, { messages: Object.fromEntries(fields.map((field) => [field, message])) });
}

/** 409 at a field whose text finds somebody else. */
export function takenNameError(contract: Contract, [name = '', owner]: readonly string[], lang: Lang): AppError {
  const params = { field: lowerFirstLetter(labelOf(contract, name, lang)), owner };
  const { message } = new AppError('name_taken', params).body(lang, '');
  return new AppError('name_taken', params, { messages: { [name]: message } });
}

/** 422 at a field that the write must fill. */
export function requiredError(contract: Contract, name: string, lang: Lang): AppError {
  return new AppError('invalid', {}, { messages: { [name]: ruleMessage(ruleToken('required'), labelOf(contract, name, lang), lang) } });
}

const OTHERS: Text = { vi: 'người khác', en: 'Somebody else' };
const AND: Text = { vi: ' và ', en: ' and ' };
