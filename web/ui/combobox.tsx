import { ChevronsUpDown, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { cx } from './cx.ts';
import { CONTROL, useFieldLabelId, useFieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import type { Option } from './option.ts';
import { OptionList } from './option-list.tsx';
import { useListbox } from './use-listbox.ts';
import { type OptionSource, useOptions } from './use-options.ts';

interface ComboboxProps extends OptionSource {
  value: Option | null;
  onChange: (value: Option | null) => void;
  /** Label of a first entry that means no choice: 'Tất cả' in filters. */
  all?: string;
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
  'aria-label'?: string;
}

const ALL = '\u0000all';

/** A choice from a long list by typing part of it; an emptied field is no choice, words that are not chosen are dropped when it is left. */
export function Combobox({
  value,
  onChange,
  all,
  placeholder,
  id,
  disabled,
  onBlur,
  className,
  options,
  onSearch,
  loading,
  ...rest
}: ComboboxProps) {
  const { t } = useText();
  const field = useFieldProps({ id, disabled });
  const labelId = useFieldLabelId();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { search, setSearch, shown, waiting } = useOptions({ options, onSearch, loading });
  const [typed, setTyped] = useState<string | null>(null);
  const none = all === undefined ? null : { value: ALL, label: all };
  const current = value ?? none;
  const rows = none && search === '' ? [none, ...shown] : shown;

  const leave = () => {
    setTyped(null);
    setSearch('');
    list.setOpen(false);
  };
  const choose = (option: Option) => {
    onChange(option.value === ALL ? null : option);
    leave();
  };
  const list = useListbox({ rows, onChoose: choose, current, searching: search !== '' });
  const clear = () => {
    onChange(null);
    leave();
    input.current?.focus();
  };

  return (
    <div ref={frame} className={cx('relative', className)}>
      <input
        ref={input}
        type="text"
        value={typed ?? current?.label ?? ''}
        placeholder={placeholder ?? t('control.type_to_search')}
        className={cx(CONTROL, 'truncate pr-14', value === null && all !== undefined && typed === null && 'text-muted')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setSearch(event.target.value);
          list.setOpen(true);
          if (event.target.value === '' && value !== null) onChange(null);
        }}
        onBlur={() => {
          leave();
          onBlur?.();
        }}
        {...list.inputProps}
        {...field}
        {...rest}
      />
      <span className="absolute inset-y-0 right-0.5 flex items-center">
        {value !== null && !field.disabled && <IconButton icon={X} size="sm" className="w-6" label={t('control.clear')} onClick={clear} />}
        <ChevronsUpDown size={14} className="pointer-events-none mx-2 text-muted" aria-hidden />
      </span>
      {list.open && !field.disabled && (
        <OptionList
          id={list.listId}
          label={rest['aria-label']}
          labelledBy={rest['aria-label'] ? undefined : labelId}
          anchor={frame}
          rows={rows}
          active={list.active}
          isChosen={(option) => option.value === current?.value}
          optionId={list.optionId}
          onChoose={choose}
          onWalk={list.walk}
          waiting={waiting}
        />
      )}
    </div>
  );
}
