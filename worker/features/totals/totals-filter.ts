import { type SQL, sql } from 'drizzle-orm';

/** Whose figures are read: those of a department, null for all and `NO_DEPARTMENT` for none, of a group, of one person. */
export interface TotalsFilter {
  department?: number | null | undefined;
  group?: number | null | undefined;
  user?: number | null | undefined;
}

/** Its conditions on the columns that name the department, the group and the person of a row. */
export function filterConditions({ department, group, user }: TotalsFilter, columns: { department: SQL; group: SQL; user?: SQL }): SQL[] {
  return [
    // `NO_DEPARTMENT` is 0, which no row has.
    ...(department === null || department === undefined ? [] : [sql`${columns.department} = ${department}`]),
    ...(group ? [sql`${columns.group} = ${group}`] : []),
    ...(user && columns.user ? [sql`${columns.user} = ${user}`] : []),
  ];
}
