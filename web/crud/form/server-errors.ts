import type { UseFormReturn } from 'react-hook-form';
import type { Fields } from '#contracts/fields.ts';
import { ApiError } from '../../api/api-error.ts';
import { errorLines } from '../../api/error-lines.ts';
import type { FormValues } from './form-state.ts';

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
