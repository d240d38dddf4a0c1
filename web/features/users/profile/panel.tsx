import type { ReactNode } from 'react';

/** A part of the profile below its form: heading, what can be done with it, content. */
export function Panel({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="max-w-240 border-t border-line pt-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-section font-semibold">{title}</h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
