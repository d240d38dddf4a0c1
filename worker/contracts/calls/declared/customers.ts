import * as z from 'zod';
import { customers } from '../../entities/customers.ts';
import { deliveries } from '../answers/deliveries.ts';
import { envelope } from '../answers/envelope.ts';
import { rowAnswer } from '../answers/row.ts';
import '../../field-schemas.ts';
import { pageFields } from '../../paging.ts';
import { ALL_ROLES, EVERYONE } from '../../roles.ts';
import { deliveryFields } from '../deliveries.ts';
import { defineCall } from './define-call.ts';

/** Look-ups that forms make, and the month of a customer, for whoever reads jobs. */
export const customerCalls = {
  listOfUser: defineCall({
    method: 'GET',
    path: '/get_customer_by_user',
    grant: EVERYONE,
    list: customers,
    answer: () => envelope(rowAnswer(customers.fields)),
    summary: 'The customers: everybody may draw for each of them.',
  }),
  readDeliveries: defineCall({
    method: 'GET',
    path: '/customers/:id/deliveries',
    grant: ALL_ROLES,
    params: deliveryFields,
    answer: deliveries,
    summary:
      'What a customer got in a month (納品一覧), without people and points; a workbook with `format=xlsx`. `format=pdf` is a 422 that names the page to print.',
  }),
  listCategories: defineCall({
    method: 'GET',
    path: '/work-categories/customers/:customerId',
    grant: EVERYONE,
    params: pageFields(),
    answer: () => z.object({ id: z.number(), work_name: z.string(), department_id: z.number().nullable() }).array(),
    summary: 'The work categories of a customer, all of them as an array: `page` and `limit`, which earlier clients send, change nothing.',
  }),
};
