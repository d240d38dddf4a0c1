import { createContext, type ReactNode, use } from 'react';
import { type ControllerRenderProps, useController } from 'react-hook-form';
import type { Field as ContractField } from '#contracts/fields.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Query, Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { DateTimeInput } from '../../ui/inputs/date-time-input.tsx';
import { Field, FORM_GAP } from '../../ui/inputs/field.tsx';
import { NumberInput } from '../../ui/inputs/number-input.tsx';
import type { NumberValue } from '../../ui/inputs/number-readings.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { RadioGroup } from '../../ui/inputs/select.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { PasswordInput, TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { toOption, useHasNoOptions } from '../pickers/ref-options.ts';
import { RefPicker, RefsPicker } from '../pickers/ref-picker.tsx';
import { EmptyChoice, hasNothingToChoose } from './empty-choices.tsx';
import { FieldText } from './field-text.tsx';
import type { FormContract, FormMode } from './form-state.ts';
import { RichTextField } from './rich-text/field.tsx';

interface FormState {
  contract: FormContract;
  mode: FormMode;
  readOnly: boolean;
  /** The record as it was read; undefined while it is new. */
  row: Row | undefined;
  /** The error of a date in the field that dates the record: its month is locked. */
  dateReason?: (date: unknown) => string | undefined;
}

export const FormContext = createContext<FormState | null>(null);

/**
 * How a picker of an entity opens the form that creates a record of it, `query` being what narrows its choice; undefined where the person may not or the
 * entity is not created in pickers.
 */
export type CreateRecord = (
  entity: string | undefined,
  query?: Query,
) => ((typed: string, choose: (created: Option) => void) => void) | undefined;

export const CreateRecordContext = createContext<CreateRecord>(() => undefined);

export function useFormState(): FormState {
  return use(FormContext)!;
}

interface FormFieldProps {
  name: string;
  help?: ReactNode;
  /** Narrows the records a ref offers. */
  query?: Query;
  /** The records a ref offers, instead of all of its entity. */
  options?: readonly Option[] | undefined;
  /** The chosen record of a ref, where its name is known without reading it. */
  known?: Option | undefined;
  disabled?: boolean;
  /** Required on this form though not by the contract. */
  required?: boolean;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  className?: string;
  /** After a person chose another record. */
  onPicked?: (id: number | null, option: Option | null) => void;
}

/** A field of the form's entity with the control that suits its kind, or its value as text where it cannot be changed; all by the contract. */
export function FormField({ name, help, disabled = false, required, className, known, ...rest }: FormFieldProps) {
  const { contract, readOnly, row, dateReason } = useFormState();
  const { lang } = useText();
  const field = contract.fields[name]!;
  const { field: input, fieldState } = useController({ name });
  const isEmpty = useHasNoOptions(field.entity, rest.query);
  const create = use(CreateRecordContext)(field.entity, rest.query);
  const named = findRelatedOptions(contract, row, name);
  const related = [known, ...named].find((option) => option?.value === input.value);
  const off = readOnly || disabled || field.readonly;
  const locked = name === contract.dated ? dateReason?.(input.value) : undefined;
  const isRequired = required ?? field.required;
  const wide = className ?? (field.multiline || field.kind === 'refs' ? (readOnly ? 'col-span-2' : 'sm:col-span-2') : '');
  if (off) return <FieldText name={name} field={field} value={input.value} known={related} help={help} className={wide} />;
  return (
    <Field
      label={field.label[lang]}
      required={isRequired}
      help={help ?? (isEmpty || hasNothingToChoose(field) ? <EmptyChoice field={field} isCreatedHere={create !== undefined} /> : undefined)}
      error={fieldState.error?.message ?? locked}
      className={wide}
    >
      <Control field={field} input={input} {...rest} known={related} named={named} onCreate={rest.options ? undefined : create} />
    </Field>
  );
}

type ControlProps = Pick<FormFieldProps, 'query' | 'options' | 'known' | 'onPicked' | 'placeholder' | 'autoComplete' | 'autoFocus'> & {
  field: ContractField;
  input: ControllerRenderProps;
  named: readonly Option[];
  onCreate: ReturnType<CreateRecord>;
};

function Control({ field, input, known, named, onCreate, query, options, onPicked, placeholder, autoComplete, autoFocus }: ControlProps) {
  const { lang } = useText();
  const { name, value, onChange, onBlur, ref } = input;
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return (
        <NumberInput
          name={name}
          ref={ref}
          value={value as NumberValue}
          onChange={onChange}
          onBlur={onBlur}
          min={field.min}
          unit={field.unit?.[lang]}
          placeholder={placeholder}
        />
      );
    case 'date':
      return <DateInput name={name} value={value as string | null} onChange={onChange} onBlur={onBlur} />;
    case 'month':
      return <TextInput {...input} value={formatMonthKey(String(value ?? ''))} placeholder="yyyy/MM" maxLength={7} />;
    case 'datetime':
      return <DateTimeInput name={name} value={value as string | null} onChange={onChange} onBlur={onBlur} />;
    case 'flag':
      return <Switch checked={value === 1} onChange={(on) => onChange(on ? 1 : 0)} label={field.label[lang]} />;
    case 'option':
      return (
        <RadioGroup
          value={(value as string | null) ?? ''}
          onChange={onChange}
          options={Object.entries(field.options ?? {}).map(([key, text]) => ({ value: key, label: text[lang] }))}
        />
      );
    case 'ref':
      return (
        <RefPicker
          entity={field.entity!}
          value={value as number | null}
          onChange={(id, option) => {
            onChange(id);
            onPicked?.(id, option);
          }}
          onBlur={onBlur}
          known={known}
          query={query}
          options={options}
          onCreate={onCreate}
        />
      );
    case 'refs':
      return (
        <RefsPicker
          entity={field.entity!}
          value={value as number[]}
          onChange={onChange}
          onBlur={onBlur}
          query={query}
          known={named}
          onCreate={onCreate}
        />
      );
    default: {
      if (field.rich) return <RichTextField value={value as string | null} onChange={onChange} onBlur={onBlur} />;
      // No keyboard comes up unasked on a phone; a dialog there takes the focus from the field again, which would count as left empty.
      const own = { placeholder, autoFocus: autoFocus && !matchMedia('(pointer: coarse)').matches, autoComplete };
      const props = { name, ref, value: String(value ?? ''), onChange, onBlur, maxLength: field.maxLength, ...own };
      if (field.secret) return <PasswordInput {...props} />;
      return field.multiline ? (
        <TextArea {...props} rows={3} />
      ) : (
        <TextInput {...props} inputMode={field.pattern === 'phone_number' ? 'tel' : undefined} />
      );
    }
  }
}

/** The referenced records as the row itself contains them: one of another department may not be read by id. */
export function findRelatedOptions({ relations, fields }: FormContract, row: Row | undefined, name: string): Option[] {
  const relation = Object.entries(relations).find(([, { field }]) => field === name);
  const related = (relation && row?.[relation[0]]) ?? [];
  return [related].flat().map((each) => toOption(fields[name]!.entity!, each as Row));
}

interface FormSectionProps {
  title?: string;
  /** Fields as the contract has them, before the children. */
  fields?: readonly string[];
  /** Its fields are short, such as numbers: one more column. */
  dense?: boolean;
  children?: ReactNode;
}

/** Fields that belong together: one column, two on a wide screen and where they are only read. */
export function FormSection({ title, fields = [], dense = false, children }: FormSectionProps) {
  const { readOnly } = useFormState();
  return (
    // What comes into focus keeps clear of the bar at the window's lower edge.
    <fieldset className="@container min-w-0">
      {title && <legend className="mb-3 text-section font-semibold">{title}</legend>}
      <div
        className={cx(
          'grid gap-x-6',
          dense ? 'grid-cols-2 items-end sm:grid-cols-3' : 'items-start sm:grid-cols-2',
          // Below the last row an error needs its line above the next heading.
          readOnly ? 'grid-cols-2 gap-y-4' : FORM_GAP,
        )}
      >
        {fields.map((name) => (
          <FormField key={name} name={name} />
        ))}
        {children}
      </div>
    </fieldset>
  );
}
