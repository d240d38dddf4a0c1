import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { notifyError } from '../../api/api-error.ts';
import { type Row, rowQuery } from '../../api/client.ts';
import { useFormState } from '../../crud/form/form-field.tsx';
import type { FormValues } from '../../crud/form/form-state.ts';
import { useText } from '../../i18n/index.ts';

/**
 * The record chosen in a ref field. Only the response for the latest choice counts; a failure after a person's choice shows a notice.
 * `whenChanged`: it is not read for the record that the form opened with.
 */
export function useChosenRecord(name: string, { whenChanged = false } = {}): Row | undefined {
  const { contract } = useFormState();
  const { lang, t } = useText();
  const { formState } = useFormContext();
  const id = (useWatch({ name }) as number | null) ?? null;
  const field = contract.fields[name]!;
  const changed = formState.dirtyFields[name] === true;
  const { data, error } = useQuery({
    ...rowQuery<Row>(field.entity!, id ?? 0),
    enabled: id !== null && (changed || !whenChanged),
    meta: { silent: true },
  });
  const failure = changed ? error : null;
  useEffect(() => {
    if (failure) notifyError(failure, t('form.fill_in_failed', { field: field.label[lang] }));
  }, [failure, field, lang, t]);
  return data && data.id === id ? data : undefined;
}

/** Fills other fields after a person chose another record in the field `name`; `valuesOf` leaves out what is to stay. */
export function useFillIn<R extends { id: number }>(name: string, record: R | undefined, valuesOf: (record: R) => FormValues): void {
  const { setValue, formState } = useFormContext();
  const filledFrom = useRef<number>(undefined);
  const changed = formState.dirtyFields[name] === true;
  useEffect(() => {
    if (!record || filledFrom.current === record.id || (!changed && filledFrom.current === undefined)) return;
    filledFrom.current = record.id;
    for (const [field, value] of Object.entries(valuesOf(record))) {
      if (value !== undefined) setValue(field, value, { shouldDirty: true, shouldValidate: true });
    }
  }, [record, changed, setValue, valuesOf]);
}
