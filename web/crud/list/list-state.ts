import { useCallback, useMemo } from 'react';
import type { Query } from '../../api/client.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { useLocalStorage } from '../../ui/hooks/local-storage.ts';
import type { SortDirection } from '../../ui/table/table.tsx';

/** The state of a list, held in the URL, but for a number of rows that it does not name: a reload, Back and a pasted link give the same rows. */
export interface ListState {
  page: number;
  limit: number;
  order: { column: string; direction: SortDirection } | null;
  filters: Readonly<Record<string, string>>;
}

export interface ListChange {
  page?: number;
  limit?: number;
  order?: ListState['order'];
  /** Takes the place of the present address in the browser's history, as what nobody pressed for. */
  replace?: boolean;
  /** Merged into the filters; an empty value takes a filter away. */
  filters?: Readonly<Record<string, string | null>>;
}

/** What a list shows before anything was chosen. */
export interface ListStart {
  /** Rows of a page until the person chooses a number; what they choose holds for every list. */
  limit?: number;
  /** Hold unless the address says another value. */
  always?: Readonly<Record<string, string>>;
  /** Hold only while the address names no filter at all: a link that filters shows all it asks for. */
  filters?: Readonly<Record<string, string>>;
  /** `column DESC`, while the address has no order; the call's own without it. */
  order?: string;
}

const NO_FILTERS: Readonly<Record<string, string>> = {};
/** Parameter of the rows that are open: it says nothing about which rows there are. */
export const OPEN_ROWS = 'open';
const RESERVED_PARAMETERS = ['page', 'limit', 'order_by', OPEN_ROWS];
/** Value in the address of a default filter that was removed; no other filter is ever written empty. */
const CLEARED = '';

/** The list state in the address, and how to change it. Anything but a change of page goes back to page 1. */
export function useListState({
  limit = 10,
  always: initial = NO_FILTERS,
  filters: viewFilters = NO_FILTERS,
  order: initialOrder,
}: ListStart = {}): {
  state: ListState;
  change: (change: ListChange) => Promise<void>;
  clear: () => void;
} {
  const [params, changeAddress] = useAddressParams();
  const [chosenLimit, keepLimit] = useLocalStorage('rows_per_page', 0);
  const state = useMemo<ListState>(() => {
    const filters: Record<string, string> = { ...initial, ...(hasFilters(params) ? {} : viewFilters) };
    for (const [name, value] of params) {
      if (RESERVED_PARAMETERS.includes(name)) continue;
      if (value === CLEARED) delete filters[name];
      else filters[name] = value;
    }
    const [column, direction] = (params.get('order_by') ?? initialOrder ?? '').split(' ');
    return {
      page: Math.max(1, Number(params.get('page')) || 1),
      limit: Number(params.get('limit')) || chosenLimit || limit,
      order: column ? { column, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : null,
      filters,
    };
  }, [params, chosenLimit, limit, initial, viewFilters, initialOrder]);

  const change = useCallback(
    (next: ListChange) => {
      if (next.limit !== undefined) keepLimit(next.limit);
      return changeAddress(
        (address) => {
          // Every filter narrows what is seen, whether it is shown because of the address or from the start.
          const kept = next.filters && !hasFilters(address) ? viewFilters : NO_FILTERS;
          for (const [name, value] of Object.entries({ ...kept, ...next.filters })) {
            if (!value && (initial[name] || viewFilters[name])) address.set(name, CLEARED);
            else setParam(address, name, value);
          }
          if (next.order !== undefined) setParam(address, 'order_by', orderParameter(next.order) ?? null);
          if (next.limit !== undefined) setParam(address, 'limit', next.limit === limit ? null : String(next.limit));
          setParam(address, 'page', next.page !== undefined && next.page > 1 ? String(next.page) : null);
        },
        { replace: next.replace ?? (next.limit !== undefined || (next.filters !== undefined && next.page === undefined)) },
      );
    },
    [changeAddress, keepLimit, limit, initial, viewFilters],
  );

  const clear = () =>
    changeAddress((address) => {
      for (const name of [...address.keys()]) if (name !== 'limit' && name !== 'order_by') address.delete(name);
      for (const name of Object.keys({ ...initial, ...viewFilters })) address.set(name, CLEARED);
    });
  return { state, change, clear };
}

/** The state as a call's parameters. */
export function toListQuery({ page, limit, order, filters }: ListState): Query {
  return { page, limit, order_by: orderParameter(order), ...filters };
}

/** The order as a call's parameter; none for the call's own. */
export function orderParameter(order: ListState['order']): string | undefined {
  return order ? `${order.column} ${order.direction}` : undefined;
}

function hasFilters(params: URLSearchParams): boolean {
  return [...params.keys()].some((name) => !RESERVED_PARAMETERS.includes(name));
}
