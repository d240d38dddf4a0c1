import { useSearchParams } from 'react-router';
import { pro } from '#contracts/entities/pro.ts';
import { FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import type { FormValues } from '../../crud/form/form-state.ts';
import { EditedList } from '../grid/edited-list.tsx';
import { CheckChosen } from './check-chosen.tsx';
import { useCheckCell } from './check-switch.tsx';
import { RecordFilters, recordFilterLabels } from './record-filters.tsx';

const LABELS = recordFilterLabels('pro');

const CHOSEN = { actions: <CheckChosen /> };

export function ProList() {
  return (
    <EditedList
      contract={pro}
      filters={{ fields: <RecordFilters entity="pro" hasChecks />, labels: LABELS }}
      table={{ cells: useCheckCell(pro) }}
      chosen={CHOSEN}
    />
  );
}

/** `user_id` and `rate_at` in the address start the rating of a person from a day on. */
export function ProForm() {
  const [params] = useSearchParams();
  const initial: FormValues = {
    ...(params.has('user_id') && { user_id: Number(params.get('user_id')) }),
    ...(params.has('rate_at') && { rate_at: params.get('rate_at') }),
  };
  return (
    <FormPage contract={pro} initial={initial} keptForNext={['rate_at']}>
      <FormSection fields={['user_id', 'pro_point_id', 'rate_at', 'note']} />
    </FormPage>
  );
}
