import { contractors } from '#contracts/entities/contractors.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

const PATH = '/contractor';

export function ContractorList() {
  return <ListPage contract={contractors} path={PATH} />;
}

export function ContractorForm() {
  return (
    <FormPage contract={contractors} path={PATH}>
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
