import { useSearchParams } from 'react-router';
import { formulaResults } from '#contracts/entities/formula-results.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormulaFormField } from '../formulas/formula-field.tsx';
import { type FormulaField, FormulaTry } from './formula-try.tsx';
import { RuleForm, RuleList, ValidFromField } from './rule-pages.tsx';

const FORMULAS: readonly FormulaField[] = [
  { name: 'result_design_formula', scope: 'result' },
  { name: 'result_check_formula', scope: 'result' },
];

export function FormulaResultList() {
  return <RuleList contract={formulaResults} />;
}

/** `scale_code` in the address starts a new one for that code. */
export function FormulaResultForm() {
  const [params] = useSearchParams();
  const code = params.get('scale_code');
  return (
    <RuleForm contract={formulaResults} afterUpdate="stay" initial={code ? { scale_code: code } : undefined}>
      <FormSection>
        <FormField name="scale_code" />
        <ValidFromField />
        <FormulaFormField name="result_design_formula" scope="result" rows={3} />
        <FormulaFormField name="result_check_formula" scope="result" rows={3} />
        <FormField name="description" />
      </FormSection>
      <FormulaTry formulas={FORMULAS} />
    </RuleForm>
  );
}
