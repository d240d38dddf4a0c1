import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Explanation } from './explanation.tsx';

/** The explanation of a direct that is open in a list. */
export function ExplainDialog({ direct, onClose }: { direct: Row; onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={`${t('direct.explain')} · ${direct.name ?? direct.id}`}
      footer={<Button onClick={onClose}>{t('control.close')}</Button>}
    >
      <Explanation direct={direct} />
    </Dialog>
  );
}
