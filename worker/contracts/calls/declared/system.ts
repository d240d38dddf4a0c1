import { ADMIN } from '../../roles.ts';
import { systemAnswer } from '../answers/system.ts';
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
};
