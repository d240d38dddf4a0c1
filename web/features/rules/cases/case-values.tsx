import { useController } from 'react-hook-form';
import { VARIABLES, type Variable } from '#contracts/calls/formula-language.ts';
import { CASE_COLUMNS } from '#contracts/entities/rule_cases.ts';
import { useFormState } from '../../../crud/form/form-field.tsx';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { NO_VALUE } from '../../../ui/feedback/feedback.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { NumberInput } from '../../../ui/inputs/number-input.tsx';
import type { NumberValue } from '../../../ui/inputs/number-readings.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';

/** Second names of other columns. */
const ALIASES = ['nani_keisuu', 'naniten'];
const isOffered = ({ name, origin }: Variable) => origin === 'direct' && name in CASE_COLUMNS && !ALIASES.includes(name);
const NUMBERS = VARIABLES.filter((variable) => variable.kind === 'number' && isOffered(variable));
const TEXTS = VARIABLES.filter((variable) => variable.kind === 'text' && isOffered(variable));

/** The columns of a job that a case keeps, of those that rules can look at. */
export function pickCaseValues(direct: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = [...NUMBERS, ...TEXTS].map(({ name }) => [name, direct[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

/** The figures and texts of a case; the texts are folded, as few rules ask for them. */
export function CaseValues() {
  const { t } = useText();
  const { field, fieldState } = useController({ name: 'values' });
  const values = (field.value ?? {}) as Record<string, unknown>;
  const change = (name: string, value: unknown) => field.onChange({ ...values, [name]: value });
  return (
    <fieldset className="@container flex min-w-0 flex-col gap-3">
      <legend className="mb-3 text-section font-semibold">{t('rules.case_values')}</legend>
      {fieldState.error && (
        <p role="alert" className="text-table text-danger">
          {fieldState.error.message}
        </p>
      )}
      <div className="grid grid-cols-2 items-end gap-x-6 gap-y-6 pb-2 sm:grid-cols-3">
        {NUMBERS.map((variable) => (
          <CaseValue key={variable.name} variable={variable} value={values[variable.name]} onChange={change} />
        ))}
      </div>
      <details open={TEXTS.some(({ name }) => values[name]) || undefined}>
        <summary className="cursor-pointer py-1 font-medium">{t('rules.case_texts')}</summary>
        <div className="mt-3 grid items-end gap-x-6 gap-y-6 pb-2 sm:grid-cols-2">
          {TEXTS.map((variable) => (
            <CaseValue key={variable.name} variable={variable} value={values[variable.name]} onChange={change} />
          ))}
        </div>
      </details>
    </fieldset>
  );
}

interface CaseValueProps {
  variable: Variable;
  value: unknown;
  onChange: (name: string, value: unknown) => void;
}

function CaseValue({ variable: { name, kind }, value, onChange }: CaseValueProps) {
  const { lang } = useText();
  const { readOnly } = useFormState();
  const { label, unit } = CASE_COLUMNS[name]!;
  const words = `${label[lang]} · ${name}`;
  if (readOnly)
    return (
      <div>
        <div className="text-table text-muted">{words}</div>
        <div>{value === undefined ? NO_VALUE : kind === 'number' ? formatNumber(value, undefined, 10) : String(value)}</div>
      </div>
    );
  return (
    <Field label={words}>
      {kind === 'number' ? (
        <NumberInput value={(value ?? null) as NumberValue} onChange={(typed) => onChange(name, typed)} unit={unit?.[lang]} />
      ) : (
        <TextInput value={String(value ?? '')} onChange={(event) => onChange(name, event.target.value)} />
      )}
    </Field>
  );
}
