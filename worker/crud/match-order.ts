import { type SQL, sql } from 'drizzle-orm';
import { FIND } from '../contracts/field-filters.ts';
import { fold } from '../platform/text/fold.ts';
import { formColumn } from '../platform/text/text-forms.ts';
import { buildSelection } from './predicates.ts';
import { type AppliedFilter, targetsOf } from './query.ts';
import type { Resource, Scope } from './resource.ts';

interface Search {
  /** What was typed. */
  typed: string;
  /** The filters that find it, and those that hold beside it. */
  found: readonly AppliedFilter[];
  beside?: readonly AppliedFilter[];
}

/**
 * `SELECT id, rank` of the rows that fit a search best, in their order: 0 where a code or name is what was typed, 1 where one begins so, 2 for the
 * rest; newest first within each. Each rank is read by itself and no further than the limit, so that a word of a hundred thousand rows costs a few.
 */
export function selectBestMatches(resource: Resource, { typed, found, beside = [] }: Search, scope: Scope, limit: SQL): SQL {
  const names = listNames(resource, scope);
  const { isEqual, begins } = compareNames(typed);
  const named = (isMet: (name: SQL) => SQL) =>
    names.map((name) => {
      const where = isMet(sql`t.${name}`);
      return buildSelection(resource, beside, { ...scope, where: scope.where ? sql`${where} AND ${scope.where}` : where }).rows;
    });
  const { hits, rows: all } = buildSelection(resource, [...found, ...beside], scope);
  const ranked = [named(isEqual), named(begins), [hits ? sql`FROM (${hits}) t` : all]];
  // The + keeps the planner from walking the table in the order of its ids in place of the index of the names.
  const parts = ranked.flatMap((selections, rank) =>
    selections.map((rows) => sql`SELECT id, ${rank} AS rank FROM (SELECT t.id ${rows} ORDER BY +t.id DESC LIMIT ${limit})`),
  );
  return sql`SELECT id, MIN(rank) AS rank FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY id ORDER BY rank, id DESC LIMIT ${limit}`;
}

/** The same order of rows that are at hand, on alias t. */
export function orderByMatch(resource: Resource, typed: string, scope: Scope): SQL {
  const names = listNames(resource, scope).map((name) => sql`t.${name}`);
  const { isEqual, begins } = compareNames(typed);
  const any = (isMet: (name: SQL) => SQL) =>
    sql`(${sql.join(
      names.map((name) => sql`ifnull(${isMet(name)}, 0)`),
      sql` OR `,
    )}) DESC`;
  return sql`ORDER BY ${names.length > 0 ? sql`${any(isEqual)}, ${any(begins)}, ` : sql``}t.id DESC`;
}

function compareNames(typed: string) {
  const folded = fold(typed);
  return {
    isEqual: (name: SQL) => sql`${name} = ${folded}`,
    begins: (name: SQL) => sql`${name} >= ${folded} AND ${name} < ${`${folded}\u{10ffff}`}`,
  };
}

/** The codes and names of a record's own, folded; of a long table its title and hint alone, which are served by an index. */
function listNames({ contract: { title, filters }, searchTable }: Resource, scope: Scope): SQL[] {
  const find = filters[FIND];
  const own = find ? targetsOf(find, scope).flatMap(({ field, via }) => (via ? [] : field)) : [];
  const served = searchTable === undefined ? own : own.filter((field) => field === title?.field || field === title?.hint);
  return served.map((field) => sql`${sql.identifier(formColumn(field, 'fold'))}`);
}
