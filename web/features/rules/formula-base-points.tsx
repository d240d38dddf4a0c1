import { formulaBasePoints } from '#contracts/entities/formula-base-points.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import { FormulaFormField } from '../formulas/formula-field.tsx';
import { type FormulaField, FormulaTry } from './formula-try.tsx';
import { RuleForm, RuleList, ValidFromField } from './rule-pages.tsx';

const POINTS = ['base_point1', 'base_point2', 'base_point3', 'base_point4', 'base_point5', 'base_point6'] as const;
const FORMULAS: readonly FormulaField[] = POINTS.map((name) => ({ name, scope: name }));

export function FormulaBasePointList() {
  return <RuleList contract={formulaBasePoints} />;
}

export function FormulaBasePointForm() {
  const { t } = useText();
  return (
    <RuleForm contract={formulaBasePoints} afterUpdate="stay">
      <FormSection>
        <FormField name="scale_code" />
        <ValidFromField />
      </FormSection>
      <FormSection title={t('page.condition_1')}>
        <FormulaFormField name="condition_variable" scope="condition" kind="name" rows={1} className="min-w-0" />
        <FormField name="condition_operator" placeholder="= <> < <= > >= in" />
        <FormulaFormField name="condition_param" scope="condition" unchecked rows={1} className="min-w-0" />
      </FormSection>
      <FormSection title={t('page.condition_2')}>
        <FormulaFormField name="condition_variable1" scope="condition" kind="name" rows={1} className="min-w-0" />
        <FormField name="condition_operator1" placeholder="= <> < <= > >= in" />
        <FormulaFormField name="condition_param1" scope="condition" unchecked rows={1} className="min-w-0" />
      </FormSection>
      <FormSection title={t('page.base_points')}>
        {POINTS.map((name) => (
          <FormulaFormField key={name} name={name} scope={name} className="min-w-0" />
        ))}
      </FormSection>
      <FormulaTry formulas={FORMULAS} />
    </RuleForm>
  );
}
