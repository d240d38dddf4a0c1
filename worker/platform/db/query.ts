import type { ResultSet } from '@libsql/client';
import { SQL } from 'drizzle-orm';

/**
 * What one round trip asks: queries under names, groups of them, lists of them. A bare statement is run and answers `undefined`; a part left
 * `undefined` asks nothing.
 */
export type Plan = SQL | Query<unknown> | undefined | readonly Plan[] | { readonly [name: string]: Plan };

/** What a plan answers: the same names, each with what its query reads. */
export type ResultsOf<P> =
  P extends Query<infer Result>
    ? Result
    : P extends SQL | undefined
      ? undefined
      : P extends readonly (infer Part)[]
        ? ResultsOf<Part>[]
        : { -readonly [Name in keyof P]: ResultsOf<P[Name]> };

/** A statement, or a group of queries, with the reader of its result. */
export class Query<Result> {
  readonly parts: Plan;
  // biome-ignore lint/suspicious/noExplicitAny: `query` checks that the reader takes what the parts answer.
  readonly read: (answer: any) => Result;

  constructor(parts: Plan, read: Query<Result>['read']) {
    this.parts = parts;
    this.read = read;
  }
}

/** `query(sql`SELECT id, name …`, readRows({ id: asNumber, name: asText }))`; of a group, the reader takes the results under their names. */
export function query<P extends Plan, Result>(parts: P, read: (answer: P extends SQL ? ResultSet : ResultsOf<P>) => Result): Query<Result> {
  return new Query(parts, read);
}

/** The statements of a plan, in the order of its names. */
export function flattenPlan(plan: Plan): SQL[] {
  if (plan === undefined) return [];
  if (plan instanceof SQL) return [plan];
  return plan instanceof Query ? flattenPlan(plan.parts) : Object.values(plan).flatMap(flattenPlan);
}

/** The same plan, whose results are read when its answer is called: once the rights that were asked for beside it are checked. */
export function readLater<P extends Plan>(plan: P): Query<() => ResultsOf<P>> {
  const statements = flattenPlan(plan).map((statement) => query(statement, (result) => result));
  return query(statements, (results) => () => readResults(plan, results));
}

/** Reads the results of a plan's statements, given in their order. */
export function readResults<P extends Plan>(plan: P, results: readonly ResultSet[]): ResultsOf<P> {
  let position = 0;
  const read = (part: Plan): unknown => {
    if (part === undefined) return undefined;
    if (part instanceof SQL) return void position++;
    if (part instanceof Query) return part.read(part.parts instanceof SQL ? results[position++] : read(part.parts));
    if (Array.isArray(part)) return part.map(read);
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, read(inner)]));
  };
  return read(plan) as ResultsOf<P>;
}
