import { useSearchParams } from 'react-router';
import { formulaResults } from '#contracts/entities/formula-results.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { FormulaFormField } from '../formulas/formula-field.tsx';
import { ScenarioBanner } from '../scenarios/banner.tsx';
import { type FormulaField, FormulaTry } from './formula-try.tsx';
import { AS_OF_CHIP, AsOfFilter, useRuleForm } from './versions.tsx';

const PATH = '/formula-results';
const FILTERS = { fields: <AsOfFilter />, labels: [AS_OF_CHIP] };
const FORMULAS: readonly FormulaField[] = [
  { name: 'result_design_formula', scope: 'result' },
  { name: 'result_check_formula', scope: 'result' },
];

export function FormulaResultList() {
  return (
    <>
      <ScenarioBanner />
      <ListPage contract={formulaResults} path={PATH} filters={FILTERS} />
    </>
  );
}

/** `scale_code` in the address starts a new one for that code. */
export function FormulaResultForm() {
  const ruleForm = useRuleForm(formulaResults, PATH);
  const [params] = useSearchParams();
  const code = params.get('scale_code');
  return (
    <>
      <ScenarioBanner />
      <FormPage contract={formulaResults} path={PATH} {...ruleForm} afterUpdate="stay" initial={code ? { scale_code: code } : undefined}>
        <FormSection>
          <FormField name="scale_code" />
          <FormField name="valid_from" />
          <FormulaFormField name="result_design_formula" scope="result" rows={3} />
          <FormulaFormField name="result_check_formula" scope="result" rows={3} />
          <FormField name="description" />
        </FormSection>
        <FormulaTry formulas={FORMULAS} />
      </FormPage>
    </>
  );
}
