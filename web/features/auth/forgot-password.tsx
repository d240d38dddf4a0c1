import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { EMAIL_RESET_FIELDS } from '#contracts/calls/auth.ts';
import { errorLines } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { CallForm, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import type { FormValues } from '../../crud/form/form-state.ts';
import { useText } from '../../i18n/index.ts';
import { Button, PageLinks } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface Result {
  title: string;
  text: string;
}

/** Asks for a link to set the password; the server's words come in a dialog, those of a failure under 'Failure'. */
export function ForgotPassword() {
  const { t } = useText();
  const [result, setResult] = useState<Result | null>(null);
  const [open, setOpen] = useState(false);
  const show = (next: Result) => {
    setResult(next);
    setOpen(true);
  };
  const ask = useMutation({
    meta: { silent: true },
    mutationFn: (values: FormValues) =>
      api.post<{ original?: { message?: string } }>('email-reset-password', values, { auth: false }).then((answer) => {
        if (!answer?.original?.message) throw new Error(t('account.no_answer'));
        return answer.original.message;
      }),
  });
  const call = useCallForm({
    fields: EMAIL_RESET_FIELDS,
    // An error is shown in the dialog, so the form gets none.
    send: (values) => ask.mutateAsync(values).then(sent, failed),
    onDone: show,
  });
  const sent = (text: string): Result => ({ title: t('account.link_sent'), text });
  const failed = (error: unknown): Result => ({ title: t('account.failure'), text: errorLines(error).join('\n') });

  return (
    <>
      <h1 className="mb-1 text-section font-semibold">{t('route.forgot_password')}</h1>
      <p className="mb-4 text-table text-muted">{t('account.forgot_text')}</p>
      <CallForm call={call}>
        <FormField name="email" autoComplete="email" autoFocus />
        <Button type="submit" variant="primary" size="lg" loading={call.busy} className="w-full">
          {t('account.send_link')}
        </Button>
      </CallForm>
      <PageLinks links={[['/login', t('account.to_login')]]} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={result?.title ?? ''}
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('control.close')}
          </Button>
        }
      >
        <p className="whitespace-pre-line">{result?.text}</p>
      </Dialog>
    </>
  );
}
