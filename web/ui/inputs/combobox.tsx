import { ChevronsUpDown, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { CONTROL } from './field.tsx';
import type { Option } from './option.ts';
import { type ComboboxField, useCombobox } from './use-combobox.tsx';

interface ComboboxProps extends ComboboxField {
  value: Option | null;
  onChange: (value: Option | null) => void;
  /** Label of a first entry that means no choice: 'Tất cả' in filters. */
  all?: string;
  className?: string;
}

/** In the narrow field of a filter the kind of a company would hide its name. */
const shortenCompany = (name: string) => name.replace('株式会社', '㈱').replace('有限会社', '㈲');

const ALL = '\u0000all';

/** A choice from a long list by typing part of it; an emptied field is no choice. */
export function Combobox({ value, onChange, all, placeholder, onBlur, className, ...rest }: ComboboxProps) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const filtering = all !== undefined;
  const none = all === undefined ? null : { value: ALL, label: all };
  const current = value ?? none;

  function leave() {
    setTyped(null);
    close();
  }
  const { frameProps, field, inputProps, panel, type, leaveField, close } = useCombobox({
    ...rest,
    onLeave: leave,
    first: none,
    holdsForms: !filtering,
    current,
    isChosen: (option) => option.value === current?.value,
    onChoose: (option) => {
      onChange(option.value === ALL ? null : option);
      leave();
    },
  });
  const clear = () => {
    onChange(null);
    leave();
    input.current?.focus();
  };

  return (
    <div {...frameProps} className={cx('relative', className)}>
      <input
        ref={input}
        type="text"
        value={typed ?? (filtering ? shortenCompany(current?.label ?? '') : (current?.label ?? ''))}
        title={filtering && typed === null ? value?.label : undefined}
        placeholder={placeholder ?? t('control.type_to_search')}
        className={cx(
          CONTROL,
          'truncate',
          value === null || filtering ? 'pr-7' : 'pr-14',
          value === null && filtering && typed === null && 'text-muted',
        )}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          type(event.target.value);
          if (event.target.value === '' && value !== null) onChange(null);
        }}
        onBlur={() => {
          leaveField();
          onBlur?.();
        }}
        {...inputProps}
        {...field}
      />
      <span className="absolute inset-y-0 right-0.5 flex items-center">
        {value !== null && !field.disabled && (
          <IconButton icon={X} size="sm" className="w-6" label={t('control.clear')} tabIndex={-1} onClick={clear} />
        )}
        {(value === null || !filtering) && <ChevronsUpDown size={14} className="pointer-events-none mx-2 text-muted" aria-hidden />}
      </span>
      {panel}
    </div>
  );
}
