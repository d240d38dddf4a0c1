import { useText } from '../i18n/index.ts';
import { useConfirm } from '../ui/feedback/feedback.tsx';
import { useUnsaved } from './unsaved.ts';

/**
 * Closes a dialog with a form: asks first where words would be lost, and so does leaving the page by Back or a reload, but for what is being sent, after
 * which another page may come by itself.
 */
export function useCloseUnlessUnsaved(isDirty: boolean, onClose: () => void, isSending = false): () => Promise<void> {
  const { t } = useText();
  useUnsaved(isDirty && !isSending);
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
