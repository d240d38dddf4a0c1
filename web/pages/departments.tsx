import { departments } from '#contracts/entities/departments.ts';
import { FormField, FormSection } from '../crud/form-field.tsx';
import { FormPage } from '../crud/form-page.tsx';
import { ListPage } from '../crud/list-page.tsx';
import { TextFilter } from '../crud/text-filter.tsx';

const PATH = '/departments';
const { name } = departments.fields;

export function DepartmentList() {
  return (
    <ListPage
      contract={departments}
      path={PATH}
      labels={[{ name: 'name__~', label: name.label }]}
      filters={<TextFilter name="name__~" label={name.label} />}
      selectable
    />
  );
}

export function DepartmentForm() {
  return (
    <FormPage contract={departments} path={PATH}>
      <FormSection>
        <FormField name="name" />
        <FormField name="code" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
