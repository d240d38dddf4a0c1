import { ruleScenarios } from '#contracts/entities/rule_scenarios.ts';
import { ListPage } from '../../crud/list/list-page.tsx';

export function ScenarioList() {
  return <ListPage contract={ruleScenarios} path="/rules/scenarios" />;
}
