import type { ReplayedTotal, SealDocument } from '../../contracts/calls/month-seals.ts';
import { SUMMED } from '../../contracts/calls/totals.ts';
import { compileExpressions, pointsOf, readSums, sumStatements } from '../totals/live-totals.ts';
import type { Period } from '../totals/period.ts';
import type { Read } from './month-facts.ts';
import { NO_SEALS } from './seals-in-force.ts';

/**
 * The figures of a sealed month that its records do not give: direct points from `directSums`, mistakes and indirect work from their
 * records, the rating and the expressions from the seal.
 */
export async function compareTotals(
  read: Read,
  document: SealDocument,
  period: Period,
  directSums: ReadonlyMap<number, number>,
): Promise<ReplayedTotal[]> {
  const results = await read(sumStatements(period, NO_SEALS));
  const sums = readSums(results);
  const totals = compileExpressions(document.expressions);
  const different = document.totals.flatMap((row) => {
    const { user_id, name } = row;
    const own = { ...sums.get(`${user_id} ${document.month}`), direct_point: directSums.get(user_id) ?? 0 };
    const replayed = pointsOf(totals, own, row.rating?.point ?? 1);
    return [...SUMMED, 'pro_index' as const]
      .filter((field) => replayed[field] !== row[field])
      .map((field) => ({ user_id, name, field, sealed: row[field], replayed: replayed[field] }));
  });
  const sealed = new Set(document.totals.map(({ user_id }) => user_id));
  const unsealed = [...directSums].filter(([user_id, points]) => points !== 0 && !sealed.has(user_id));
  return [...different, ...unsealed.map(([user_id, replayed]) => ({ user_id, name: '', field: 'direct_point', sealed: null, replayed }))];
}
