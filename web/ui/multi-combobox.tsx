import { ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../i18n/index.ts';
import { Chip } from './chip.tsx';
import { cx } from './cx.ts';
import { useFieldLabelId, useFieldProps } from './field.tsx';
import type { Option } from './option.ts';
import { OptionList } from './option-list.tsx';
import { useListbox } from './use-listbox.ts';
import { type OptionSource, useOptions } from './use-options.ts';

interface MultiComboboxProps extends OptionSource {
  value: readonly Option[];
  onChange: (value: Option[]) => void;
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  onBlur?: () => void;
  'aria-label'?: string;
}

/** Several choices from a long list; each is a chip that can be removed, Backspace in the empty field removes the last. */
export function MultiCombobox({
  value,
  onChange,
  placeholder,
  id,
  disabled,
  onBlur,
  options,
  onSearch,
  loading,
  ...rest
}: MultiComboboxProps) {
  const { t } = useText();
  const field = useFieldProps({ id, disabled });
  const labelId = useFieldLabelId();
  const frame = useRef<HTMLDivElement>(null);
  const { search, setSearch, shown, waiting } = useOptions({ options, onSearch, loading });

  const isChosen = (option: Option) => value.some((kept) => kept.value === option.value);
  const choose = (option: Option) => {
    onChange(isChosen(option) ? value.filter((kept) => kept.value !== option.value) : [...value, option]);
    setSearch('');
  };
  const list = useListbox({ rows: shown, onChoose: choose, searching: search !== '' });

  return (
    <div
      ref={frame}
      className={cx(
        'relative flex min-h-8 w-full flex-wrap items-center gap-1 rounded border bg-surface py-0.5 pr-8 pl-1 transition-colors',
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
        onChange={(event) => {
          setSearch(event.target.value);
          list.setOpen(true);
        }}
        onBlur={() => {
          setSearch('');
          list.setOpen(false);
          onBlur?.();
        }}
        {...list.inputProps}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && search === '' && value.length > 0) onChange(value.slice(0, -1));
          list.inputProps.onKeyDown(event);
        }}
        {...field}
        {...rest}
      />
      <ChevronsUpDown size={14} className="pointer-events-none absolute top-2 right-2 text-muted" aria-hidden />
      {list.open && !field.disabled && (
        <OptionList
          id={list.listId}
          label={rest['aria-label']}
          labelledBy={rest['aria-label'] ? undefined : labelId}
          anchor={frame}
          rows={shown}
          active={list.active}
          isChosen={isChosen}
          optionId={list.optionId}
          onChoose={choose}
          onWalk={list.walk}
          waiting={waiting}
          multiple
        />
      )}
    </div>
  );
}
