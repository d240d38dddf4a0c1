import { INDIRECT_POINT_TYPES, indirects } from '#contracts/entities/indirects.ts';
import { FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { EditedList } from '../grid/edited-list.tsx';
import { CheckChosen } from './check-chosen.tsx';
import { useCheckCell } from './check-switch.tsx';
import { RecordFilters, recordFilterLabels } from './record-filters.tsx';

const LABELS = recordFilterLabels('indirects', [
  { name: 'indirect_point_type', label: indirects.fields.indirect_point_type.label, valueLabels: INDIRECT_POINT_TYPES },
]);

const CHOSEN = { actions: <CheckChosen /> };

export function IndirectList() {
  return (
    <EditedList
      contract={indirects}
      filters={{ fields: <RecordFilters entity="indirects" hasChecks />, labels: LABELS }}
      table={{ cells: useCheckCell(indirects) }}
      chosen={CHOSEN}
    />
  );
}

export function IndirectForm() {
  return (
    <FormPage contract={indirects} keptForNext={['user_id', 'rate_at']}>
      <FormSection fields={['user_id', 'indirect_note_id', 'rate_at', 'point', 'indirect_point_type', 'note']} />
    </FormPage>
  );
}
