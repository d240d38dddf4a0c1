import { Hono } from 'hono';
import { calculationCalls as calls } from '../../contracts/calls/declared/calculation.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { recovering } from '../../platform/queue/run-calls.ts';
import { listCauses } from './causes.ts';
import { explain } from './explain.ts';
import { tryOut } from './formulas.ts';
import { previewPoints } from './preview-points.ts';
import { listChanges, listIssues } from './run-rows.ts';
import { cancelCalculation, countAdjusted, getRun, listRuns, publishPreview, startCalculation } from './runs.ts';
import { calculationWork } from './work.ts';

/** The monthly calculation: its runs, what they found, the trace of one direct, and the trial of a formula. */
export function calculationRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const call of [calls.start, calls.startRun]) {
    bindCall(app, call, async (input, c) => {
      const { run, created } = await startCalculation(deps, input);
      return c.json(run, created ? 201 : 200);
    });
  }
  bindCall(app, calls.list, recovering(deps, [calculationWork], listRuns));
  bindCall(app, calls.countAdjusted, countAdjusted);
  bindCall(app, calls.read, recovering(deps, [calculationWork], getRun));
  bindCall(app, calls.listIssues, listIssues);
  bindCall(app, calls.listCauses, listCauses);
  bindCall(app, calls.listChanges, listChanges);
  bindCall(app, calls.cancel, cancelCalculation);
  bindCall(app, calls.publish, (input) => publishPreview(deps, input));
  bindCall(app, calls.explain, (input) => explain(deps, input));
  bindCall(app, calls.previewPoints, previewPoints);
  bindCall(app, calls.tryFormula, tryOut);
  return app;
}
