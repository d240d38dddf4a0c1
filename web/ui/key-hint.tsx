import type { ReactNode } from 'react';

/** A key as it stands on the keyboard. */
export function KeyHint({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-b-2 border-line-strong/60 bg-surface px-1 font-sans text-legend text-muted">
      {children}
    </kbd>
  );
}
