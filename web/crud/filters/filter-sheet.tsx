import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface FilterSheetProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** The filters of a list on a phone; loaded when it is first opened. */
export function FilterSheet({ open, onClose, label, children }: FilterSheetProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      sheet
      title={label}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('list.show_rows')}
        </Button>
      }
    >
      <search className="grid gap-3">{children}</search>
    </Dialog>
  );
}
