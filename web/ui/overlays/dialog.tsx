import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from '@headlessui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** The buttons, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Interrupts: Esc and a click beside do nothing, there is no cross. */
  modalOnly?: boolean;
  /** A long list of controls scrolls between the title and the buttons, which stay in sight. */
  long?: boolean;
}

const LONG = 'flex max-h-[calc(88dvh-1.5rem)] flex-col sm:max-h-[calc(86dvh-3rem)]';
const WIDTH = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-220' };

/** A short confirmation or form above the page; focus stays inside and returns to where it was. */
export function Dialog({ open, onClose, title, children, footer, size = 'sm', modalOnly = false, long = false }: DialogProps) {
  const { t } = useText();
  return (
    <Headless
      open={open}
      onClose={modalOnly ? () => undefined : onClose}
      role={modalOnly ? 'alertdialog' : 'dialog'}
      className="fixed inset-0 z-30"
    >
      <DialogBackdrop className="fixed inset-0 bg-shade" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-start justify-center p-3 pt-[12vh] sm:p-6 sm:pt-[14vh]">
          <DialogPanel className={cx('w-full rounded bg-raised shadow-float', WIDTH[size], long && LONG)}>
            <div className="flex items-start gap-3 pt-4 pr-3 pl-5">
              <DialogTitle className="flex-1 py-0.5 text-section font-semibold">{title}</DialogTitle>
              {!modalOnly && <IconButton icon={X} label={t('control.close')} onClick={onClose} />}
            </div>
            <div className={cx('px-5 pt-2 pb-5', long && 'min-h-0 overflow-y-auto overscroll-contain')}>{children}</div>
            {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>}
          </DialogPanel>
        </div>
      </div>
    </Headless>
  );
}
