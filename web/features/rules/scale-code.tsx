import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { listQuery } from '../../api/queries.ts';
import { FormField, useFormState } from '../../crud/form/form-field.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';

const MAX_CODES = 1000;

/** The scale code of a standard: offers the codes that have a formula, and says of another one that nothing is calculated by it yet. */
export function ScaleCode() {
  const { t, lang } = useText();
  const { contract, readOnly } = useFormState();
  const id = useId();
  const { field, fieldState } = useController({ name: 'scale_code' });
  const { data } = useQuery({
    ...listQuery<Row & { scale_code: string }>('formula-results', { limit: MAX_CODES, as_of: 'all' }),
    staleTime: 60_000,
    meta: { silent: true },
  });
  if (readOnly) return <FormField name="scale_code" />;
  const codes = [...new Set(data?.data.map(({ scale_code }) => scale_code))];
  const typed = String(field.value ?? '').trim();
  const isNew = data !== undefined && data.total <= MAX_CODES && typed !== '' && !codes.includes(typed);
  return (
    <Field
      label={contract.fields.scale_code!.label[lang]}
      required
      error={fieldState.error?.message}
      help={
        isNew ? (
          <span role="status" className="text-warning">
            {t('page.standard_scale_new', { code: typed })}
          </span>
        ) : (
          t('page.standard_scale_help')
        )
      }
    >
      <TextInput
        {...field}
        value={typed === '' ? '' : String(field.value)}
        maxLength={contract.fields.scale_code!.maxLength}
        list={id}
        autoComplete="off"
      />
      <datalist id={id}>
        {codes.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </Field>
  );
}
