import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

/** Texts and tone of a confirm dialog. */
export interface ConfirmOptions {
  readonly title: string;
  readonly text?: ReactNode;
  /** Label of the confirm button: a verb, never 'OK'. */
  readonly confirmLabel: string;
  /** Label of the cancel button; 'Hủy' by default. */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** A third way, drawn as the main one: its button closes the dialog as cancelling does, and calls `onChoose`. */
  readonly alternative?: { readonly label: string; readonly onChoose: () => void } | undefined;
}

/** The dialog behind `useConfirm`; loaded with the first call. */
export default function ConfirmDialog({
  options,
  open,
  onAnswer,
}: {
  options: ConfirmOptions;
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
}) {
  const { t } = useText();
  const { alternative } = options;
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={options.title}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} autoFocus={options.danger && !alternative}>
            {options.cancelLabel ?? t('control.cancel')}
          </Button>
          <Button variant={options.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)} autoFocus={!options.danger}>
            {options.confirmLabel}
          </Button>
          {alternative && (
            <Button
              variant="primary"
              autoFocus
              onClick={() => {
                alternative.onChoose();
                onAnswer(false);
              }}
            >
              {alternative.label}
            </Button>
          )}
        </>
      }
    >
      {options.text && <div className="text-muted">{options.text}</div>}
    </Dialog>
  );
}
