import { sql } from 'drizzle-orm';
import { query } from '../../../platform/db/query.ts';
import { asNumber, hasRows, readColumn } from '../../../platform/db/typed-rows.ts';
import { readRulesFile } from '../../calculation/rules-file.ts';
import { hashRecords, SEALED_TABLES } from './record-hashes.ts';
import type { ReplaySources } from './replay-sources.ts';
import { findSealProblems, selectStoredSeal } from './seal-problems.ts';
import { findCopiesWithoutSeal, findLockProblems } from './verify-locks.ts';

export interface Verified {
  checked: string;
  /** What differs from what was sealed, as sentences. */
  differences: string[];
  /** Whether a copy of a seal, or the rules of a calculation, are not among the files. */
  isFileMissing: boolean;
}

/**
 * Checks every seal in the order of sealing: its text and hash, the hash of the one before, its rows, its copy and its rules; for locked months
 * also the number and hash of the records. Then that locks, their events and the copies name the seals that are there, and no others.
 */
export async function verifyChain(sources: ReplaySources): Promise<Verified> {
  const { read, files } = sources;
  const differences: string[] = [];
  let isFileMissing = false;
  const ids = await read(query(sql`SELECT id FROM month_seals ORDER BY id`, readColumn(asNumber)));
  let previous: string | null = null;
  for (const id of ids) {
    const { stored, isLocked } = await read({
      stored: selectStoredSeal(id),
      isLocked: query(sql`SELECT 1 FROM month_locks WHERE seal_id = ${id} AND status = 1`, hasRows),
    });
    const { seal, document } = stored;
    const name = `seal ${seal.month} version ${seal.version}`;
    for (const { kind, name: what, problem } of await findSealProblems(sources, stored)) {
      const isRows = kind === 'rows';
      differences.push(`${name}: ${isRows ? `its stored rows of ${what} are not those of its document` : `${kind} ${what} ${problem}`}`);
      isFileMissing ||= problem === 'missing';
    }
    if (!document) continue;
    if (document.previous_sha256 !== previous) differences.push(`${name}: the chain is broken, the seal before it is another one`);
    if (files) {
      for (const hash of new Set(document.runs.map(({ rules }) => rules))) {
        const rules = await readRulesFile(files, hash);
        if (typeof rules === 'string') differences.push(`${name}: rules ${hash} ${rules}`);
        isFileMissing ||= rules === 'missing';
      }
    }
    if (isLocked) {
      for (const table of SEALED_TABLES) {
        const { columns, count, sha256 } = document.records[table];
        const now = await hashRecords(read, table, document.month, { columns });
        if (now.sha256 !== sha256) differences.push(`${name}: the records of ${table} differ (${count} sealed, ${now.count} now)`);
      }
    }
    previous = seal.sha256;
  }
  differences.push(...(await findLockProblems(read)), ...(await findCopiesWithoutSeal(sources)));
  return { checked: `${ids.length} seals checked.`, differences, isFileMissing };
}
