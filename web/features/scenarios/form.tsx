import { useParams } from 'react-router';
import { ruleScenarios } from '#contracts/entities/rule_scenarios.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ScenarioPanel } from './panel.tsx';

/** The record of a scenario, and below it what it changes, its trials and its end. */
export function ScenarioForm() {
  const { id } = useParams();
  return (
    <>
      <FormPage contract={ruleScenarios}>
        <FormSection>
          <FormField name="name" />
          <FormField name="valid_from" />
          <FormField name="note" />
        </FormSection>
      </FormPage>
      {id !== undefined && <ScenarioPanel id={Number(id)} />}
    </>
  );
}
