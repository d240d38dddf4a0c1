import { customers } from '../contracts/entities/customers.ts';
import { resource } from '../crud/resource.ts';
import { customers as table } from '../db/schema/reference.ts';

/** A customer that the crawl made is highlighted until somebody completes and saves it. */
export const customersResource = resource(customers, table, {
  toInsert: (values) => ({ ...values, is_updated: 0 }),
});
