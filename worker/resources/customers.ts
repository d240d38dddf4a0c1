import { customers } from '../contracts/entities/customers.ts';
import { defineResource } from '../crud/resource.ts';
import { customers as table } from '../platform/db/schema/reference.ts';

/** A customer created by the crawl is highlighted until it is completed and saved. */
export const customersResource = defineResource(customers, table, {
  deriveColumns: (values) => ({ ...values, is_updated: 0 }),
});
