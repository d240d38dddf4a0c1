import { DETECTED_BY, mistakes } from '#contracts/entities/mistakes.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { EditedList } from '../grid/edited-list.tsx';
import { RecordFilters, recordFilterLabels } from './record-filters.tsx';

const LABELS = recordFilterLabels('mistakes', [{ name: 'detect_by', label: mistakes.fields.detect_by.label, valueLabels: DETECTED_BY }]);

export function MistakeList() {
  return <EditedList contract={mistakes} filters={{ fields: <RecordFilters entity="mistakes" />, labels: LABELS }} />;
}

export function MistakeForm() {
  return (
    <FormPage contract={mistakes} keptForNext={['user_id', 'customer_id', 'rate_at']}>
      <FormSection fields={['user_id', 'customer_id', 'rate_at', 'mistake', 'code_mistake']}>
        <FormField name="point" placeholder="1.00, 1.35" />
        <FormField name="detect_by" />
        <FormField name="link_case" />
        <FormField name="construction" />
      </FormSection>
    </FormPage>
  );
}
