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
  listOfUser: defineCall('GET /get_customer_by_user', EVERYONE, 'The customers: everybody may draw for each of them.', {
    list: customers,
    answer: () => envelope(rowAnswer(customers.fields)),
  }),
  readDeliveries: defineCall(
    'GET /customers/:id/deliveries',
    ALL_ROLES,
    'What a customer got in a month (納品一覧), without people and points; a workbook with `format=xlsx`. `format=pdf` is a 422 that names the page to print.',
    { params: deliveryFields, answer: deliveries },
  ),
  listCategories: defineCall(
    'GET /work-categories/customers/:customerId',
    EVERYONE,
    'The work categories of a customer, all of them as an array: `page` and `limit`, which earlier clients send, change nothing.',
    {
      params: pageFields(),
      answer: () => z.object({ id: z.number(), work_name: z.string(), department_id: z.number().nullable() }).array(),
    },
  ),
};
