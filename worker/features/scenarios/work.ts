import { sql } from 'drizzle-orm';
import { ACTIVE_WORK_STATUSES } from '../../contracts/calls/run-status.ts';
import { ADMIN } from '../../contracts/roles.ts';
import { mayOwnerGoOn } from '../../platform/auth/job-owner.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { ruleScenarioRuns } from '../../platform/db/schema/rule-scenarios.ts';
import { failStatement, type QueuedWork } from '../../platform/queue/run.ts';

export type ScenarioRun = typeof ruleScenarioRuns.$inferSelect;

/** Trying a scenario as queued work. */
export const scenarioWork: QueuedWork<typeof ruleScenarioRuns> = {
  table: ruleScenarioRuns,
  activeStatuses: ACTIVE_WORK_STATUSES,
  progressColumn: 'progress_at',
  source: 'script',
  messageFor: (id) => ({ type: 'try_scenario', run_id: id }),
  owner: sql`r.requested_by`,
  mayGoOn: (deps, { requested_by }) => mayOwnerGoOn(deps, requested_by, ADMIN),
  fail: async ({ db, clock }, id, reason) =>
    void (await db.write(failStatement(scenarioWork, sql`id = ${id}`, reason, clock), SCRIPT_AUTHOR)),
};
