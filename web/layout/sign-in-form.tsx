import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { errorLines } from '../api/error-lines.ts';
import { type SessionUser, useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput, TextInput } from '../ui/text-input.tsx';

/**
 * Username and password, then the code of the second factor where the server asks for one. Tells the refusal under the form and, when there
 * were too many tries, counts down.
 */
export function SignInForm({ username: known, onSignedIn }: { username?: string; onSignedIn: (user: SessionUser) => void }) {
  const { login } = useSession();
  const { t } = useText();
  const [username, setUsername] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const secret = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (busy || seconds > 0 || username.trim() === '' || password === '' || otp?.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      onSignedIn(await login(username.trim(), password, otp?.trim()));
    } catch (failure) {
      setBusy(false);
      if (isCode(failure, 'second_factor_required')) {
        setChecked(false);
        return setOtp('');
      }
      setError(failure);
      if (isThrottle(failure)) setSeconds(Math.ceil(failure.retry_after ?? 60));
      // The password of this moment ago is not good any more: back to the first step.
      if (otp !== null && isCode(failure, 'bad_credentials')) setOtp(null);
      secret.current?.select();
    }
  };
  const startOver = () => {
    setOtp(null);
    setError(null);
    setChecked(false);
  };

  const message = seconds > 0 ? t('auth.throttled', { seconds }) : error !== null && !isThrottle(error) && errorLines(error).join(' ');
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {otp === null ? (
        <>
          <Field label={t('auth.username')} error={checked && username.trim() === '' ? t('auth.username_required') : undefined}>
            <TextInput
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus={!known}
              className="h-10"
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          </Field>
          <Field label={t('auth.password')} error={checked && password === '' ? t('auth.password_required') : undefined}>
            <PasswordInput
              ref={secret}
              name="password"
              autoFocus={!!known}
              className="h-10"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        </>
      ) : (
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
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy} disabled={seconds > 0} className="mt-1 w-full">
        {t(busy ? 'auth.logging_in' : 'auth.login')}
      </Button>
      {otp !== null && (
        <Button variant="ghost" onClick={startOver} className="w-full">
          {t('auth.code_back')}
        </Button>
      )}
      <div role="alert" className="-mt-1 text-table text-danger empty:hidden">
        {message}
      </div>
    </form>
  );
}

const isThrottle = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;
const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
