import { workCategories } from '#contracts/entities/work-categories.ts';
import { TextFilter } from '../crud/filters/text-filter.tsx';
import { FormField, FormSection } from '../crud/form/form-field.tsx';
import { FormPage } from '../crud/form/form-page.tsx';
import { ListPage } from '../crud/list/list-page.tsx';

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
