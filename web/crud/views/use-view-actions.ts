import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { View } from '#contracts/calls/answers/views.ts';
import { completeLayout, type Period, periodFilters, splitDays, type ViewState } from '#contracts/view-state.ts';
import { api } from '../../api/client.ts';
import { officeToday, translate } from '../../i18n/index.ts';
import { useAddressParams } from '../../layout/address-params.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { createStore } from '../../ui/hooks/store.ts';
import { useViewedList } from '../list/list-context.ts';
import { orderParameter, unsavedLayouts, VIEW } from '../list/list-state.ts';

/** The dialog that saves a view or edits one; outside the panel that asks for it, which closes. */
export const saveDialog = createStore<{ edited?: View } | null>(null);

/** The open view of a list, whether it is shown otherwise than it was saved, and what can be done with it. */
export function useViewActions() {
  const { contract, list, view, opened, columns } = useViewedList();
  const [params, changeAddress] = useAddressParams();
  const client = useQueryClient();
  const { state } = list;
  const { start } = opened;
  const isChanged =
    view !== undefined &&
    (!isSame(state.filters, start?.always ?? {}) ||
      orderParameter(state.order) !== start?.order ||
      (params.has('limit') && state.limit !== view.state.limit) ||
      !isSame(state.columns, completeLayout(view.state.columns, columns)));

  /** Opens a view as it was saved; 0 for the list without one. */
  const open = (id: number) =>
    changeAddress((address) => {
      for (const name of [...address.keys()]) address.delete(name);
      address.set(VIEW, String(id));
    });
  /** Says in the address what is open, so that another view by default does not take its place. */
  const keepOpen = () => changeAddress((address) => address.has(VIEW) || address.set(VIEW, String(view?.id ?? 0)), { replace: true });
  const discard = () => {
    forgetUnsaved(view?.id);
    return open(view?.id ?? 0);
  };
  const refresh = () => client.invalidateQueries({ queryKey: ['views', contract.name] });
  const show = async (saved: View, message: string) => {
    await refresh();
    forgetUnsaved(saved.id);
    await open(saved.id);
    notify.success({ title: message });
  };
  const saving = useMutation({
    mutationFn: () => api.put<{ data: View }>(`views/${view!.id}`, { state: readState(view?.state.period), version: view!.version }),
    onSuccess: ({ data }) => show(data, translate('view.saved', { name: data.name })),
    onError: refresh,
  });
  const deleting = useMutation({
    mutationFn: (gone: View) => api.delete<{ message: string }>(`views/${gone.id}`),
    onSuccess: async ({ message }, gone) => {
      if (gone.id === view?.id) await open(0);
      await refresh();
      notify.success({ title: message });
    },
  });

  /** What the list shows now; a period in place of its days, the view's own while they are still those that it means. */
  function readState(period: Period | undefined): ViewState {
    const { others, given, days } = splitDays(state.filters);
    const isPeriod = period !== undefined && isSame(days, periodFilters(period, officeToday()));
    const order_by = orderParameter(state.order);
    return {
      filters: isPeriod ? others : { ...others, ...given },
      ...(isPeriod && { period }),
      ...(order_by && { order_by }),
      ...((params.has('limit') || view?.state.limit) && { limit: state.limit }),
      columns: state.columns,
      ...(view?.state.density && { density: view.state.density }),
    };
  }
  return { view, isChanged, open, keepOpen, discard, saving, deleting, readState, refresh, show };
}

function forgetUnsaved(id: number | undefined): void {
  unsavedLayouts.set(Object.fromEntries(Object.entries(unsavedLayouts.get()).filter(([view]) => Number(view) !== id)));
}

/** Whether two plain values say the same, in whatever order their members stand. */
function isSame(a: object, b: object): boolean {
  const sorted = (value: object) =>
    JSON.stringify(value, (_, part) => (isRecord(part) ? Object.fromEntries(Object.entries(part).sort()) : part));
  return sorted(a) === sorted(b);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
