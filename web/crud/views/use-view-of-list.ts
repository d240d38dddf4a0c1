import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { View } from '#contracts/calls/answers/views.ts';
import type { Contract } from '#contracts/contract.ts';
import { periodFilters, type ViewState } from '#contracts/view-state.ts';
import { type Page, read } from '../../api/client.ts';
import { usePreference } from '../../api/preferences.ts';
import { officeToday } from '../../i18n/index.ts';
import { useAddressParams } from '../../layout/address-params.ts';
import { hasFilters, type ListStart, VIEW } from '../list/list-state.ts';

const MAX_VIEWS = 500;

/** The views of a list that one may use; `enabled`: once they are looked at. */
export function useViews(entity: string, enabled: boolean) {
  return useQuery({
    queryKey: ['views', entity],
    ...read<Page<View>>('views', { entity, limit: MAX_VIEWS }),
    enabled,
    meta: { silent: true },
  });
}

/** The view that one's own list opens with, and how to choose it. */
export function useDefaultView({ name }: Pick<Contract, 'name'>) {
  return usePreference<number>(`view.${name}`);
}

/**
 * The view in which a list is open: that of the address, or the person's own by default while the address says nothing about rows. With it, what the
 * list starts with. The views are read only where one is open.
 */
export function useViewOfList(contract: Pick<Contract, 'name'>, given: ListStart | undefined) {
  const [params] = useAddressParams();
  const [byDefault] = useDefaultView(contract);
  const isBlank = !hasFilters(params) && !params.has('order_by') && !params.has('limit');
  const asked = params.get(VIEW);
  const id = asked === null ? (isBlank && byDefault) || 0 : Number(asked) || 0;
  const views = useViews(contract.name, id > 0);
  const view = views.data?.data.find((each) => each.id === id);
  const start = useMemo(() => (view ? toStart(view.state, given) : given), [view, given]);
  const isLoading = id > 0 && views.isPending;
  return {
    view,
    start,
    isLoading,
    /** The view that is asked for is gone or no longer shared. */
    isMissing: id > 0 && !isLoading && !view,
    isByDefault: asked === null,
  };
}

function toStart({ filters, period, order_by, limit }: ViewState, given: ListStart = {}): ListStart {
  const order = order_by ?? given.order;
  const rows = limit ?? given.limit;
  return {
    always: { ...filters, ...(period && periodFilters(period, officeToday())) },
    ...(order !== undefined && { order }),
    ...(rows !== undefined && { limit: rows }),
  };
}
