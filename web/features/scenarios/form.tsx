import { ruleScenarios } from '#contracts/entities/rule_scenarios.ts';
import { FormField, FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';

export function ScenarioForm() {
  return (
    <FormPage contract={ruleScenarios} path="/rules/scenarios">
      <FormSection>
        <FormField name="name" />
        <FormField name="valid_from" />
        <FormField name="note" />
      </FormSection>
    </FormPage>
  );
}
