import { tsubos } from '#contracts/entities/tsubos.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';

const PATH = '/tsubo';

export function TsuboList() {
  return <ListPage contract={tsubos} path={PATH} />;
}

export function TsuboForm() {
  return (
    <FormPage contract={tsubos} path={PATH}>
      <FormSection>
        <FormField name="scale_factor_code" />
        <FormField name="condition_variable" />
        <FormField name="scale_limit_from" />
        <FormField name="scale_limit_to" />
        <FormField name="scale_equal_to" />
        <FormField name="scale_factor" />
        <FormField name="complexity_factor" />
        <FormField name="standard_design_point" />
        <FormField name="standard_check_point" />
        <FormField name="description" />
        <FormField name="valid_from" />
      </FormSection>
    </FormPage>
  );
}
