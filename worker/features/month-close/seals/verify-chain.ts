import { sql } from 'drizzle-orm';
import { query } from '../../../platform/db/query.ts';
import { asNumber, readColumn } from '../../../platform/db/typed-rows.ts';
import type { ReplaySources } from './replay-sources.ts';
import { describeLost, findLockProblems, findLostFiles } from './verify-locks.ts';
import { verifySeal } from './verify-seal.ts';

export interface Verified {
  checked: string;
  /** What differs from what was sealed, as sentences. */
  differences: string[];
  /** Whether a copy of a seal, or the rules of a calculation, are not among the files. */
  isFileMissing: boolean;
}

/** Checks every seal in the order of sealing, then that locks, their events and the copies name the seals that are there, and no others. */
export async function verifyChain(sources: ReplaySources): Promise<Verified> {
  const { read } = sources;
  const differences: string[] = [];
  let isFileMissing = false;
  const ids = await read(query(sql`SELECT id FROM month_seals ORDER BY id`, readColumn(asNumber)));
  for (const id of ids) {
    const verified = await verifySeal(sources, id);
    differences.push(...verified.differences);
    isFileMissing ||= verified.isFileMissing;
  }
  const { lost, accepted } = await findLostFiles(sources);
  differences.push(...(await findLockProblems(read)), ...lost.map(describeLost));
  const losses = accepted.length > 0 ? ` ${accepted.length} files that a restore lost are accepted.` : '';
  return { checked: `${ids.length} seals checked.${losses}`, differences, isFileMissing };
}
