import { Eraser, Pencil, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { FieldValue } from '../form/field-text.tsx';
import { FormField, findRelatedOptions, useFormState } from '../form/form-field.tsx';
import type { PresentValue } from './present-values.ts';

/** What becomes of a field: another value, or none; without either it stays as it is. */
export type FieldChange = 'set' | 'clear';

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
export function BulkField({ name, change, present, onChange }: BulkFieldProps) {
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
