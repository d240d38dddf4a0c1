import { useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { isEmpty } from '#contracts/body-schemas.ts';
import type { Contract } from '#contracts/contract.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ruleSentence } from '../form/call-form.tsx';
import { FieldValue } from '../form/field-text.tsx';
import { Fold } from '../form/fold.tsx';
import { useFormState } from '../form/form-field.tsx';
import { createResolver, type FormValues, toFormValues } from '../form/form-state.ts';
import type { Row } from '../list/cell.tsx';
import { BulkField, type FieldChange } from './bulk-field.tsx';
import { findPresentValue, listEditedFields } from './present-values.ts';

type Changes = Readonly<Record<string, FieldChange>>;

interface EditForm {
  form: UseFormReturn<FormValues>;
  changes: Changes;
  change: (name: string, change: FieldChange | undefined) => void;
  /** What the values become; called once they are valid. */
  collect: (send: (values: FormValues) => void) => () => Promise<void>;
}

/** The form of a bulk edit: only fields that are changed are checked and sent. One that was opened needs a value; emptying it is a choice of its own. */
export function useEditForm(contract: Contract): EditForm {
  const { lang } = useText();
  const [changes, setChanges] = useState<Changes>({});
  const rules = createResolver(contract, 'edit', lang);
  const resolver: Resolver<FormValues> = async (values, context, options) => {
    const set = Object.entries(values).filter(([name]) => changes[name] === 'set');
    const result = await rules(Object.fromEntries(set), context, options);
    const left = set.filter(([, value]) => isEmpty(value) || (Array.isArray(value) && value.length === 0)).map(([name]) => name);
    if (left.length === 0) return result;
    const errors = left.map((name) => [name, { type: 'rule', message: ruleSentence('required', contract.fields, name, lang) }]);
    return { values: {}, errors: { ...result.errors, ...Object.fromEntries(errors) } };
  };
  const form = useForm<FormValues>({ resolver, mode: 'onTouched', defaultValues: toFormValues(contract, {}) });
  return {
    form,
    changes,
    change: (name, change) => setChanges(({ [name]: _, ...rest }) => (change ? { ...rest, [name]: change } : rest)),
    collect: (send) =>
      form.handleSubmit((values) =>
        send(Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change === 'set' ? values[name] : null]))),
      ),
  };
}

interface EditFieldsProps extends Pick<EditForm, 'changes' | 'change'> {
  contract: Contract;
  keptFields: readonly string[];
  /** The chosen records, where they were read. */
  rows: readonly Row[] | undefined;
}

/** The fields that the records can be given: those that the list shows, and folded away the others. */
export function EditFields({ contract, keptFields, rows, changes, change }: EditFieldsProps) {
  const { t } = useText();
  const { first, others } = listEditedFields(contract, keptFields);
  const grid = (names: readonly string[]) => (
    <div className="grid items-start gap-6 pb-4 **:scroll-my-12 sm:grid-cols-2">
      {names.map((name) => (
        <BulkField
          key={name}
          name={name}
          change={changes[name]}
          present={rows && findPresentValue(rows, name)}
          onChange={(next) => change(name, next)}
        />
      ))}
    </div>
  );
  return (
    <>
      {grid(first)}
      {others.length > 0 && (
        <Fold
          name="bulk_fields"
          title={t('bulk.other_fields', { n: formatNumber(others.length) })}
          forced={others.some((name) => changes[name])}
        >
          {grid(others)}
        </Fold>
      )}
    </>
  );
}

/** What an edit gives its records: 'Ngày trả: 2026/11/30'. */
export function ChangeList({ values }: { values: FormValues }) {
  const { contract } = useFormState();
  const { t, lang } = useText();
  return (
    <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded border border-line px-3 py-2">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{contract.fields[name]!.label[lang]}</dt>
          <dd className="min-w-0 font-medium break-words">
            {value === null ? (
              t('bulk.will_be_empty')
            ) : (
              <FieldValue {...{ name, field: contract.fields[name]!, value, known: undefined, lang }} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
