import { calculationWork } from './features/calculation/work.ts';
import { reconcileWork } from './features/crawl/reconcile/work.ts';
import { crawlWork } from './features/crawl/work.ts';
import { importWork } from './features/imports/work.ts';
import { replayWork } from './features/month-close/seals/replays.ts';
import { operationWork } from './features/operations/work.ts';
import { scenarioWork } from './features/scenarios/work.ts';
import type { QueuedWork } from './platform/queue/run-kind.ts';

/** Every kind of work whose runs the queue works on. */
export const QUEUED_WORK: readonly QueuedWork[] = [
  calculationWork,
  crawlWork,
  importWork,
  replayWork,
  reconcileWork,
  operationWork,
  scenarioWork,
];
