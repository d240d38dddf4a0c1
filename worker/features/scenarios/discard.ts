import { sql } from 'drizzle-orm';
import type { scenarioCalls as calls } from '../../contracts/calls/declared/rule-scenarios.ts';
import { CONTRACTS } from '../../contracts/contracts.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { notFoundError } from '../../crud/read.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { AppError } from '../../platform/errors.ts';
import { ruleScenariosResource } from '../../resources/rule_scenarios.ts';
import { selectScenario } from './runs.ts';

/** `POST /rule_scenarios/{id}/discard`: what it says stays to be read, and can neither be changed nor promoted. */
export async function discardScenario({
  caller,
  grant,
  id,
}: CallInput<typeof calls.discard>): Promise<{ id: number; status: 'discarded' }> {
  const { results: scenario } = await caller.read(grant, () => selectScenario(id));
  if (!scenario) throw notFoundError(CONTRACTS.rule_scenarios, caller.lang);
  if (scenario.status !== 'draft') throw new AppError('scenario_closed');
  await caller
    .write(sql`UPDATE rule_scenarios SET status = 'discarded', version = version + 1, updated_at = ${caller.clock.time()} WHERE id = ${id}`)
    .catch((error) => throwApiError(ruleScenariosResource, caller, error, []));
  return { id, status: 'discarded' };
}
