import { departmentGroups } from '#contracts/entities/department_groups.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ColumnsTool } from '../../crud/list/list-tools.tsx';

export function DepartmentGroupList() {
  return <ListPage contract={departmentGroups} tools={<ColumnsTool />} />;
}

export function DepartmentGroupForm() {
  return (
    <FormPage contract={departmentGroups} afterUpdate="stay">
      <FormSection>
        <FormField name="group_name" />
        <FormField name="dept_id" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
