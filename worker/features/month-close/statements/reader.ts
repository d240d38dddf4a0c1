import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { idSchema } from '../../../contracts/field-schemas.ts';
import { integer } from '../../../contracts/fields.ts';
import { EMPLOYEE } from '../../../contracts/labels.ts';
import type { Actor, Caller } from '../../../platform/caller.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { positions, users } from '../../../platform/db/schema/organisation.ts';
import { asBoolean, asText, orNull, type RowOf, readFirst } from '../../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../../platform/db/value-as-sealed.ts';
import { NO_DEPARTMENT, visibleDepartment } from '../../../platform/department-scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import type { TotalsFilter } from '../../totals/totals-filter.ts';

/** Reads the owner of a statement: `me`, or the id of a person. */
export function parseOwner(text: string, caller: Caller): number | 'me' {
  if (text === 'me') return text;
  const id = idSchema.safeParse(text);
  if (id.success) return id.data;
  throw invalidField({ user_id: integer(EMPLOYEE) }, 'user_id', 'id', caller.lang);
}

/**
 * A condition on a person of id p.id, as u where they are still there: the reader may read their statement of the month. Everybody reads their own. Of a locked month the
 * department counts that the person had when it was sealed; of an open one, and of whom the seal does not know, the present one.
 */
function isReadable(actor: Actor, month: string): SQL {
  const department = visibleDepartment(actor, 'people');
  if (department === null) return sql`1`;
  if (department === NO_DEPARTMENT) return sql`p.id = ${actor.id}`;
  // IS: whoever has no department is in none, and the answer is never NULL.
  return sql`(p.id = ${actor.id} OR ifnull((SELECT s.dept_id IS ${department} ${sealedRow(month)}), u.department_id IS ${department}))`;
}

/** The row that the seal in force of the month has of the person of alias p; to be selected from. */
const sealedRow = (month: string): SQL => sql`FROM ${LOCKED_MONTHS} l JOIN month_seal_rows s ON s.seal_id = l.seal_id
    WHERE l.month = ${month} AND s.kind = 'totals' AND s.user_id = p.id`;

/** The person of `selectPerson`: 404 for nobody, 403 for somebody whose statement the reader may not see. */
export function requireReadablePerson(person: StatementPerson | undefined, caller: Caller): StatementPerson {
  if (!person) throw new AppError('not_found', { what: { vi: 'nhân viên', en: 'employee' }[caller.lang] });
  if (!person.readable) throw new AppError('forbidden');
  return person;
}

/**
 * The person, of a locked month as it was sealed, and whether the reader may read their statement of the month. Somebody who was deleted since is
 * still a person of the months whose seals name them.
 */
export function selectPerson(user: number, actor: Actor, month: string): Query<StatementPerson | undefined> {
  const asSealed = (column: SQLiteColumn, of = sql`p.id`) => valueAsSealed(column, of, sql`${month}`);
  const facts = [username, code, name, employee_code, area].map((column) => sql`${asSealed(column)} AS ${sql.identifier(column.name)}`);
  const position = asSealed(positions.name, asSealed(users.position_id));
  const person = sql`SELECT p.id, ${sql.join(facts, sql`, `)}, ${position} AS position_name, ${isReadable(actor, month)} AS readable
    FROM (SELECT ${user} AS id) p LEFT JOIN users u ON u.id = p.id WHERE u.id IS NOT NULL OR EXISTS (SELECT 1 ${sealedRow(month)})`;
  return query(person, readFirst(PERSON_READERS));
}

const { id, username, code, name, employee_code, area } = users;
const PERSON_READERS = { id, username, code, name, employee_code, area, position_name: orNull(asText), readable: asBoolean };
export type StatementPerson = RowOf<typeof PERSON_READERS>;

/** The rows of totals that the reader may see of a person. */
export function buildTotalsFilter(actor: Actor, user: number): TotalsFilter {
  return user === actor.id ? { user } : { user, department: visibleDepartment(actor, 'people') };
}
