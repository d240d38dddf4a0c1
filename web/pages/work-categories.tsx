import { workCategories } from '#contracts/entities/work-categories.ts';
import { FormField, FormSection } from '../crud/form-field.tsx';
import { FormPage } from '../crud/form-page.tsx';
import { ListPage } from '../crud/list-page.tsx';
import { TextFilter } from '../crud/text-filter.tsx';

const PATH = '/work-category';
const { work_name } = workCategories.fields;

export function WorkCategoryList() {
  return (
    <ListPage
      contract={workCategories}
      path={PATH}
      labels={[{ name: 'work_name__~', label: work_name.label }]}
      filters={<TextFilter name="work_name__~" label={work_name.label} />}
      selectable
    />
  );
}

export function WorkCategoryForm() {
  return (
    <FormPage contract={workCategories} path={PATH}>
      <FormSection>
        <FormField name="work_name" />
        <FormField name="department_id" />
      </FormSection>
    </FormPage>
  );
}
