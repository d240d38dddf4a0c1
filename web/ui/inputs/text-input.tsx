import { Eye, EyeOff, Search, X } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { CONTROL, useFieldProps, useTextLimit } from './field.tsx';

/** A line of text. Takes every attribute of an input; what is longer than `maxLength` stays, and its field says so. */
export function TextInput({ className, id, disabled, type = 'text', autoComplete = 'off', maxLength, ...rest }: ComponentProps<'input'>) {
  const field = useFieldProps({ id, disabled });
  const limit = useTextLimit(rest.value, maxLength);
  return <input type={type} autoComplete={autoComplete} className={cx(CONTROL, className)} {...limit} {...field} {...rest} />;
}

export function TextArea({ className, id, disabled, rows = 3, maxLength, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps({ id, disabled });
  const limit = useTextLimit(rest.value, maxLength);
  return <textarea rows={rows} className={cx(CONTROL, 'h-auto min-h-16 resize-y py-1.5', className)} {...limit} {...field} {...rest} />;
}

/** A password that can be shown. */
export function PasswordInput({ className, autoComplete = 'current-password', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const { t } = useText();
  return (
    <div className="relative">
      <TextInput
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        className={cx('pr-10', className)}
        {...rest}
      />
      <span className="absolute inset-y-0 right-0.5 flex items-center">
        <IconButton
          icon={shown ? EyeOff : Eye}
          size="sm"
          label={t(shown ? 'auth.hide_password' : 'auth.show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </span>
    </div>
  );
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** The search field of a list: `/` focuses the first one on the page. */
export function SearchInput({ value, onChange, className, id, disabled, ...rest }: SearchInputProps) {
  const field = useFieldProps({ id, disabled });
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cx('relative', className)}>
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        data-search
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('control.search')}
        className={cx(CONTROL, value === '' ? 'pr-1' : 'pr-8', 'pl-8 text-ellipsis [&::-webkit-search-cancel-button]:hidden')}
        {...field}
        {...rest}
      />
      {value !== '' && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton
            icon={X}
            size="sm"
            label={t('control.clear_text')}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          />
        </span>
      )}
    </div>
  );
}
