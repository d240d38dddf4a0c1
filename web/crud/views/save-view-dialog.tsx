import { useMemo } from 'react';
import type { View } from '#contracts/calls/answers/views.ts';
import { VIEW_CHOICES, VIEW_FIELDS } from '#contracts/calls/views.ts';
import { DENSITIES, PERIOD_NAMES, periodFilters, splitDays } from '#contracts/view-state.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { officeToday } from '../../i18n/office-today.ts';
import { ACTIONS } from '../../layout/access.ts';
import { useCallForm } from '../form/call-form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormField } from '../form/form-field.tsx';
import { useViewedList } from '../list/list-context.ts';
import { useViewActions } from './use-view-actions.ts';

/** The choice that a state leaves out. */
const OWN = 'own';
const FIELDS = { name: VIEW_FIELDS.name, shared: VIEW_FIELDS.shared, ...VIEW_CHOICES };

/** Saves what the list shows as a new view, or changes the name and the sharing of one (`edited`). */
export function SaveViewDialog({ edited, onClose }: { edited?: View | undefined; onClose: () => void }) {
  const { t } = useText();
  const { may } = useSession();
  const { contract, list } = useViewedList();
  const { view, readState, show } = useViewActions();
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
  const call = useCallForm({
    fields: FIELDS,
    initial: { name: edited?.name ?? '', shared: edited?.shared ?? 'none', period: period ?? OWN, density: density ?? OWN },
    send: ({ name, shared, ...values }) => {
      const chosen = {
        period: PERIOD_NAMES.find((each) => each === values.period),
        density: DENSITIES.find((each) => each === values.density),
      };
      const { period: _period, density: _density, ...state } = edited?.state ?? readState(chosen.period);
      const { others, given } = splitDays(state.filters ?? {});
      const filters = chosen.period ? others : { ...others, ...given };
      const fixed = !chosen.period && edited?.state.period ? periodFilters(edited.state.period, officeToday()) : {};
      const body = { name, shared: shared || 'none', state: { ...state, filters: { ...filters, ...fixed }, ...withoutEmpty(chosen) } };
      return edited
        ? api.put<{ data: View }>(`views/${edited.id}`, { ...body, version: edited.version })
        : api.post<{ data: View }>('views', { ...body, entity: contract.name });
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

function withoutEmpty<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
