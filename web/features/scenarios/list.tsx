import { ruleScenarios } from '#contracts/entities/rule_scenarios.ts';
import { ListPage } from '../../crud/list/list-page.tsx';
import { useClosedOnArrival } from './leave.ts';

export function ScenarioList() {
  useClosedOnArrival();
  return <ListPage contract={ruleScenarios} />;
}
