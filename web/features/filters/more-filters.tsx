import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFilters } from '../../crud/filters/filters.tsx';
import { useText } from '../../i18n/index.ts';
import { useDrawerWidth } from '../../ui/hooks/use-narrow.ts';
import { Popover } from '../../ui/overlays/popover.tsx';

/** Filters behind 'Bộ lọc', with how many of them are set; in a narrow window they stand in the sheet with the others. */
export function MoreFilters({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const { t } = useText();
  const { filters } = useFilters();
  const n = names.filter((name) => filters[name]).length;
  if (useDrawerWidth()) return children;
  return (
    <Popover boxed icon={ListFilter} label={n > 0 ? t('list.filters', { n }) : t('list.no_filters')}>
      <div className="flex flex-col gap-3 *:w-full! *:max-w-none!">{children}</div>
    </Popover>
  );
}
