import type { Resolver, UseFormReturn } from 'react-hook-form';
import { createSchema, updateSchema } from '#contracts/body-schemas.ts';
import { type Contract, labelOf, META_FIELDS } from '#contracts/contract.ts';
import type { Fields } from '#contracts/fields.ts';
import { stripImageSignatures } from '#contracts/rich-text.ts';
import { messagesOf } from '#contracts/rules.ts';
import type { Lang } from '#contracts/text.ts';
import { ApiError, errorLines } from '../../api/api-error.ts';
import type { Row } from '../../api/client.ts';
import { findDateProblem, officeToday, translate } from '../../i18n/index.ts';
import { unclearNumberMessage } from '../../ui/inputs/number-readings.tsx';

export type FormValues = Record<string, unknown>;
export type FormMode = 'add' | 'edit';

/** The part of a contract that a form needs; a call that is no entity's has just its fields. */
export type FormContract = Pick<Contract, 'fields' | 'relations' | 'dated'>;

/** The first values of a form: those of the record, or the initial ones for a new record. */
export function toFormValues({ fields }: Pick<Contract, 'fields'>, row: Partial<Row> | undefined): FormValues {
  const values: FormValues = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = row?.[name];
    if (value !== undefined && value !== null) values[name] = value;
    else if (row === undefined && field.initial === 'today') values[name] = officeToday();
    else values[name] = field.kind === 'text' ? '' : field.kind === 'refs' ? [] : field.kind === 'values' ? {} : null;
  }
  return values;
}

/** Checks a form by the same rules as the server, with the same sentences. `extra` adds a screen's own. */
export function createResolver(
  contract: Pick<Contract, 'fields'>,
  mode: FormMode,
  lang: Lang,
  extra?: (values: FormValues) => Record<string, string>,
): Resolver<FormValues> {
  const schema = mode === 'add' ? createSchema(contract.fields) : updateSchema(contract.fields);
  return (values) => {
    const result = schema.safeParse(values);
    const messages = {
      ...(result.success ? {} : messagesOf(result.error, (field) => labelOf(contract, field, lang), lang)),
      ...listTypingProblems(contract, values),
      ...extra?.(values),
    };
    const errors = Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, { type: 'rule', message }]));
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}

/** The errors of numbers that could be others and of days that do not exist, beside those of the schemas. */
function listTypingProblems({ fields }: Pick<Contract, 'fields'>, values: FormValues): Record<string, string> {
  const messages = Object.entries(values).map(([name, value]) => {
    const day = fields[name]?.kind === 'date' && typeof value === 'string' && value !== '' ? findDateProblem(value) : undefined;
    return [name, day?.key === 'control.no_such_day' ? translate(day.key, day) : unclearNumberMessage(value)] as const;
  });
  return Object.fromEntries(messages.flatMap(([name, message]) => (message === undefined ? [] : [[name, message]])));
}

/** The addresses of images in a text change by the hour; their bare paths do not. */
const compared = (value: unknown) => JSON.stringify(typeof value === 'string' ? stripImageSignatures(value) : (value ?? null));

/** Whether a record already holds everything that an update sends: the answer of an earlier try was lost, not its change. */
export function isAlreadySaved(contract: Contract, sent: FormValues, current: Row): boolean {
  const names = Object.keys(sent).filter((name) => name !== 'version');
  return (
    names.length > 0 &&
    names.every((name) => contract.fields[name] && name in current && toStoredText(sent[name]) === toStoredText(current[name]))
  );
}

/** A value as the server keeps it, to be compared: texts without outer spaces, nothing as null, lists without their order. */
function toStoredText(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(Number).sort((one, other) => one - other));
  const text = typeof value === 'string' ? stripImageSignatures(value.trim()) : value;
  return JSON.stringify(text === '' || text === undefined ? null : text);
}

/** The body of an update: only what was changed, and the version it was changed from. */
export function pickChangedValues(values: FormValues, dirty: Readonly<Record<string, unknown>>, version: unknown): FormValues {
  const changed = Object.entries(values).filter(([name]) => dirty[name]);
  return { ...Object.fromEntries(changed), version };
}

/** The fields in which two versions of a record differ, as a person would name them. */
export function findConflictingFields(contract: Contract, mine: FormValues, theirs: FormValues): string[] {
  const names = Object.keys(contract.fields).filter((name) => !(META_FIELDS as readonly string[]).includes(name));
  return names.filter((name) => name in mine && compared(mine[name]) !== compared(theirs[name]));
}

/** Shows each field message of a failed call at its field; messages for fields outside the form are shown below it, or `explained` in their place. */
export function applyServerErrors(form: UseFormReturn<FormValues>, fields: Fields, error: unknown, explained?: string): void {
  const messages = fieldMessages(fields, error);
  for (const [name, message] of messages) form.setError(name, { type: 'server', message });
  if (messages.length === 0) form.setError('root', { type: 'server', message: explained ?? errorLines(error).join(' ') });
}

/** Whether a form shows this failure itself, so that no notice repeats it. */
export function isShownByForm(fields: Fields, error: unknown): boolean {
  return error instanceof ApiError && (error.status === 422 || error.current !== undefined || fieldMessages(fields, error).length > 0);
}

function fieldMessages(fields: Fields, error: unknown): [string, string][] {
  return error instanceof ApiError ? Object.entries(error.messages).filter(([name]) => Object.hasOwn(fields, name)) : [];
}
