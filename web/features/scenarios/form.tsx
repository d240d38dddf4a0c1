import { useParams } from 'react-router';
import { ruleScenarios } from '#contracts/entities/rule_scenarios.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Row } from '../../api/client.ts';
import { Fold } from '../../crud/form/fold.tsx';
import { FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { useText } from '../../i18n/index.ts';
import { ScenarioPanel } from './panel.tsx';

const FIELDS = <FormSection fields={['name', 'valid_from', 'note']} />;

/** The record of a scenario, and below it what it changes, its trials and its end. */
export function ScenarioForm() {
  const { t } = useText();
  const { id } = useParams();
  const tellEnd = ({ status, promoted_from }: Row) => {
    if (status === 'promoted') return t('scenarios.is_promoted', { month: formatMonthKey(String(promoted_from ?? '')) });
    return status === 'discarded' ? t('scenarios.is_discarded') : undefined;
  };
  return (
    <>
      <FormPage contract={ruleScenarios} readOnlyReason={tellEnd}>
        {id === undefined ? (
          FIELDS
        ) : (
          <Fold name="scenario" title={t('scenarios.about')}>
            {FIELDS}
          </Fold>
        )}
      </FormPage>
      {id !== undefined && <ScenarioPanel id={Number(id)} />}
    </>
  );
}
