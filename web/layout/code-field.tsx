import { useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/inputs/field.tsx';
import { TextInput } from '../ui/inputs/text-input.tsx';
import type { SignIn } from './use-sign-in.ts';

/** The code of the second factor. */
export function CodeField({ otp, setOtp, checked, secret }: Pick<SignIn, 'otp' | 'setOtp' | 'checked' | 'secret'>) {
  const { t } = useText();
  return (
    <Field label={t('auth.code')} help={t('auth.code_help')} error={checked && otp.trim() === '' ? t('auth.code_required') : undefined}>
      <TextInput
        ref={secret}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        maxLength={32}
        className="h-10 tabular-nums"
        value={otp}
        onChange={(event) => setOtp(event.target.value)}
      />
    </Field>
  );
}

/** Why the sign-in failed. */
export function SignInMessage({ text, className }: { text: string; className?: string }) {
  return (
    <div role="alert" className={cx('text-table text-danger empty:hidden', className)}>
      {text}
    </div>
  );
}
