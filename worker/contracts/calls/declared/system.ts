import { ADMIN } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { listedRun } from '../answers/runs.ts';
import { systemAnswer } from '../answers/system.ts';
import { RUN_PARAMS } from '../runs.ts';
import { defineCall } from './define-call.ts';

/** The state of what runs by itself. */
export const systemCalls = {
  read: defineCall({
    method: 'GET',
    path: '/system',
    grant: ADMIN,
    answer: systemAnswer,
    summary: 'Crawl, nightly run, backup, restore drill, queue, database, errors and slowest calls, each with its limit.',
  }),
  listRuns: defineCall({
    method: 'GET',
    path: '/runs',
    grant: ADMIN,
    params: RUN_PARAMS,
    answer: () => envelope(listedRun()),
    summary: 'Work of the queue of every kind: what is not over first, then the newest.',
  }),
};
