import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { whenIdle } from '../ui/hooks/after-paint.ts';
import { showCurrentPage } from './sidebar.tsx';

interface NavDrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * The navigation on narrow windows: a native dialog, because the first load has no dialog library. It is not opened as modal, or notices could
 * not be reached: the opener makes the page behind it inert. What it shows is drawn before it is opened, and laid out unseen once the page is idle: the
 * press that opens it waits for neither. Pages use the Dialog primitive.
 */
export function NavDrawer({ open, onClose, label, children }: NavDrawerProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  const [isLaidOut, setLaidOut] = useState(false);
  useEffect(() => whenIdle(() => setLaidOut(true)), []);
  useEffect(() => {
    const dialog = sheet.current;
    if (!open || !dialog) return;
    const opener = document.activeElement;
    dialog.show();
    const frame = requestAnimationFrame(() => showCurrentPage(dialog));
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closing.current();
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      cancelAnimationFrame(frame);
      dialog.close();
      // Whoever put a notice away meanwhile has the focus nowhere.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; Esc closes too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; Esc closes too. */}
      {open && <div className="fixed inset-0 z-30 bg-shade" onClick={onClose} />}
      <dialog
        ref={sheet}
        aria-label={label}
        aria-modal
        tabIndex={-1}
        className={cx(
          'fixed inset-y-0 right-auto left-0 z-30 m-0 h-full max-h-none w-72 max-w-[85vw] bg-surface p-0 text-text shadow-float outline-none',
          isLaidOut && 'block not-open:invisible',
        )}
      >
        {children}
      </dialog>
    </>
  );
}
