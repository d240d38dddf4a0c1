import { customers } from '../../entities/customers.ts';
import { directs } from '../../entities/directs.ts';
import { ref } from '../../fields.ts';
import { pageFields } from '../../paging.ts';
import { ADMIN, ALL_ROLES, EVERYONE } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { failedJob } from '../answers/failed-jobs.ts';
import { historyRow, refusalRow, signInRow } from '../answers/history.ts';
import { rowAnswer } from '../answers/row.ts';
import { HISTORY_PARAMS, REFUSAL_PARAMS, SIGN_IN_PARAMS } from '../history.ts';
import { defineCall } from './define-call.ts';

const { page, limit } = HISTORY_PARAMS;
const PAGE = { page, limit };

/** Who changed what, who signed in and was refused, and what the queue gave up. */
export const historyCalls = {
  list: defineCall({
    method: 'GET',
    path: '/history',
    grant: ADMIN,
    params: HISTORY_PARAMS,
    answer: () => envelope(historyRow()),
    summary: 'Every write of any record, the newest first.',
  }),
  listOfCustomer: defineCall({
    method: 'GET',
    path: '/customers_history',
    grant: EVERYONE,
    params: { customer_id: ref(customers.label, 'customers', { required: true }), ...PAGE },
    answer: () => envelope(rowAnswer({})),
    summary: 'The versions of a customer, the newest first.',
  }),
  listOfDirect: defineCall({
    method: 'GET',
    path: '/directs_techousei_history',
    grant: ALL_ROLES,
    params: { direct_id: ref(directs.label, 'directs', { required: true }), ...PAGE },
    answer: () => envelope(rowAnswer({})),
    summary: 'The versions of a job, the newest first.',
  }),
  listSignIns: defineCall({
    method: 'GET',
    path: '/sign-ins',
    grant: ADMIN,
    params: SIGN_IN_PARAMS,
    answer: () => envelope(signInRow()),
    summary: 'The log of sign-ins.',
  }),
  listRefusals: defineCall({
    method: 'GET',
    path: '/security_refusals',
    grant: ADMIN,
    params: REFUSAL_PARAMS,
    answer: () => envelope(refusalRow()),
    summary: 'What signed-in people were refused, the latest first.',
  }),
  listFailedJobs: defineCall({
    method: 'GET',
    path: '/failed-jobs',
    grant: ADMIN,
    params: pageFields(),
    answer: () => envelope(failedJob()),
    summary: 'The work that the queue gave up, the newest first.',
  }),
  settleFailedJob: defineCall({
    method: 'POST',
    path: '/failed-jobs/:id/settle',
    grant: ADMIN,
    answer: failedJob,
    summary: 'Notes that nothing is left to do about a job that was given up.',
  }),
  repeatFailedJob: defineCall({
    method: 'POST',
    path: '/failed-jobs/:id/repeat',
    grant: ADMIN,
    answer: failedJob,
    summary: 'Puts a job that was given up on the queue again. 409 where its run has failed: start a new one.',
  }),
};
