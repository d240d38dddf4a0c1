import { departments } from '#contracts/entities/departments.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

export function DepartmentList() {
  return <ListPage contract={departments} />;
}

export function DepartmentForm() {
  return (
    <FormPage contract={departments}>
      <FormSection>
        <FormField name="name" />
        <FormField name="code" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
