import type { ReactNode } from 'react';
import { isEmpty } from '#contracts/body-schemas.ts';
import { columns } from '#contracts/columns.ts';
import type { Field as ContractField } from '#contracts/fields.ts';
import type { Lang } from '#contracts/text.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { NO_VALUE } from '../../ui/feedback/feedback.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { Cell } from '../list/cell.tsx';
import { useRefNames, useRefOption } from '../pickers/ref-options.ts';
import { RichTextField } from './rich-text/field.tsx';

interface FieldTextProps {
  name: string;
  field: ContractField;
  value: unknown;
  /** The chosen record of a ref, where the row brings it along. */
  known: Option | undefined;
  help?: ReactNode;
  className: string;
}

/** A field that cannot be changed: its value as text, numbers as lists show them and with all their places. */
export function FieldText({ name, field, value, known, help, className }: FieldTextProps) {
  const { lang } = useText();
  const empty = isEmpty(value) || (Array.isArray(value) && value.length === 0);
  if (field.rich && !empty) {
    return (
      <Field label={field.label[lang]} disabled className={className}>
        <RichTextField value={String(value)} onChange={() => undefined} />
      </Field>
    );
  }
  return (
    <div className={className}>
      <div className="text-table text-muted">{field.label[lang]}</div>
      <div data-field={name} className="mt-0.5 min-h-5 break-words whitespace-pre-line">
        {empty ? NO_VALUE : <FieldValue name={name} field={field} value={value} known={known} lang={lang} />}
      </div>
      {help && <div className="mt-0.5 text-legend text-muted">{help}</div>}
    </div>
  );
}

/** A value of a field in words. */
export function FieldValue({ name, field, value, known, lang }: Omit<FieldTextProps, 'help' | 'className'> & { lang: Lang }) {
  if (field.kind === 'ref') return <RefName entity={field.entity!} id={Number(value)} known={known} />;
  if (field.kind === 'refs') return <RefNames entity={field.entity!} ids={value as number[]} />;
  if ((field.kind === 'decimal' || field.kind === 'integer') && !field.options) {
    const shown = field.kind === 'decimal' ? formatNumber(value, Math.min(field.decimals ?? 2, 2), 10) : formatNumber(value);
    return `${shown}${field.unit ? ` ${field.unit[lang]}` : ''}`;
  }
  return <Cell column={columns({ [name]: field }, [name])[0]!} value={value} />;
}

function RefName({ entity, id, known }: { entity: string; id: number; known: Option | undefined }) {
  return useRefOption(entity, id, known)?.label;
}

function RefNames({ entity, ids }: { entity: string; ids: readonly number[] }) {
  return useRefNames(entity, ids).join(', ');
}
