import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

/** Look-ups that forms make. */
export const customerCalls = {
  listOfUser: defineCall({
    method: 'GET',
    path: '/get_customer_by_user',
    grant: EVERYONE,
    summary: 'The customers: everybody may draw for each of them.',
  }),
  listCategories: defineCall({
    method: 'GET',
    path: '/work-categories/customers/:customerId',
    grant: EVERYONE,
    summary: 'The work categories of a customer, as an array.',
  }),
};
