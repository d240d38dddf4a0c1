import type { ReactNode } from 'react';
import { formatNumber } from '../i18n/format.ts';
import { useRouteTitle } from './title.ts';

interface PageHeaderProps {
  /** The route's title by default. */
  title?: string;
  /** How many records there are; shown after the title. */
  count?: number | undefined;
  /** Buttons: the primary one first, rare ones in a menu last. */
  actions?: ReactNode;
}

/** The head of a page: its one h1, the count, the actions. */
export function PageHeader({ title, count, actions }: PageHeaderProps) {
  const routeTitle = useRouteTitle();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="flex min-w-0 items-baseline gap-2 text-title font-semibold">
        {title ?? routeTitle}
        {count !== undefined && <span className="text-base font-normal text-muted tabular-nums">{formatNumber(count)}</span>}
      </h1>
      {actions && (
        <div data-chrome className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      )}
    </div>
  );
}
