import type { ReactNode } from 'react';

/** Nothing is there: one sentence and the action that fills it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <p className="text-muted">{text}</p>
      {children}
    </div>
  );
}
