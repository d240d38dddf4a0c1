import { type SQL, sql } from 'drizzle-orm';

/** The name of who did something: of the person `id` in the row of alias u, or, once they are deleted, the last one that the history has. NULL for the program. */
export function personName(id: SQL): SQL {
  return sql`ifnull(u.name, (SELECT gone_person.before ->> '$.name' FROM history gone_person WHERE gone_person.entity = 'users'
    AND gone_person.record_id = ${id} AND gone_person.action = 'delete' ORDER BY gone_person.id DESC LIMIT 1))`;
}
