import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Explanation, type ExplanationProps } from './explanation.tsx';

/** The explanation of a direct that is open in a list. */
export function ExplainDialog({ onClose, ...explained }: ExplanationProps & { onClose: () => void }) {
  const { t } = useText();
  const { direct } = explained;
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={`${t('direct.explain')} · ${direct.name ?? direct.id}`}
      footer={<Button onClick={onClose}>{t('control.close')}</Button>}
    >
      <Explanation {...explained} />
    </Dialog>
  );
}
