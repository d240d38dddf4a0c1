import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import type { CaseResult } from '#contracts/calls/answers/rule-cases.ts';
import { CASE_OUTCOME_LABEL } from '#contracts/calls/rule-versions.ts';
import { column } from '#contracts/columns.ts';
import { ruleCases } from '#contracts/entities/rule_cases.ts';
import { type Row, read } from '../../../api/client.ts';
import { FormField, FormSection } from '../../../crud/form/form-field.tsx';
import { FormPage } from '../../../crud/form/form-page.tsx';
import { AsideFold } from '../../../crud/form/record-aside.tsx';
import { ListPage } from '../../../crud/list/list-page.tsx';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
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
      <FormSection dense fields={['result_design_point', 'result_check_point']} />
      <CaseValues />
    </>
  );
}

/** What a case comes to by the rules as they are, with a mark; all outcomes come with one call. */
function CaseOutcome({ id, withReason = false }: { id: number; withReason?: boolean }) {
  const { t } = useText();
  const result = useOutcome(id);
  if (!result) return null;
  if (result.passed)
    return (
      <Badge tone="success" icon={Check}>
        {t('rules.case_passed')}
      </Badge>
    );
  const { actual, reason } = result;
  const points = { design: formatNumber(actual?.result_design_point, 2, 3), check: formatNumber(actual?.result_check_point, 2, 3) };
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="danger" icon={TriangleAlert}>
        {t('rules.case_failed')}
      </Badge>
      <span>{actual ? t('rules.case_to', points) : t('notice.case_none')}</span>
      {withReason && !actual && reason && <span className="text-danger">{reason}</span>}
    </span>
  );
}

/** On a phone, whose cards fold the outcome: whether the case comes out right. */
function CaseMark({ id }: { id: number }) {
  const { t } = useText();
  const narrow = useNarrow();
  const result = useOutcome(id);
  if (!narrow || !result) return null;
  const [Icon, label] = result.passed ? [Check, t('rules.case_passed')] : [TriangleAlert, t('rules.case_failed')];
  return (
    <Icon size={14} role="img" aria-label={label} className={`shrink-0 self-center ${result.passed ? 'text-success' : 'text-danger'}`} />
  );
}

function useOutcome(id: number): CaseResult | undefined {
  const { data } = useQuery({
    queryKey: [ruleCases.name, 'results'],
    staleTime: 0,
    ...read<{ data: CaseResult[] }>('rule_cases/results'),
  });
  return data?.data.find((each) => each.id === id);
}
