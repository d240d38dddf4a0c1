import { type FormEvent, useId, useState } from 'react';
import { errorLines } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { PasswordInput, TextInput } from '../ui/inputs/text-input.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

/** Asks for the password or a code again, before a change that is hard to undo. */
export default function ReauthenticationDialog({ onAnswer }: { onAnswer: (given: boolean) => void }) {
  const { t } = useText();
  const id = useId();
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (secret.trim() === '') return setProblem(t(kind === 'password' ? 'auth.password_required' : 'auth.code_required'));
    setBusy(true);
    try {
      await api.post('auth/confirm', { [kind]: kind === 'code' ? secret.trim() : secret });
      onAnswer(true);
    } catch (error) {
      setProblem(errorLines(error).join(' '));
      setBusy(false);
    }
  };
  const changeKind = () => {
    setKind(kind === 'password' ? 'code' : 'password');
    setSecret('');
    setProblem(undefined);
  };
  const input = { autoFocus: true, value: secret, onChange: (event: { target: { value: string } }) => setSecret(event.target.value) };
  return (
    <Dialog
      open
      size="sm"
      onClose={() => onAnswer(false)}
      title={t('auth.proof_title')}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('control.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} loading={busy}>
            {t('auth.proof_confirm')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
        <p className="text-muted">{t('auth.proof_text')}</p>
        <Field label={t(kind === 'password' ? 'auth.password' : 'auth.code')} error={problem}>
          {kind === 'password' ? (
            <PasswordInput key="password" name="password" autoComplete="current-password" {...input} />
          ) : (
            <TextInput key="code" name="code" autoComplete="one-time-code" maxLength={32} {...input} />
          )}
        </Field>
        <Button variant="ghost" onClick={changeKind} className="self-start">
          {t(kind === 'password' ? 'auth.proof_by_code' : 'auth.proof_by_password')}
        </Button>
      </form>
    </Dialog>
  );
}
