import { workCategories } from '#contracts/entities/work-categories.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

export function WorkCategoryList() {
  return <ListPage contract={workCategories} />;
}

export function WorkCategoryForm() {
  return (
    <FormPage contract={workCategories}>
      <FormSection>
        <FormField name="work_name" />
        <FormField name="department_id" />
      </FormSection>
    </FormPage>
  );
}
