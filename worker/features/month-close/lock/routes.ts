import { Hono } from 'hono';
import { monthLockCalls as calls } from '../../../contracts/calls/declared/month-lock.ts';
import { bindCall } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listChangesWhileOpen } from './changes.ts';
import { listFindings, readMonthChecklist } from './checklist.ts';
import { listLockedMonths, listLockHistory, readLockStatus, setLock } from './lock.ts';
import { markSeen, setThresholds } from './review-notes.ts';

export function monthLockRoutes(deps: Pick<Deps, 'jobs'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.setLock, (input) => setLock(deps, input));
  bindCall(app, calls.readStatus, readLockStatus);
  bindCall(app, calls.listLocked, async (input) => ({ data: await listLockedMonths(input) }));
  bindCall(app, calls.listEvents, async (input) => ({ data: await listLockHistory(input) }));
  bindCall(app, calls.listChanges, listChangesWhileOpen);
  bindCall(app, calls.readChecklist, readMonthChecklist);
  bindCall(app, calls.listFindings, listFindings);
  bindCall(app, calls.markSeen, markSeen);
  bindCall(app, calls.setThresholds, setThresholds);
  return app;
}
