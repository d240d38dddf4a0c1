import { type SQL, sql } from 'drizzle-orm';
import { LOCKED_MONTHS } from '../../platform/db/month-lock.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { customers } from '../../platform/db/schema/reference.ts';
import { readRows } from '../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../platform/db/value-as-sealed.ts';

/** A customer who was renamed, by the former name. */
export interface RenamedCustomer {
  id: number;
  name: string;
}

/** The customers who were called otherwise when the month (YYYY-MM) was sealed; nobody for an open month or none. */
export function selectRenamedCustomers(month: string | null): Query<RenamedCustomer[]> {
  const name = valueAsSealed(customers.name, sql`c.id`, sql`l.month`);
  return query(
    sql`SELECT id, name FROM (SELECT c.id, c.name AS present, ${name} AS name FROM ${LOCKED_MONTHS} l CROSS JOIN customers c WHERE l.month = ${month})
      WHERE name <> present`,
    readRows({ id: customers.id, name: customers.name }),
  );
}

/** A form of the name of customer c: of a renamed one that of the former name, otherwise the column. */
export function nameOfCustomer(column: SQL, renamed: readonly RenamedCustomer[], toForm = (name: string) => name): SQL {
  if (renamed.length === 0) return column;
  const forms = JSON.stringify(renamed.map(({ id, name }) => [id, toForm(name)]));
  return sql`ifnull((SELECT value ->> 1 FROM json_each(${forms}) WHERE value ->> 0 = c.id), ${column})`;
}
