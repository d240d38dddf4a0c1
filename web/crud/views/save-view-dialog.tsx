import { useCallback, useMemo } from 'react';
import type { View } from '#contracts/calls/answers/views.ts';
import { VIEW_CHOICES, VIEW_FIELDS } from '#contracts/calls/views.ts';
import { DENSITIES, PERIOD_NAMES, periodFilters, splitDays } from '#contracts/view-state.ts';
import { exactNameKey } from '#text/match-name.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { officeToday, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { useConfirm } from '../../ui/feedback/feedback.tsx';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { FormDialog, useCallForm } from '../form/call-form.tsx';
import { FormField } from '../form/form-field.tsx';
import type { FormValues } from '../form/form-state.ts';
import { useViewedList } from '../list/list-context.ts';
import { useViewActions } from './use-view-actions.ts';
import { useViews } from './use-view-of-list.ts';

/** The choice that a state leaves out. */
const OWN = 'own';
const FIELDS = { name: VIEW_FIELDS.name, shared: VIEW_FIELDS.shared, ...VIEW_CHOICES };

/** Saves what the list shows as a new view or in place of the one of that name, or changes the name and the sharing of one (`edited`). */
export function SaveViewDialog({ edited, onClose }: { edited?: View | undefined; onClose: () => void }) {
  const { t } = useText();
  const { may } = useSession();
  const { contract, list } = useViewedList();
  const { view, readState, show } = useViewActions();
  const ask = useConfirm();
  const saved = edited?.state ?? view?.state;
  const { filters } = list.state;
  const { period, density } = useMemo(() => {
    const { exc_start_time, exc_end_time }: Partial<ReturnType<typeof periodFilters>> = splitDays(filters).days;
    const shown = PERIOD_NAMES.find((name) => {
      const days = periodFilters(name, officeToday());
      return days.exc_start_time === exc_start_time && days.exc_end_time === exc_end_time;
    });
    return { period: edited ? edited.state.period : shown, density: saved?.density };
  }, [edited, saved, filters]);
  const findTwins = useTwins(contract.name, edited);
  const rules = useCallback(
    // One of several cannot be meant.
    (values: FormValues): Record<string, string> => (findTwins(values).length > (edited ? 0 : 1) ? { name: t('view.name_taken') } : {}),
    [findTwins, edited, t],
  );
  const call = useCallForm({
    fields: FIELDS,
    rules,
    confirm: async (values) => {
      const [twin] = findTwins(values);
      const question = {
        title: t('view.replace_title', { name: twin?.name ?? '' }),
        text: t(twin?.shared === 'all' ? 'view.replace_shared_text' : 'view.replace_text'),
        confirmLabel: t('view.replace'),
        cancelLabel: t('view.other_name'),
        danger: true,
      };
      const isAgreed = !twin || (await ask(question));
      // Once the question has given the focus back, to the button that sends.
      if (!isAgreed) afterPaint(() => call.form.setFocus('name', { shouldSelect: true }));
      return isAgreed;
    },
    initial: { name: edited?.name ?? '', shared: edited?.shared ?? 'none', period: period ?? OWN, density: density ?? OWN },
    send: ({ name, shared, ...values }) => {
      const [twin] = findTwins({ name });
      const chosen = {
        period: PERIOD_NAMES.find((each) => each === values.period),
        density: DENSITIES.find((each) => each === values.density),
      };
      const { period: _period, density: _density, ...state } = edited?.state ?? readState(chosen.period);
      const { others, given } = splitDays(state.filters ?? {});
      const filters = chosen.period ? others : { ...others, ...given };
      const fixed = !chosen.period && edited?.state.period ? periodFilters(edited.state.period, officeToday()) : {};
      const body = { name, shared: shared || 'none', state: { ...state, filters: { ...filters, ...fixed }, ...withoutEmpty(chosen) } };
      const written = edited ?? twin;
      if (!written) return api.post<{ data: View }>('views', { ...body, entity: contract.name });
      // Whoever uses a view that is replaced keeps it.
      const kept = twin?.shared === 'all' && { shared: twin.shared };
      return api.put<{ data: View }>(`views/${written.id}`, { ...body, ...kept, version: written.version });
    },
    onDone: ({ data }) => {
      void show(data, t('view.saved', { name: data.name }));
      onClose();
    },
  });
  const title = edited ? t('view.edit', { name: edited.name }) : t('view.save_new');
  return (
    <FormDialog call={call} title={title} submitLabel={t('control.save')} onClose={onClose}>
      <FormField name="name" autoFocus />
      {may(ACTIONS.share_views) && <FormField name="shared" />}
      {contract.dated && <FormField name="period" />}
      <FormField name="density" />
    </FormDialog>
  );
}

/** Finds the other views of its owner with a form's name; none while a view keeps the name that it has. */
function useTwins(entity: string, edited: View | undefined): (values: FormValues) => View[] {
  const { data } = useViews(entity, true);
  return useCallback(
    ({ name }) => {
      const key = exactNameKey(String(name));
      if (!data || (edited && exactNameKey(edited.name) === key)) return [];
      const isOfOwner = (view: View) => (edited ? view.owner?.id === edited.owner?.id : view.is_own);
      return data.data.filter((view) => isOfOwner(view) && exactNameKey(view.name) === key);
    },
    [data, edited],
  );
}

function withoutEmpty<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
