import { Hono } from 'hono';
import type { FirstSteps } from '../../contracts/calls/answers/first-steps.ts';
import { firstStepCalls as calls } from '../../contracts/calls/declared/first-steps.ts';
import { bindCall, type CallInput, type GrantedCaller } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { saveOfficeSetting } from '../../platform/office-settings.ts';
import { describeSteps, selectStepFacts, skipKey } from './read-steps.ts';
import { takeRules } from './take-rules.ts';

/** Routes of the first steps of a new company. */
export function firstStepRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.read, (input) => readSteps(deps, input));
  bindCall(app, calls.skip, (input) => skipStep(deps, input));
  bindCall(app, calls.takeRules, takeRules);
  return app;
}

async function readSteps(deps: Deps, { caller, grant }: GrantedCaller): Promise<FirstSteps> {
  const { results } = await caller.read(grant, () => selectStepFacts(caller.clock.now()));
  return describeSteps(deps, results, caller.lang);
}

async function skipStep(deps: Deps, { caller, grant, values: { step, skipped } }: CallInput<typeof calls.skip>): Promise<FirstSteps> {
  await caller.require(grant);
  const saving = saveOfficeSetting(skipKey(step), skipped === 1 ? 1 : 0, caller.clock.time());
  const { facts } = await caller.write({ saving, facts: selectStepFacts(caller.clock.now()) });
  return describeSteps(deps, facts, caller.lang);
}
