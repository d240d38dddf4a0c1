import { DETECTED_BY, mistakes } from '#contracts/entities/mistakes.ts';
import { ADMIN } from '#contracts/roles.ts';
import { useSession } from '../../api/session.tsx';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ImportButton } from '../../crud/imports/import-dialog.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { RecordFilters, recordFilterLabels } from './record-filters.tsx';
import { RECORD_ROLES } from './record-roles.ts';

const LABELS = recordFilterLabels('mistakes', [{ name: 'detect_by', label: mistakes.fields.detect_by.label, valueLabels: DETECTED_BY }]);

/** Import is shown to everybody; the server refuses who may not. */
export function MistakeList() {
  const { may } = useSession();
  return (
    <ListPage
      contract={mistakes}
      path="/mistake"
      labels={LABELS}
      filters={<RecordFilters entity="mistakes" />}
      toolbar={<ImportButton contract={mistakes} />}
      mayOpen={may(RECORD_ROLES.view)}
      actionColumn={may(ADMIN)}
      selectable={may(ADMIN)}
    />
  );
}

export function MistakeForm() {
  return (
    <FormPage contract={mistakes} path="/mistake">
      <FormSection>
        <FormField name="user_id" />
        <FormField name="customer_id" />
        <FormField name="rate_at" />
        <FormField name="mistake" />
        <FormField name="code_mistake" />
        <FormField name="point" step={0.001} placeholder="1.00, 1.35" />
        <FormField name="detect_by" />
        <FormField name="link_case" />
        <FormField name="construction" />
      </FormSection>
    </FormPage>
  );
}
