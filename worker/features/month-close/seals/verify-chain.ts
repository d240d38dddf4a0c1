import { sql } from 'drizzle-orm';
import type { SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import { SEAL_ROW_KINDS } from '../../../contracts/calls/month-seals.ts';
import { query } from '../../../platform/db/query.ts';
import { monthSeals } from '../../../platform/db/schema/month-seals.ts';
import { asJson, asNumber, asText, hasRows, readColumn, readOne, readRows } from '../../../platform/db/typed-rows.ts';
import { readRulesFile } from '../../calculation/rules-file.ts';
import { canonicalJson } from './canonical.ts';
import { hashRecords, SEALED_TABLES } from './record-hashes.ts';
import { findSealProblems } from './replay-month.ts';
import type { ReplaySources } from './replay-sources.ts';
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
    const { seal, rows, isLocked } = await read({
      seal: query(sql`SELECT * FROM month_seals WHERE id = ${id}`, readOne(monthSeals)),
      rows: query(
        sql`SELECT kind, json_group_array(row) AS packed FROM (SELECT kind, row FROM month_seal_rows WHERE seal_id = ${id} ORDER BY id) GROUP BY kind`,
        readRows({ kind: asText, packed: asJson<string[]>() }),
      ),
      isLocked: query(sql`SELECT 1 FROM month_locks WHERE seal_id = ${id} AND status = 1`, hasRows),
    });
    const name = `seal ${seal.month} version ${seal.version}`;
    const document = parse(seal.document);
    if (!document) {
      differences.push(`${name}: its document cannot be read`);
      continue;
    }
    for (const { kind, name: what, problem } of await findSealProblems(sources, seal.document, document)) {
      differences.push(`${name}: ${kind} ${what} ${problem}`);
      isFileMissing ||= problem === 'missing';
    }
    if (document.sha256 !== seal.sha256) differences.push(`${name}: its document has another hash than its row`);
    if (document.previous_sha256 !== previous) differences.push(`${name}: the chain is broken, the seal before it is another one`);
    const packed = new Map(rows.map((row) => [row.kind, row.packed]));
    for (const kind of SEAL_ROW_KINDS) {
      const expected = document[kind].map((row) => canonicalJson(row));
      if (JSON.stringify(packed.get(kind) ?? []) !== JSON.stringify(expected))
        differences.push(`${name}: its stored rows of ${kind} are not those of its document`);
    }
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

function parse(text: string): SealDocument | undefined {
  try {
    return JSON.parse(text) as SealDocument;
  } catch {
    return undefined;
  }
}
