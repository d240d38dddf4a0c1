import { sql } from 'drizzle-orm';
import type { SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import { query } from '../../../platform/db/query.ts';
import { asText, hasRows, readColumn } from '../../../platform/db/typed-rows.ts';
import { readRulesFile } from '../../calculation/rules-file.ts';
import { hashRecords, SEALED_TABLES } from './record-hashes.ts';
import type { ReplaySources } from './replay-sources.ts';
import { findSealProblems, selectStoredSeal } from './seal-problems.ts';

interface VerifiedSeal {
  /** What differs from what was sealed, as sentences. */
  differences: string[];
  /** Whether its copy, or the rules of a calculation, are not among the files. */
  isFileMissing: boolean;
  /** Whether its month was locked by it, so that its records were compared. */
  isLocked: boolean;
  /** Records that were read for it. */
  records: number;
}

/** Checks one seal: its text and hash, the hash of the one before, its rows, its copy and its rules; of a locked month also the number and hash of the records. */
export async function verifySeal(sources: ReplaySources, id: number): Promise<VerifiedSeal> {
  const { read } = sources;
  const { stored, isLocked, before } = await read({
    stored: selectStoredSeal(id),
    isLocked: query(sql`SELECT 1 FROM month_locks WHERE seal_id = ${id} AND status = 1`, hasRows),
    before: query(sql`SELECT sha256 FROM month_seals WHERE id < ${id} ORDER BY id DESC LIMIT 1`, readColumn(asText)),
  });
  const { seal, document } = stored;
  const name = `seal ${seal.month} version ${seal.version}`;
  const verified: VerifiedSeal = { differences: [], isFileMissing: false, isLocked, records: 0 };
  const differ = (what: string) => verified.differences.push(`${name}: ${what}`);
  for (const { kind, name: what, problem } of await findSealProblems(sources, stored)) {
    differ(kind === 'rows' ? `its stored rows of ${what} are not those of its document` : `${kind} ${what} ${problem}`);
    verified.isFileMissing ||= problem === 'missing';
  }
  if (!document) return verified;
  if (document.previous_sha256 !== (before[0] ?? null)) differ('the chain is broken, the seal before it is another one');
  for (const [hash, problem] of await findRulesProblems(sources, document)) {
    differ(`rules ${hash} ${problem}`);
    verified.isFileMissing ||= problem === 'missing';
  }
  if (!isLocked) return verified;
  for (const table of SEALED_TABLES) {
    const { columns, count, sha256 } = document.records[table];
    const now = await hashRecords(read, table, document.month, { columns });
    verified.records += now.count;
    if (now.sha256 !== sha256) differ(`the records of ${table} differ (${count} sealed, ${now.count} now)`);
  }
  return verified;
}

async function findRulesProblems({ files }: ReplaySources, { runs }: SealDocument): Promise<[hash: string | null, problem: string][]> {
  const found: [string | null, string][] = [];
  if (!files) return found;
  for (const hash of new Set(runs.map(({ rules }) => rules))) {
    const rules = await readRulesFile(files, hash);
    if (typeof rules === 'string') found.push([hash, rules]);
  }
  return found;
}
