import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from '@headlessui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** The heading. */
  label: string;
  side?: 'right' | 'bottom';
  children: ReactNode;
  /** Buttons that stay in sight below. */
  footer?: ReactNode;
}

/** A sheet from the window's edge (filters on a phone, details beside a list); focus stays inside and returns to where it was. */
export function Drawer({ open, onClose, label, side = 'right', children, footer }: DrawerProps) {
  const { t } = useText();
  useFocusReturn(open);
  return (
    <Headless open={open} onClose={onClose} className="fixed inset-0 z-30">
      <DialogBackdrop className="fixed inset-0 bg-shade" />
      <DialogPanel className={cx('fixed flex flex-col bg-raised shadow-float', SIDES[side])}>
        <div className="flex shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-4">
          <DialogTitle className="flex-1 truncate text-section font-semibold">{label}</DialogTitle>
          <IconButton icon={X} label={t('control.close')} onClick={onClose} />
        </div>
        <div className="flex-1 overflow-y-auto p-4">{children}</div>
        {footer && <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line p-3">{footer}</div>}
      </DialogPanel>
    </Headless>
  );
}

const SIDES = {
  right: 'inset-y-0 right-0 w-96 max-w-[92vw]',
  bottom: 'inset-x-0 bottom-0 max-h-[85vh] rounded-t',
};
