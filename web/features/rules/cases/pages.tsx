import { CASE_OUTCOME_LABEL } from '#contracts/calls/rule-versions.ts';
import { column } from '#contracts/columns.ts';
import { ruleCases } from '#contracts/entities/rule_cases.ts';
import { FormField, FormSection } from '../../../crud/form/form-field.tsx';
import { FormPage } from '../../../crud/form/form-page.tsx';
import { AsideFold } from '../../../crud/form/record-aside.tsx';
import type { Row } from '../../../crud/list/cell.tsx';
import { ListPage } from '../../../crud/list/list-page.tsx';
import { useText } from '../../../i18n/index.ts';
import { CaseMark, CaseOutcome } from './case-outcome.tsx';
import { CaseValues } from './case-values.tsx';

const [name, month, ...others] = ruleCases.columns;
const COLUMNS = [name!, month!, column('outcome', CASE_OUTCOME_LABEL), ...others];
const TABLE = {
  columns: COLUMNS,
  cells: { outcome: ({ id }: Row) => <CaseOutcome id={id} /> },
  rowIcon: ({ id }: Row) => <CaseMark id={id} />,
};

/** The worked examples, each with what the rules make of it now. */
export function CaseList() {
  const { t } = useText();
  return <ListPage contract={ruleCases} table={TABLE} emptyHelp={t('rules.cases_empty')} />;
}

export function CaseForm() {
  const { t } = useText();
  return (
    <FormPage
      contract={ruleCases}
      aside={({ id }) => (
        <AsideFold name="outcome" title={t('rules.case_now')}>
          <CaseOutcome id={id} withReason />
        </AsideFold>
      )}
    >
      <CaseFields />
    </FormPage>
  );
}

/** The fields of a case, on its page and in the dialog that makes one of a job. */
export function CaseFields() {
  return (
    <>
      <FormSection>
        <FormField name="name" className="sm:col-span-2" />
        <FormField name="customer_id" />
        <FormField name="work_category_id" />
        <FormField name="month" />
      </FormSection>
      <FormSection dense>
        <FormField name="result_design_point" />
        <FormField name="result_check_point" />
      </FormSection>
      <CaseValues />
    </>
  );
}
