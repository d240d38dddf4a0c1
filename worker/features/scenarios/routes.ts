import { type Context, Hono } from 'hono';
import type { Call } from '../../contracts/calls/declared/define-call.ts';
import { scenarioCalls as calls, SCENARIO_RESULT_CALLS } from '../../contracts/calls/declared/rule-scenarios.ts';
import { SCENARIO_RESULT_COLUMNS, SCENARIO_RESULT_KINDS } from '../../contracts/calls/rule-scenarios.ts';
import type { Resource } from '../../crud/resource.ts';
import { searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { respondWithComputedSheet, takeFeed } from '../../platform/feeds/respond-with-sheet.ts';
import { parseId, parseParams } from '../../platform/parse-call.ts';
import { toSheet } from '../totals/sheet.ts';
import { discardScenario, listScenarioChanges, revertRow } from './changes.ts';
import { fillStandard } from './fill-standard.ts';
import { promoteScenario } from './promote.ts';
import { compareReality } from './reality.ts';
import { listResults, readAllResults } from './results.ts';
import { cancelScenarioRun, listScenarioRuns, readScenarioRun, startScenarioRun } from './runs.ts';

/** Rules that are tried before they count: what a scenario changes, its runs and their results, and its end. */
export function scenarioRoutes(deps: Deps, resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.listChanges, listScenarioChanges);
  bindCall(app, calls.revert, revertRow);
  bindCall(app, calls.start, async (input, c) => {
    const { run, created } = await startScenarioRun(deps, input);
    return c.json(run, created ? 201 : 200);
  });
  bindCall(app, calls.listRuns, (input) => listScenarioRuns(deps, input));
  bindCall(app, calls.readRun, (input, c) => readScenarioRun(deps, input, runOf(c, input.caller)));
  bindCall(app, calls.cancel, (input, c) => cancelScenarioRun(input, runOf(c, input.caller)));
  bindCall(app, calls.promote, (input) => promoteScenario(resources, input));
  bindCall(app, calls.discard, discardScenario);
  bindCall(app, calls.fill, (input) => fillStandard(resources, input));
  bindCall(app, calls.compareReality, compareReality);
  for (const kind of SCENARIO_RESULT_KINDS) {
    const { list, export: file } = SCENARIO_RESULT_CALLS[kind];
    bindCall(app, list as typeof SCENARIO_RESULT_CALLS.people.list, async (input, c) =>
      c.json(await listResults(kind, input, runOf(c, input.caller))),
    );
    bindRoute(app, file as Call, async (c: Context<AppEnv>) => {
      const { caller } = c.var;
      const { format, input, run } = await authorizeThenValidate(caller, file.grant, () => {
        const params = searchParams(c);
        const format = takeFeed(params, caller.lang);
        const id = parseId(c.req.param('id') ?? '', caller.lang);
        return {
          format,
          run: runOf(c, caller),
          input: { caller, grant: file.grant, id, values: parseParams(file.params, params, caller.lang) },
        };
      });
      const { rows, sum } = await readAllResults(kind, input, run);
      const sheet = toSheet({ name: SHEET_NAMES[kind], columns: SCENARIO_RESULT_COLUMNS[kind], entries: rows, sum }, caller.lang);
      return respondWithComputedSheet(c, sheet, `scenario-${kind}`, format);
    });
  }
  return app;
}

const runOf = (c: Context, { lang }: Caller): number => parseId(c.req.param('run') ?? '', lang);

const SHEET_NAMES = {
  people: { vi: 'Người', en: 'People' },
  departments: { vi: 'Phòng ban', en: 'Departments' },
  customers: { vi: 'Khách hàng', en: 'Customers' },
  directs: { vi: 'Công việc', en: 'Jobs' },
};
