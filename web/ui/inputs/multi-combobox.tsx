import { ChevronsUpDown } from 'lucide-react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { Chip } from '../feedback/feedback.tsx';
import type { Option } from './option.ts';
import { type ComboboxField, useCombobox } from './use-combobox.tsx';

interface MultiComboboxProps extends ComboboxField {
  value: readonly Option[];
  onChange: (value: Option[]) => void;
}

/** Several choices from a long list; each is a chip that can be removed, Backspace in the empty field removes the last. */
export function MultiCombobox({ value, onChange, placeholder, onBlur, ...rest }: MultiComboboxProps) {
  const { t } = useText();
  const isChosen = (option: Option) => value.some((kept) => kept.value === option.value);
  const { frameProps, field, inputProps, panel, search, setSearch, type, leaveField, close } = useCombobox({
    ...rest,
    onLeave: () => close(),
    isChosen,
    multiple: true,
    onChoose: (option) => {
      onChange(isChosen(option) ? value.filter((kept) => kept.value !== option.value) : [...value, option]);
      setSearch('');
    },
  });

  return (
    <div
      {...frameProps}
      className={cx(
        'relative flex min-h-8 w-full flex-wrap items-center gap-1 rounded border bg-surface py-0.5 pr-8 pl-1',
        'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent',
        field['aria-invalid'] ? 'border-danger' : 'border-line-strong',
        field.disabled && 'border-line bg-sunken text-muted',
      )}
    >
      {value.map((option) => (
        <Chip
          key={option.value}
          label={option.label}
          onRemove={field.disabled ? undefined : () => onChange(value.filter((kept) => kept.value !== option.value))}
        />
      ))}
      <input
        type="text"
        value={search}
        placeholder={value.length === 0 ? (placeholder ?? t('control.type_to_search')) : undefined}
        className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          leaveField();
          onBlur?.();
        }}
        {...inputProps}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && search === '' && value.length > 0) onChange(value.slice(0, -1));
          inputProps.onKeyDown(event);
        }}
        {...field}
      />
      <ChevronsUpDown size={14} className="pointer-events-none absolute top-2 right-2 text-muted" aria-hidden />
      {panel}
    </div>
  );
}
