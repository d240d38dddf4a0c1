import { Hono } from 'hono';
import { monthSealCalls as calls } from '../../../contracts/calls/declared/month-seals.ts';
import { bindCall } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recovering } from '../../../platform/queue/run-calls.ts';
import { listMonthDrift } from './drift.ts';
import { listSeals, readSealDocument } from './list-seals.ts';
import { cancelReplay, getReplay, listReplays, replayWork, startReplay } from './replays.ts';
import { listSealChanges } from './seal-changes.ts';

/** What locks have published, what would differ from it today, and its recomputation. */
export function monthSealRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.list, async (input) => ({ data: await listSeals(input) }));
  bindCall(app, calls.read, async (input, c) =>
    c.body(await readSealDocument(input), 200, { 'content-type': 'application/json; charset=utf-8' }),
  );
  bindCall(app, calls.listChanges, async (input) => ({ data: await listSealChanges(input) }));
  bindCall(app, calls.listDrift, async (input) => ({ data: await listMonthDrift(input) }));
  bindCall(app, calls.startReplay, async (input, c) => {
    const { run, created } = await startReplay(deps, input);
    return c.json(run, created ? 201 : 200);
  });
  bindCall(app, calls.listReplays, recovering(deps, [replayWork], listReplays));
  bindCall(app, calls.readReplay, recovering(deps, [replayWork], getReplay));
  bindCall(app, calls.cancelReplay, cancelReplay);
  return app;
}
