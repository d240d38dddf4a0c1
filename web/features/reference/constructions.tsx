import { constructions } from '#contracts/entities/constructions.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

export function ConstructionList() {
  return <ListPage contract={constructions} />;
}

export function ConstructionForm() {
  return (
    <FormPage contract={constructions}>
      <FormSection>
        <FormField name="name" />
        <FormField name="contractor_id" />
        <FormField name="start_at" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
