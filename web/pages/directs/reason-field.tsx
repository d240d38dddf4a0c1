import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ruleMessage, ruleToken } from '#contracts/rules.ts';
import { useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import type { usePointEdits } from './point-edits.tsx';

const { adjust_reason } = directsTechousei.fields;

/** Why the points are set by hand: one text for all that are saved together. */
export function ReasonField({ reason: { value, required, missing, change } }: Pick<ReturnType<typeof usePointEdits>, 'reason'>) {
  const { lang } = useText();
  const label = adjust_reason.label[lang];
  return (
    <Field
      label={label}
      hideLabel
      required={required}
      floatingError
      error={missing ? ruleMessage(ruleToken('required'), label, lang) : undefined}
      className="w-full sm:w-72"
    >
      <TextInput
        name="adjust_reason"
        maxLength={adjust_reason.maxLength}
        placeholder={required ? `${label} *` : label}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}
