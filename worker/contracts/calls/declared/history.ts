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
  list: defineCall('GET /history', ADMIN, 'Every write of any record, the newest first.', {
    params: HISTORY_PARAMS,
    answer: () => envelope(historyRow()),
  }),
  listOfCustomer: defineCall('GET /customers_history', EVERYONE, 'The versions of a customer, the newest first.', {
    params: { customer_id: ref(customers.label, 'customers', { required: true }), ...PAGE },
    answer: () => envelope(rowAnswer({})),
  }),
  listOfDirect: defineCall('GET /directs_techousei_history', ALL_ROLES, 'The versions of a job, the newest first.', {
    params: { direct_id: ref(directs.label, 'directs', { required: true }), ...PAGE },
    answer: () => envelope(rowAnswer({})),
  }),
  listSignIns: defineCall('GET /sign-ins', ADMIN, 'The log of sign-ins.', { params: SIGN_IN_PARAMS, answer: () => envelope(signInRow()) }),
  listRefusals: defineCall('GET /security_refusals', ADMIN, 'What signed-in people were refused, the latest first.', {
    params: REFUSAL_PARAMS,
    answer: () => envelope(refusalRow()),
  }),
  listFailedJobs: defineCall('GET /failed-jobs', ADMIN, 'The work that the queue gave up, the newest first.', {
    params: pageFields(),
    answer: () => envelope(failedJob()),
  }),
  settleFailedJob: defineCall('POST /failed-jobs/:id/settle', ADMIN, 'Notes that nothing is left to do about a job that was given up.', {
    answer: failedJob,
  }),
  repeatFailedJob: defineCall(
    'POST /failed-jobs/:id/repeat',
    ADMIN,
    'Puts a job that was given up on the queue again. 409 where its run has failed: start a new one.',
    { answer: failedJob },
  ),
};
