import { Eraser, Pencil, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import { isEmpty } from '#contracts/body-schemas.ts';
import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ruleSentence } from '../form/call-form.tsx';
import { FieldValue } from '../form/field-text.tsx';
import { Fold } from '../form/fold.tsx';
import { FormField, findRelatedOptions, useFormState } from '../form/form-field.tsx';
import { createResolver, type FormValues, toFormValues } from '../form/form-state.ts';
import { findPresentValue, listEditedFields, type PresentValue } from './present-values.ts';

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

/** What becomes of a field: another value, or none; without either it stays as it is. */
type FieldChange = 'set' | 'clear';

interface BulkFieldProps {
  name: string;
  change: FieldChange | undefined;
  /** Of the chosen records; undefined while it is not known. */
  present: PresentValue | undefined;
  onChange: (change: FieldChange | undefined) => void;
}

const BOX = 'flex min-h-8 w-full min-w-0 items-center gap-2 rounded border px-2.5 text-left';
const CONTROL = 'input:not([type=hidden]), textarea, select, [contenteditable=true], [role=radio], button';

/** A field of many records: 'stays as it is' with what it holds now, until it is pressed; then the control of the record's form. */
function BulkField({ name, change, present, onChange }: BulkFieldProps) {
  const { contract } = useFormState();
  const { t, lang } = useText();
  const { setValue, clearErrors } = useFormContext();
  const field = contract.fields[name]!;
  const label = field.label[lang];
  const box = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows each change to what took the pressed button's place.
  useEffect(() => {
    const control = isFirst.current ? null : box.current?.querySelector<HTMLElement>(CONTROL);
    control?.focus();
    // What is typed takes the place of the value that all have.
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
    isFirst.current = false;
  }, [change]);
  const set = () => {
    if (change === undefined && present?.count === 1) setValue(name, present.value ?? emptyOf(field.kind));
    else if (change === undefined && field.kind === 'flag') setValue(name, 0);
    onChange('set');
  };
  const keep = () => {
    clearErrors(name);
    onChange(undefined);
  };
  return (
    <div className={cx('relative min-w-0', (field.multiline || field.kind === 'refs') && 'sm:col-span-2')}>
      <div ref={box}>
        {change === 'set' ? (
          <FormField name={name} className="" />
        ) : (
          <div className="flex min-w-0 flex-col gap-1">
            <span className="text-table font-medium">{label}</span>
            <button
              type="button"
              onClick={set}
              className={cx(
                BOX,
                change ? 'border-warning-line bg-warning-soft' : 'border-dashed border-line-strong/60 text-muted hover:bg-hover',
              )}
            >
              <span className="sr-only">{`${label}: `}</span>
              <span className="min-w-0 flex-1 truncate">
                {change ? t('bulk.will_be_empty') : <Present name={name} present={present} />}
              </span>
              <Pencil size={14} className="shrink-0" aria-hidden />
            </button>
          </div>
        )}
      </div>
      {change && (
        <div className="absolute -top-1.5 right-0 flex">
          {change === 'set' && !field.required && field.kind !== 'flag' && (
            <IconButton icon={Eraser} size="sm" label={t('bulk.clear', { field: label })} onClick={() => onChange('clear')} />
          )}
          <IconButton icon={Undo2} size="sm" label={t('bulk.keep_of', { field: label })} onClick={keep} />
        </div>
      )}
    </div>
  );
}

const emptyOf = (kind: string) => (kind === 'text' ? '' : kind === 'refs' ? [] : kind === 'flag' ? 0 : null);

/** 'Stays: 3 different values', 'Stays: 2026/11/05'. */
function Present({ name, present }: { name: string; present: PresentValue | undefined }) {
  const { contract, row } = useFormState();
  const { t, lang } = useText();
  if (!present) return t('bulk.keep');
  if (present.count > 1) return `${t('bulk.keep')} · ${t('bulk.differ', { n: formatNumber(present.count) })}`;
  const { value } = present;
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  const known = findRelatedOptions(contract, row, name).find((option) => option.value === value);
  return (
    <>
      {t('bulk.keep')} · {isEmpty ? t('bulk.empty') : <FieldValue {...{ name, field: contract.fields[name]!, value, known, lang }} />}
    </>
  );
}
