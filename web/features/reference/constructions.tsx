import { constructions } from '#contracts/entities/constructions.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

const PATH = '/construction';

export function ConstructionList() {
  return <ListPage contract={constructions} path={PATH} />;
}

export function ConstructionForm() {
  return (
    <FormPage contract={constructions} path={PATH}>
      <FormSection>
        <FormField name="name" />
        <FormField name="contractor_id" />
        <FormField name="start_at" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
