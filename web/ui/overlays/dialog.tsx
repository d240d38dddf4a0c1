import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from '@headlessui/react';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { useAfterPaint } from '../hooks/after-paint.ts';
import { isSaveKey } from '../hooks/shortcuts.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** The buttons, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Comes from the window's lower edge, for a phone. */
  sheet?: boolean;
  /** Interrupts: Esc and a click beside do nothing, there is no cross. */
  modalOnly?: boolean;
}

/** The space above gives way first when the dialog needs the height. */
const MIDDLE = 'items-center p-3 before:min-h-0 before:shrink-1000 before:basis-[12dvh] sm:p-6';
const SHADE = 'fixed inset-0 bg-shade';
const WIDTH = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-220' };

/**
 * A short confirmation or form above the page; focus stays inside and returns to where it was. It keeps a margin on all sides: what is too long
 * scrolls between the title and the buttons, which stay in sight. Ctrl+S sends its form. Its shade answers the press that opens it, the dialog itself comes a frame later.
 */
export function Dialog({ open, onClose, title, children, footer, size = 'sm', sheet = false, modalOnly = false }: DialogProps) {
  const { t } = useText();
  useReturnToPage(open);
  const drawn = useAfterPaint(open, false);
  if (open && !drawn) return createPortal(<div className={cx(SHADE, 'z-30')} />, document.body);
  const kind = modalOnly ? ({ role: 'alertdialog', onClose: () => undefined } as const) : ({ role: 'dialog', onClose } as const);
  return (
    <Headless open={drawn} {...kind} onKeyDown={submitBySaveKey} className="fixed inset-0 z-30">
      <DialogBackdrop className={SHADE} />
      <div className={cx('fixed inset-0 flex flex-col', sheet ? 'justify-end' : MIDDLE)}>
        <DialogPanel
          className={cx(
            'flex min-h-0 w-full flex-col bg-raised shadow-float',
            sheet ? 'max-h-[85dvh] rounded-t' : `rounded ${WIDTH[size]}`,
          )}
        >
          <div className="flex items-start gap-3 pt-4 pr-3 pl-5">
            <DialogTitle className="flex-1 py-0.5 text-section font-semibold">{title}</DialogTitle>
            {!modalOnly && <IconButton icon={X} label={t('control.close')} onClick={onClose} />}
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-2 pb-5">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>}
        </DialogPanel>
      </div>
    </Headless>
  );
}

/** Sends the form in sight, once what the key commits in its inputs is drawn. Without a form the key does nothing, also not the browser's own. */
function submitBySaveKey(event: KeyboardEvent<HTMLElement>): void {
  if (!isSaveKey(event) || event.defaultPrevented) return;
  event.preventDefault();
  const form = [...event.currentTarget.querySelectorAll('form')].find((each) => each.checkVisibility());
  if (form && !event.repeat) setTimeout(() => form.requestSubmit());
}

/** Gives the focus to the page when what had it before has gone; Headless UI gives it back otherwise. */
function useReturnToPage(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById('content')?.focus();
      });
    };
  }, [open]);
}
