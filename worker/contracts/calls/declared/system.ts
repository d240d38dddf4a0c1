import { ADMIN } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { listedRun } from '../answers/runs.ts';
import { systemAnswer } from '../answers/system.ts';
import { RUN_PARAMS } from '../runs.ts';
import { defineCall } from './define-call.ts';

/** The state of what runs by itself. */
export const systemCalls = {
  read: defineCall(
    'GET /system',
    ADMIN,
    'Crawl, nightly run, backup, restore drill, queue, database, errors and slowest calls, each with its limit.',
    { answer: systemAnswer },
  ),
  listRuns: defineCall('GET /runs', ADMIN, 'Work of the queue of every kind: what is not over first, then the newest.', {
    params: RUN_PARAMS,
    answer: () => envelope(listedRun()),
  }),
};
