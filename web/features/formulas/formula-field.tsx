import { useController } from 'react-hook-form';
import type { FormulaScope } from '#contracts/calls/formula-language.ts';
import { FormField, useFormState } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import type { FormulaKind } from './completion.ts';
import { FormulaInput } from './formula-input.tsx';
import { FormulaWords } from './formula-words.tsx';

interface FormulaFormFieldProps {
  name: string;
  scope: FormulaScope;
  kind?: FormulaKind;
  unchecked?: boolean;
  rows?: number;
  className?: string;
}

/** A field of a form that holds a formula, or the name of a variable: completed, marked where it is wrong, and read out in words below. */
export function FormulaFormField({ name, scope, kind, unchecked, rows, className }: FormulaFormFieldProps) {
  const { contract, readOnly } = useFormState();
  const { lang } = useText();
  const { field: input, fieldState } = useController({ name });
  const field = contract.fields[name]!;
  const value = String(input.value ?? '');
  const words = value.trim() !== '' && <InWords source={value} />;
  if (readOnly) return <FormField name={name} className={className ?? 'col-span-2'} help={words} />;
  return (
    <Field
      label={field.label[lang]}
      required={field.required}
      error={fieldState.error?.message}
      help={words}
      className={className ?? 'sm:col-span-2'}
    >
      <FormulaInput
        name={name}
        inputRef={input.ref}
        value={value}
        onChange={input.onChange}
        onBlur={input.onBlur}
        scope={scope}
        {...(kind && { kind })}
        {...(unchecked && { unchecked })}
        {...(rows && { rows })}
        maxLength={field.maxLength}
      />
    </Field>
  );
}

function InWords({ source }: { source: string }) {
  const { t } = useText();
  return (
    <span className="break-words">
      {t('formulas.words')} <FormulaWords source={source} />
    </span>
  );
}
