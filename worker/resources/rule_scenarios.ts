import { scenarioRows } from '../contracts/calls/scenario-rows.ts';
import { CONTRACTS } from '../contracts/contracts.ts';
import { defineResource } from '../crud/resource.ts';
import { ruleScenarioRows, ruleScenarios } from '../platform/db/schema/rule-scenarios.ts';
import { AppError } from '../platform/errors.ts';

/** Scenarios of rules: one that was promoted stays as it was until that is undone, one that was discarded can be deleted. */
export const ruleScenariosResource = defineResource(CONTRACTS.rule_scenarios, ruleScenarios, {
  guard(_, { verb, before, source }) {
    const { status } = before ?? {};
    if (source === 'undo' && verb === 'update') return;
    if (status === 'promoted' || (verb === 'update' && status !== 'draft')) throw new AppError('scenario_closed');
  },
});

export const scenarioRowsResource = defineResource(scenarioRows, ruleScenarioRows);
