import { useText } from '../i18n/index.ts';
import { useConfirm } from '../ui/overlays/confirm.tsx';

/** Closes a dialog with a form: asks first where words would be lost. */
export function useCloseUnlessUnsaved(isDirty: boolean, onClose: () => void): () => Promise<void> {
  const { t } = useText();
  const ask = useConfirm();
  return async () => {
    const question = {
      title: t('app.unsaved_title'),
      text: t('form.discard_text'),
      confirmLabel: t('form.discard'),
      cancelLabel: t('form.keep_writing'),
      danger: true,
    };
    if (!isDirty || (await ask(question))) onClose();
  };
}
