import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';

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
    <Drawer
      open={open}
      onClose={onClose}
      side="bottom"
      label={label}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('list.show_rows')}
        </Button>
      }
    >
      <search className="grid gap-3">{children}</search>
    </Drawer>
  );
}
