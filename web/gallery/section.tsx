import type { ReactNode } from 'react';

/** A titled part of the gallery. */
export function Section({ title, children, column = false }: { title: string; children: ReactNode; column?: boolean }) {
  return (
    <section>
      <h2 className="mb-3 text-section font-semibold">{title}</h2>
      <div className={column ? 'flex flex-col gap-4' : 'flex flex-wrap items-center gap-3'}>{children}</div>
    </section>
  );
}
