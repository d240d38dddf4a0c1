import { constructions } from '#contracts/entities/constructions.ts';
import { FormField, FormSection } from '../crud/form-field.tsx';
import { FormPage } from '../crud/form-page.tsx';
import { ListPage } from '../crud/list-page.tsx';
import { TextFilter } from '../crud/text-filter.tsx';

const PATH = '/construction';
const { name } = constructions.fields;

export function ConstructionList() {
  return (
    <ListPage
      contract={constructions}
      path={PATH}
      labels={[{ name: 'name__~', label: name.label }]}
      filters={<TextFilter name="name__~" label={name.label} />}
      selectable
    />
  );
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
