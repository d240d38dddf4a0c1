import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Field } from '#contracts/fields.ts';
import { toPlainText } from '#text/to-plain-text.ts';
import { Fold } from '../../crud/form/fold.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { formatDate } from '../../i18n/index.ts';
import { neededField, usePointsPreview } from './use-points-preview.ts';

interface FoldedFieldsProps {
  /** The name under which the folding is kept. */
  name: string;
  title: string;
  fields: readonly string[];
  disabled?: boolean;
}

/** Fields that are rarely needed, folded away until somebody opens them, one is refused or the points need it; what they hold is hinted at. */
export function FoldedFields({ name, title, fields, disabled = false }: FoldedFieldsProps) {
  const { contract, row } = useFormState();
  const { errors } = useFormContext().formState;
  const needed = neededField(usePointsPreview());
  // It stays open when the field is filled.
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && needed && fields.includes(needed)) setNeeded(true);
  const section = useMemo(
    () => (
      <FormSection>
        {fields.map((field) => (
          <FormField key={field} name={field} disabled={disabled} />
        ))}
      </FormSection>
    ),
    [fields, disabled],
  );
  const hints = fields.flatMap((field) => hintOf(contract.fields[field]!, row?.[field]));
  return (
    <Fold name={name} title={title} preview={hints.join(' · ')} forced={isNeeded || fields.some((field) => errors[field])}>
      {section}
    </Fold>
  );
}

/** Words and dates; a number says nothing without its label. */
function hintOf({ kind, rich }: Field, value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return [];
  const words = kind === 'date' || kind === 'datetime' ? formatDate(value) : rich ? toPlainText(value, '') : value;
  return words.trim() === '' ? [] : [words.trim()];
}
