import { tsubos } from '#contracts/entities/tsubos.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { FormulaFormField } from '../formulas/formula-field.tsx';
import { ScenarioBanner } from '../scenarios/banner.tsx';
import { AS_OF_CHIP, AsOfFilter, useRuleForm } from './versions.tsx';

const PATH = '/tsubo';
const FILTERS = { fields: <AsOfFilter />, labels: [AS_OF_CHIP] };

export function TsuboList() {
  return (
    <>
      <ScenarioBanner />
      <ListPage contract={tsubos} path={PATH} filters={FILTERS} />
    </>
  );
}

export function TsuboForm() {
  const ruleForm = useRuleForm(tsubos, PATH);
  return (
    <>
      <ScenarioBanner />
      <FormPage contract={tsubos} path={PATH} {...ruleForm}>
        <FormSection>
          <FormField name="scale_factor_code" />
          <FormulaFormField name="condition_variable" scope="condition" kind="scale_name" rows={1} className="min-w-0" />
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
    </>
  );
}
