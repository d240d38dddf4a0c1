import { sql } from 'drizzle-orm';
import type { TotalsExpressions } from '../../contracts/calls/answers/totals-expressions.ts';
import { DEFAULT_TOTALS } from '../../contracts/calls/formula-language.ts';
import { monthBefore } from '../../contracts/months.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { totalsExpressions } from '../../platform/db/schema/rules.ts';
import { readRows } from '../../platform/db/typed-rows.ts';
import { type CompiledTotals, compileTotals, type TotalsSource } from '../calculation/engine/totals.ts';

/** The rows of the expressions, the earliest month first. */
export const EXPRESSION_ROWS = query(sql`SELECT * FROM totals_expressions ORDER BY valid_from`, readRows(totalsExpressions));

/** All versions of the two expressions, the earliest first; one that has only one of them has the other of the version before. */
export const TOTALS_VERSIONS: Query<TotalsExpressions[]> = query(EXPRESSION_ROWS, (rows) => {
  const months = [...new Set(['', ...rows.map(({ valid_from }) => valid_from)])];
  return months.map((month, index): TotalsExpressions => {
    const found = new Map(rows.filter(({ valid_from }) => valid_from <= month).map(({ key, expression }) => [key, expression]));
    const own = rows.filter(({ valid_from }) => valid_from === month);
    const next = months[index + 1];
    return {
      total_point_1: found.get('total_point_1') ?? DEFAULT_TOTALS.total_point_1,
      total_point_2: found.get('total_point_2') ?? DEFAULT_TOTALS.total_point_2,
      version: Math.max(1, ...own.map(({ version }) => version)),
      updated_at:
        own
          .map(({ updated_at }) => updated_at)
          .sort()
          .at(-1) ?? null,
      valid_from: month || null,
      valid_to: next ? monthBefore(next, 1) : null,
    };
  });
});

/** The version that counts in a month; of no month the one that always counts. */
export function expressionsInForce(versions: readonly TotalsExpressions[], month: string): TotalsExpressions {
  return versions.findLast(({ valid_from }) => (valid_from ?? '') <= month)!;
}

/** The expressions that count in a month, without what else is kept of their version. */
export type ExpressionsOf = (month: string) => TotalsSource;

export const EXPRESSIONS: Query<ExpressionsOf> = query(TOTALS_VERSIONS, (versions) => (month) => {
  const { total_point_1, total_point_2 } = expressionsInForce(versions, month);
  return { total_point_1, total_point_2 };
});

export type TotalsByMonth = ReadonlyMap<string, CompiledTotals>;

export function compileByMonth(months: readonly string[], expressionsOf: ExpressionsOf): TotalsByMonth {
  return new Map(months.map((month) => [month, compileTotals(expressionsOf(month))]));
}
