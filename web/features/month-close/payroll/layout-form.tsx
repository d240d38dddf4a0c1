import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { PayrollColumn, PayrollMap } from '#contracts/calls/answers/payroll.ts';
import {
  MAX_PAYROLL_COLUMNS,
  MAX_PAYROLL_TEXT,
  PAYROLL_COLUMNS,
  PAYROLL_MAP_LABELS,
  type PayrollColumnKind,
} from '#contracts/calls/payroll.ts';
import { fieldMessages, isInvalidInput } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { formatDateTime, useText } from '../../../i18n/index.ts';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { notify } from '../../../ui/feedback/feedback.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { RadioGroup, Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';

type Draft = Pick<PayrollMap, 'columns' | 'decimal_sign' | 'format'>;

/** The columns of the file in order, its kind and its decimal sign. Drawn anew for each saved version. */
export function LayoutForm({ saved, onSaved }: { saved: PayrollMap; onSaved: (saved: PayrollMap) => void }) {
  const { t, lang } = useText();
  const before: Draft = { columns: saved.columns, decimal_sign: saved.decimal_sign, format: saved.format };
  const [draft, setDraft] = useState(before);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(before);
  const save = useMutation({
    meta: { silent: isInvalidInput },
    mutationFn: () => api.put<PayrollMap>('payroll_map', { ...draft, version: saved.version }),
    onSuccess: (answer) => {
      notify.success({ title: t('payroll.saved') });
      onSaved(answer);
    },
  });
  useUnsaved(isDirty);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    save.reset();
  };
  const { columns } = draft;
  const messages = fieldMessages(save.error);
  const problem = Object.entries(messages).find(([name]) => name.startsWith('columns'))?.[1];
  return (
    <form
      aria-label={t('payroll.layout')}
      className="flex min-w-0 flex-col gap-4 rounded border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !save.isPending) save.mutate();
      }}
    >
      <div>
        <h2 className="text-section font-semibold">{t('payroll.layout')}</h2>
        <p className="mt-1 text-table text-muted">{t('payroll.layout_hint')}</p>
      </div>
      <ol className="flex flex-col gap-2">
        {columns.map((column, place) => (
          <ColumnLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            key={place}
            {...{ column, place }}
            isLast={place === columns.length - 1}
            onChange={(next) => change({ columns: columns.with(place, next) })}
            onMove={(by) => change({ columns: columns.with(place, columns[place + by]!).with(place + by, column) })}
            onRemove={() => change({ columns: columns.toSpliced(place, 1) })}
          />
        ))}
      </ol>
      {problem && (
        <p role="alert" className="text-table text-danger">
          {problem}
        </p>
      )}
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={columns.length >= MAX_PAYROLL_COLUMNS}
        onClick={() => change({ columns: [...columns, newColumn('constant', lang)] })}
      >
        {t('payroll.add')}
      </Button>
      <Field label={PAYROLL_MAP_LABELS.format[lang]} help={draft.format === 'csv' && t('payroll.csv_hint')}>
        <RadioGroup
          value={draft.format}
          onChange={(format) => change({ format: format as Draft['format'] })}
          options={(['xlsx', 'csv'] as const).map((value) => ({ value, label: t(`payroll.format_${value}`) }))}
        />
      </Field>
      {draft.format === 'csv' && (
        <Field label={PAYROLL_MAP_LABELS.decimal_sign[lang]}>
          <RadioGroup
            value={draft.decimal_sign}
            onChange={(sign) => change({ decimal_sign: sign as Draft['decimal_sign'] })}
            options={(['comma', 'dot'] as const).map((value) => ({ value, label: t(`payroll.${value}`) }))}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {t('control.save')}
        </Button>
        {saved.updated_by && (
          <span className="text-legend text-muted">
            {t('payroll.saved_by', { name: saved.updated_by, time: formatDateTime(saved.updated_at) })}
          </span>
        )}
      </div>
    </form>
  );
}

const newColumn = (kind: PayrollColumnKind, lang: 'vi' | 'en'): PayrollColumn => ({
  kind,
  heading: kind === 'constant' ? '' : PAYROLL_COLUMNS[kind][lang],
});

interface ColumnLineProps {
  column: PayrollColumn;
  place: number;
  isLast: boolean;
  onChange: (column: PayrollColumn) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A column: what it holds, its heading, a constant's value, and its place. */
function ColumnLine({ column, place, isLast, onChange, onMove, onRemove }: ColumnLineProps) {
  const { t, lang } = useText();
  const n = place + 1;
  const choose = (kind: PayrollColumnKind) =>
    // A heading that nobody typed goes with what the column holds.
    onChange(column.heading === newColumn(column.kind, lang).heading ? newColumn(kind, lang) : { kind, heading: column.heading });
  return (
    <li className="flex flex-wrap items-center gap-1">
      <Select
        aria-label={t('payroll.column', { n })}
        value={column.kind}
        onChange={(kind) => choose(kind as PayrollColumnKind)}
        options={Object.entries(PAYROLL_COLUMNS).map(([value, label]) => ({ value, label: label[lang] }))}
        className="w-36 max-sm:w-28"
      />
      <TextInput
        aria-label={t('payroll.heading', { n })}
        placeholder={t('payroll.heading', { n })}
        value={column.heading}
        maxLength={MAX_PAYROLL_TEXT}
        onChange={(event) => onChange({ ...column, heading: event.target.value })}
        className="min-w-24 flex-1"
      />
      <span className="flex">
        <IconButton icon={ArrowUp} size="sm" label={t('payroll.up', { n })} disabled={place === 0} onClick={() => onMove(-1)} />
        <IconButton icon={ArrowDown} size="sm" label={t('payroll.down', { n })} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton icon={X} size="sm" label={t('payroll.remove', { n })} onClick={onRemove} />
      </span>
      {column.kind === 'constant' && (
        <TextInput
          aria-label={t('payroll.value', { n })}
          placeholder={t('payroll.value_hint')}
          value={column.value ?? ''}
          maxLength={MAX_PAYROLL_TEXT}
          onChange={(event) => onChange({ ...column, value: event.target.value })}
          className="basis-full"
        />
      )}
    </li>
  );
}
