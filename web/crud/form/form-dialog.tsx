import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { useCloseUnlessUnsaved } from '../../layout/close-unless-unsaved.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CallForm, type CallFormState } from './call-form.tsx';

interface FormDialogProps {
  call: CallFormState;
  title: string;
  /** The verb on the button that sends the form. */
  submitLabel: string;
  submitIcon?: LucideIcon;
  submitVariant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  /** Above the form. */
  intro?: ReactNode;
  /** Buttons between Cancel and the one that sends. */
  actions?: ReactNode;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog around the form of a call: Cancel, and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { call, title, submitLabel, submitIcon, submitVariant = 'primary', size, intro, actions, onClose, children } = props;
  const { t } = useText();
  const close = useCloseUnlessUnsaved(call.form.formState.isDirty, onClose, call.busy);
  return (
    <Dialog
      open
      size={size}
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close}>{t('control.cancel')}</Button>
          {actions}
          <Button variant={submitVariant} icon={submitIcon} type="submit" form={call.id} loading={call.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {intro}
      <CallForm call={call} begins>
        {children}
      </CallForm>
    </Dialog>
  );
}
