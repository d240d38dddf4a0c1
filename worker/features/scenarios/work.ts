import { sql } from 'drizzle-orm';
import { ADMIN } from '../../contracts/roles.ts';
import { ruleScenarioRuns } from '../../platform/db/schema/rule-scenarios.ts';
import { defineRun } from '../../platform/queue/define-run.ts';

export type ScenarioRun = typeof ruleScenarioRuns.$inferSelect;

/** Trying a scenario as queued work. */
export const scenarioWork = defineRun({
  table: ruleScenarioRuns,
  label: { vi: 'lần thử phương án', en: 'run of a scenario' },
  source: 'script',
  listing: {
    kind: 'scenario',
    what: sql`r.from_month || ' – ' || r.to_month`,
    path: sql`'/rules/scenarios/' || r.scenario_id || '/view'`,
  },
  messageFor: (id) => ({ type: 'try_scenario', run_id: id }),
  grant: () => ADMIN,
});
