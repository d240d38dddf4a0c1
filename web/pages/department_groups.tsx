import { departmentGroups } from '#contracts/entities/department_groups.ts';
import { FormField, FormSection } from '../crud/form/form-field.tsx';
import { FormPage } from '../crud/form/form-page.tsx';
import { ListPage } from '../crud/list/list-page.tsx';

const PATH = '/department_groups';

export function DepartmentGroupList() {
  return <ListPage contract={departmentGroups} path={PATH} mayExport={false} selectable />;
}

export function DepartmentGroupForm() {
  return (
    <FormPage contract={departmentGroups} path={PATH} afterUpdate="stay">
      <FormSection>
        <FormField name="group_name" />
        <FormField name="dept_id" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
