import { type FormEvent, useState } from 'react';
import { type SessionUser, useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { PasswordInput, TextInput } from '../ui/inputs/text-input.tsx';
import { CodeField, SignInMessage } from './code-field.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Username and password, then the code of the second factor where the server requires one. Errors are shown under the form. */
export function SignInForm({ username: known, onSignedIn }: { username?: string; onSignedIn: (user: SessionUser) => void }) {
  const { login } = useSession();
  const { t } = useText();
  const [username, setUsername] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const signIn = useSignIn((otp) => login(username.trim(), password, otp), onSignedIn);
  const { asksCode, secret, checked, busy, seconds } = signIn;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signIn.attempt(username.trim() !== '' && password !== '');
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-7">
      {asksCode ? (
        <CodeField {...signIn} />
      ) : (
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
              onChange={(event) => {
                setUsername(event.target.value);
                // Too many attempts count for one account: another one may sign in.
                if (seconds > 0) signIn.startOver();
              }}
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
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy} disabled={seconds > 0} className="w-full">
        {t(busy ? 'auth.logging_in' : 'auth.login')}
      </Button>
      <SignInMessage text={signIn.message} className="-mt-3" />
      {asksCode && (
        <Button variant="ghost" onClick={signIn.startOver} className="w-full">
          {t('account.other_account')}
        </Button>
      )}
    </form>
  );
}
