import { type ReactNode, useEffect, useRef } from 'react';

interface NavDrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * The navigation on narrow windows, as the browser's own modal dialog: it needs no library in the first load. Pages use the Drawer primitive, whose
 * lists and calendars open above it.
 */
export function NavDrawer({ open, onClose, label, children }: NavDrawerProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes by the backdrop; Esc is the dialog's own.
    <dialog
      ref={sheet}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-y-0 right-auto left-0 m-0 h-full max-h-none w-72 max-w-[85vw] bg-surface p-0 text-text shadow-float backdrop:bg-shade"
    >
      {open && children}
    </dialog>
  );
}
