import { CONTRACTS } from '../contracts/contracts.ts';
import { defineResource } from '../crud/resource.ts';
import { ruleScenarios } from '../platform/db/schema/rule-scenarios.ts';
import { AppError } from '../platform/errors.ts';

/** Scenarios of rules: one that was promoted stays as it was, one that was discarded can be deleted. */
export const ruleScenariosResource = defineResource(CONTRACTS.rule_scenarios, ruleScenarios, {
  notUndone: 'all',
  guard(_, { verb, before }) {
    const { status } = before ?? {};
    if (status === 'promoted' || (verb === 'update' && status !== 'draft')) throw new AppError('scenario_closed');
  },
});
