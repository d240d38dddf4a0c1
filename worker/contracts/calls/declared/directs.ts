import { ALL_ROLES, STAFF } from '../../roles.ts';
import { directSums } from '../answers/direct-sums.ts';
import { defineCall } from './define-call.ts';

/** What is done with many directs at once. */
export const directCalls = {
  sum: defineCall({
    method: 'GET',
    path: '/directs/points',
    grant: ALL_ROLES,
    answer: directSums,
    summary: 'Sums over the directs that the filters of the list leave.',
  }),
  adjust: defineCall({
    method: 'POST',
    path: '/directs_techousei/add-multiple',
    grant: STAFF,
    summary: 'Sets the points of several jobs by hand: all of them, or none.',
  }),
};
