import { tsubos } from '#contracts/entities/tsubos.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormulaFormField } from '../formulas/formula-field.tsx';
import { RuleForm, RuleList, ValidFromField } from './rule-pages.tsx';

export function TsuboList() {
  return <RuleList contract={tsubos} />;
}

export function TsuboForm() {
  return (
    <RuleForm contract={tsubos}>
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
        <ValidFromField />
      </FormSection>
    </RuleForm>
  );
}
