import { Hono } from 'hono';
import { type AppEnv, bodyOf, searchParams } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { listChangesWhileOpen } from './changes.ts';
import { listFindings, readMonthChecklist } from './checklist.ts';
import { listLockedMonths, listLockHistory, readLockStatus, setLock } from './lock.ts';
import { markSeen, setThresholds } from './review-notes.ts';

export const monthLockRoutes = (deps: Pick<Deps, 'jobs'>) =>
  new Hono<AppEnv>()
    .post('/lock_and_unlock', async (c) => c.json(await setLock(deps, c.var.caller, bodyOf(c)), 200))
    .get('/get_lock_status', async (c) => c.json(await readLockStatus(c.var.caller, searchParams(c))))
    .get('/locked_months', async (c) => c.json({ data: await listLockedMonths(c.var.caller) }))
    .post('/month-checklist/seen', async (c) => c.json(await markSeen(c.var.caller, bodyOf(c))))
    .put('/month-checklist/thresholds', async (c) => c.json(await setThresholds(c.var.caller, bodyOf(c))))
    .get('/month-checklist', async (c) => c.json(await readMonthChecklist(c.var.caller, searchParams(c))))
    .get('/month-checklist/findings', async (c) => c.json(await listFindings(c.var.caller, searchParams(c))))
    .get('/lock_history', async (c) => c.json({ data: await listLockHistory(c.var.caller, searchParams(c)) }))
    .get('/lock_history/changes', async (c) => c.json(await listChangesWhileOpen(c.var.caller, searchParams(c))));
