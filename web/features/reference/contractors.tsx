import { contractors } from '#contracts/entities/contractors.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

export function ContractorList() {
  return <ListPage contract={contractors} />;
}

export function ContractorForm() {
  return (
    <FormPage contract={contractors}>
      <FormSection>
        <FormField name="name" />
        <FormField name="code" />
        <FormField name="phone" />
        <FormField name="email" />
        <FormField name="fax" />
        <FormField name="tax_code" />
        <FormField name="address" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
