import type { ReplayedTotal, ReplayResult, SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import { SUMMED } from '../../../contracts/calls/totals.ts';
import { compileTotals } from '../../calculation/engine/totals.ts';
import { computeMonthPoints, selectSums } from '../../totals/live-totals.ts';
import { type Period, toMonthPeriod } from '../../totals/period.ts';
import { NO_SEALS } from '../../totals/seals-in-force.ts';
import type { Read } from './month-facts.ts';
import { hashRecords, SEALED_TABLES } from './record-hashes.ts';
import { replayPoints } from './replay-points.ts';
import type { ReplaySources } from './replay-sources.ts';
import { findSealProblems, selectStoredSeal } from './seal-problems.ts';

export const NOTHING_REPLAYED: ReplayResult = {
  ...{ checked: 0, different: [], differences: 0, kept_points: 0, edited_points: 0, kept: [] },
  ...{ totals_different: [], problems: [] },
};

/** Computes a sealed month again from its own rules, records and expressions, and compares every point, every total and every hash. */
export async function replayMonth(sources: ReplaySources, sealId: number): Promise<ReplayResult & { month: string }> {
  const stored = await sources.read(selectStoredSeal(sealId));
  const { seal, document } = stored;
  const problems = await findSealProblems(sources, stored);
  if (!document) return { ...NOTHING_REPLAYED, month: seal.month, problems };
  const points = await replayPoints(sources, document);
  const totals_different = await compareTotals(sources.read, document, toMonthPeriod(document.month), points.sums);
  for (const table of SEALED_TABLES) {
    const sealed = document.records[table];
    const now = await hashRecords(sources.read, table, document.month, sealed);
    if (now.sha256 !== sealed.sha256) problems.push({ kind: 'records', name: table, problem: 'changed' });
  }
  const { sums: _, ...replayed } = points;
  return { ...replayed, month: document.month, totals_different, problems: [...problems, ...points.problems] };
}

/**
 * The figures of a sealed month that its records do not give: direct points from `directSums`, mistakes and indirect work from their
 * records, the rating and the expressions from the seal.
 */
async function compareTotals(
  read: Read,
  document: SealDocument,
  period: Period,
  directSums: ReadonlyMap<number, number>,
): Promise<ReplayedTotal[]> {
  const sums = await read(selectSums(period, NO_SEALS));
  const totals = compileTotals(document.expressions);
  const different = document.totals.flatMap((row) => {
    const { user_id, name } = row;
    const own = { ...sums.get(`${user_id} ${document.month}`), direct_point: directSums.get(user_id) ?? 0 };
    const replayed = computeMonthPoints(totals, own, row.rating?.point ?? 1);
    return [...SUMMED, 'pro_index' as const]
      .filter((field) => replayed[field] !== row[field])
      .map((field) => ({ user_id, name, field, sealed: row[field], replayed: replayed[field] }));
  });
  const sealed = new Set(document.totals.map(({ user_id }) => user_id));
  const unsealed = [...directSums].filter(([user_id, points]) => points !== 0 && !sealed.has(user_id));
  return [...different, ...unsealed.map(([user_id, replayed]) => ({ user_id, name: '', field: 'direct_point', sealed: null, replayed }))];
}
