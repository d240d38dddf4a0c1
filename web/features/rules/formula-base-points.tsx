import { formulaBasePoints } from '#contracts/entities/formula-base-points.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { useText } from '../../i18n/index.ts';
import { FormulaFormField } from '../formulas/formula-field.tsx';
import { ScenarioBanner } from '../scenarios/banner.tsx';
import { type FormulaField, FormulaTry } from './formula-try.tsx';
import { AS_OF_CHIP, AsOfFilter, useRuleForm } from './versions.tsx';

const PATH = '/formula-base-points';
const FILTERS = { fields: <AsOfFilter />, labels: [AS_OF_CHIP] };
const POINTS = ['base_point1', 'base_point2', 'base_point3', 'base_point4', 'base_point5', 'base_point6'] as const;
const FORMULAS: readonly FormulaField[] = POINTS.map((name) => ({ name, scope: name }));

export function FormulaBasePointList() {
  return (
    <>
      <ScenarioBanner />
      <ListPage contract={formulaBasePoints} path={PATH} filters={FILTERS} />
    </>
  );
}

export function FormulaBasePointForm() {
  const ruleForm = useRuleForm(formulaBasePoints, PATH);
  const { t } = useText();
  return (
    <>
      <ScenarioBanner />
      <FormPage contract={formulaBasePoints} path={PATH} {...ruleForm} afterUpdate="stay">
        <FormSection>
          <FormField name="scale_code" />
          <FormField name="valid_from" />
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
      </FormPage>
    </>
  );
}
