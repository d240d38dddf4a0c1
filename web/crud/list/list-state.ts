import { useCallback, useMemo } from 'react';
import type { Column } from '#contracts/contract.ts';
import { BY_MATCH, SEARCH } from '#contracts/field-filters.ts';
import { type ColumnLayout, completeLayout, type ViewState } from '#contracts/view-state.ts';
import type { Query } from '../../api/client.ts';
import { usePreference } from '../../api/preferences.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { useLocalStorage } from '../../ui/hooks/local-storage.ts';
import { createStore, useStore } from '../../ui/hooks/store.ts';
import type { SortDirection } from '../../ui/table/table.tsx';

/**
 * All that a list shows. The rows follow from the address, but for a number of rows that it does not name: a reload, Back and a pasted link give
 * the same rows. The columns are the person's own.
 */
export interface ListState {
  filters: NonNullable<ViewState['filters']>;
  limit: number;
  columns: ColumnLayout;
  page: number;
  order: { column: string; direction: SortDirection } | null;
}

export interface ListChange {
  page?: number;
  limit?: number;
  order?: ListState['order'];
  /** null for those of the list. */
  columns?: ColumnLayout | null;
  /** Takes the place of the present address in the browser's history, as what nobody pressed for. */
  replace?: boolean;
  /** Merged into the filters; an empty value takes a filter away. */
  filters?: Readonly<Record<string, string | null>>;
}

/** What a list shows before anything was chosen; the same object at every rendering. */
export interface ListStart {
  /** Rows of a page until the person chooses a number, instead of as many as fill the window; what they choose holds for every list. */
  limit?: number;
  /** Hold unless the address says another value. */
  always?: Readonly<Record<string, string>>;
  /** Hold only while the address names no filter at all: a link that filters shows all it asks for. */
  filters?: Readonly<Record<string, string>>;
  /** `column DESC`, while the address has no order; the call's own without it. */
  order?: string;
}

/** A list whose columns are chosen: their layout is kept under its name, or while a saved view is open, beside the view until it is saved. */
interface NamedColumns {
  name: string;
  columns: readonly Column[];
  view?: { id: number; state: ViewState } | undefined;
}

/** As many rows as fill the window (public/start.js): an address without a number opens with the reader's own. */
const DEFAULT_LIMIT = Number(document.documentElement.dataset.rows) || 10;
const NO_START: ListStart = {};
export const NO_COLUMNS: readonly Column[] = [];
/** Parameter of the rows that are open: it says nothing about which rows there are. */
export const OPEN_ROWS = 'open';
/** Parameter of the saved view that is open; 0 says that none is, not even the person's own by default. */
export const VIEW = 'view';
const RESERVED_PARAMETERS = ['page', 'limit', 'order_by', OPEN_ROWS, VIEW];
/** Layouts of columns that were changed in a view and not saved, by the view. */
export const unsavedLayouts = createStore<Readonly<Record<number, ColumnLayout>>>({});
/** Value in the address of a default filter that was removed; no other filter is ever written empty. */
const CLEARED = '';

/** The state of a list and how to change it. Another choice of rows goes back to page 1. */
export function useListState(start = NO_START, { name, columns: given, view }: Partial<NamedColumns> = {}) {
  const [params, changeAddress] = useAddressParams();
  const [chosenLimit, keepLimit] = useLocalStorage('rows_per_page', 0);
  const [chosenLayout, keepLayout] = usePreference<ColumnLayout>(name && `columns.${name}`);
  const unsaved = useStore(unsavedLayouts, (layouts) => view && layouts[view.id]);
  const layout = view ? (unsaved ?? view.state.columns) : chosenLayout;
  const columns = useMemo(() => completeLayout(layout, given ?? NO_COLUMNS), [layout, given]);
  const ownLimit = view?.state.limit === undefined ? chosenLimit : 0;
  const rows = useMemo(() => readAddress(params, start, ownLimit), [params, start, ownLimit]);
  const viewId = view?.id;
  const state = useMemo<ListState>(() => ({ ...rows, columns }), [rows, columns]);

  const change = useCallback(
    async (next: ListChange) => {
      if (next.columns !== undefined && !viewId) keepLayout(next.columns);
      else if (next.columns !== undefined && viewId) keepUnsaved(viewId, next.columns ?? { order: [], hidden: [] });
      if (next.limit !== undefined && !viewId) keepLimit(next.limit);
      if (Object.keys(next).every((part) => part === 'columns')) return;
      const replace = next.replace ?? (next.limit !== undefined || (next.filters !== undefined && next.page === undefined));
      await changeAddress(
        (address) => {
          writeAddress(address, next, start);
          // Also where it is open by default: with other filters the address would no longer mean it.
          if (viewId) address.set(VIEW, String(viewId));
        },
        { replace },
      );
    },
    [changeAddress, keepLayout, keepLimit, start, viewId],
  );

  const clear = () => {
    const defaults = { ...start.always, ...start.filters };
    return changeAddress((address) => {
      for (const parameter of [...address.keys()]) if (!['limit', 'order_by', VIEW].includes(parameter)) address.delete(parameter);
      for (const parameter of Object.keys(defaults)) address.set(parameter, CLEARED);
      if (viewId) address.set(VIEW, String(viewId));
    });
  };
  return { state, change, clear, view };
}

function keepUnsaved(view: number, layout: ColumnLayout): void {
  unsavedLayouts.set({ ...unsavedLayouts.get(), [view]: layout });
}

function readAddress(params: URLSearchParams, start: ListStart, chosenLimit: number): Omit<ListState, 'columns'> {
  const filters: Record<string, string> = { ...start.always, ...(hasFilters(params) ? {} : start.filters) };
  for (const [name, value] of params) {
    if (RESERVED_PARAMETERS.includes(name)) continue;
    if (value === CLEARED) delete filters[name];
    else filters[name] = value;
  }
  return {
    page: Math.max(1, Number(params.get('page')) || 1),
    limit: Number(params.get('limit')) || chosenLimit || start.limit || DEFAULT_LIMIT,
    order: parseOrder(params.get('order_by') ?? start.order),
    filters,
  };
}

function writeAddress(address: URLSearchParams, next: ListChange, start: ListStart): void {
  // Every filter narrows what is seen, whether it is shown because of the address or from the start.
  const shown = next.filters && !hasFilters(address) ? start.filters : {};
  for (const [name, value] of Object.entries({ ...shown, ...next.filters })) {
    if (!value && (start.always?.[name] || start.filters?.[name])) address.set(name, CLEARED);
    else setParam(address, name, value);
  }
  if (next.order !== undefined) setParam(address, 'order_by', orderParameter(next.order) ?? null);
  if (next.limit !== undefined) setParam(address, 'limit', next.limit === (start.limit ?? DEFAULT_LIMIT) ? null : String(next.limit));
  setParam(address, 'page', next.page !== undefined && next.page > 1 ? String(next.page) : null);
}

/** The state as a call's parameters. */
export function toListQuery({ page, limit, order, filters }: ListState): Query {
  return { page, limit, order_by: callOrder({ order, filters }), ...filters };
}

/** The order that a list is asked for: without one of the person's own, what fits a searched text best comes first. */
export function callOrder({ order, filters }: Pick<ListState, 'order' | 'filters'>): string | undefined {
  return orderParameter(order) ?? (filters[SEARCH] ? BY_MATCH : undefined);
}

/** The order as a call's parameter; none for the call's own. */
export function orderParameter(order: ListState['order']): string | undefined {
  return order ? `${order.column} ${order.direction}` : undefined;
}

export function parseOrder(order: string | undefined): ListState['order'] {
  const [column, direction] = (order ?? '').split(' ');
  return column ? { column, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : null;
}

export function hasFilters(params: URLSearchParams): boolean {
  return [...params.keys()].some((name) => !RESERVED_PARAMETERS.includes(name));
}
