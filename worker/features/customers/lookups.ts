import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { customerCalls as calls } from '../../contracts/calls/declared/customers.ts';
import { list } from '../../crud/list.ts';
import { notFoundError } from '../../crud/read.ts';
import { respondWithJson, searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { workCategories } from '../../platform/db/schema/reference.ts';
import { hasRows, readRows } from '../../platform/db/typed-rows.ts';
import { parseId } from '../../platform/parse-call.ts';
import { customersResource } from '../../resources/customers.ts';
import { readDeliveries } from './deliveries.ts';

export const customerLookups = new Hono<AppEnv>();

// Every customer may be drawn for by anybody, so the customers of a user are the customers.
bindRoute(customerLookups, calls.listOfUser, async (c) => respondWithJson(c, await list(customersResource, c.var.caller, searchParams(c))));

bindCall(customerLookups, calls.readDeliveries, readDeliveries);

// The work categories of a customer, as a bare array.
bindCall(customerLookups, calls.listCategories, async ({ caller, grant }, c) => {
  const id = parseId(c.req.param('customerId'), caller.lang);
  const { results } = await caller.read(grant, () => ({
    exists: query(sql`SELECT 1 FROM customers WHERE id = ${id}`, hasRows),
    categories: query(
      sql`SELECT w.id, w.work_name, w.department_id FROM customers c, json_each(c.work_category) j JOIN work_categories w ON w.id = j.value
        WHERE c.id = ${id} ORDER BY w.work_name_sort, w.id`,
      readRows({ id: workCategories.id, work_name: workCategories.work_name, department_id: workCategories.department_id }),
    ),
  }));
  if (!results.exists) throw notFoundError(customersResource.contract, caller.lang);
  return results.categories;
});
