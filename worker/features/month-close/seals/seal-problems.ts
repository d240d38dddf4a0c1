import { sql } from 'drizzle-orm';
import type { ReplayProblem, SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import { SEAL_ROW_KINDS } from '../../../contracts/calls/month-seals.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { monthSeals } from '../../../platform/db/schema/month-seals.ts';
import { asJson, asText, hasRows, type RowOf, readOne, readRows } from '../../../platform/db/typed-rows.ts';
import { canonicalJson, isIntact } from './canonical.ts';
import { sealFileKey } from './maintain-seals.ts';
import type { ReplaySources } from './replay-sources.ts';

export interface StoredSeal {
  seal: RowOf<typeof monthSeals>;
  /** Undefined where its text is no document any more. */
  document: SealDocument | undefined;
  /** The rows that screens and files read, by their kind, as they are stored. */
  rows: ReadonlyMap<string, readonly string[]>;
}

/** A seal with the rows that are stored beside its document. */
export function selectStoredSeal(id: number): Query<StoredSeal> {
  const rows = sql`SELECT kind, json_group_array(row) AS packed FROM (SELECT kind, row FROM month_seal_rows WHERE seal_id = ${id} ORDER BY id) GROUP BY kind`;
  return query(
    {
      seal: query(sql`SELECT * FROM month_seals WHERE id = ${id}`, readOne(monthSeals)),
      rows: query(rows, readRows({ kind: asText, packed: asJson<string[]>() })),
    },
    ({ seal, rows }) => ({ seal, document: parse(seal.document), rows: new Map(rows.map(({ kind, packed }) => [kind, packed])) }),
  );
}

/** Checks a seal by itself: its document, the rows stored beside it, which are what people are shown, and its copy among the files. */
export async function findSealProblems({ read, files }: ReplaySources, { seal, document, rows }: StoredSeal): Promise<ReplayProblem[]> {
  const isWhole = document !== undefined && document.sha256 === seal.sha256 && (await isIntact(seal.document));
  const problems: ReplayProblem[] = isWhole ? [] : [{ kind: 'seal', name: seal.sha256, problem: 'changed' }];
  if (!document) return problems;
  for (const kind of SEAL_ROW_KINDS) {
    const expected = document[kind].map((row) => canonicalJson(row));
    if (JSON.stringify(rows.get(kind) ?? []) !== JSON.stringify(expected)) problems.push({ kind: 'rows', name: kind, problem: 'changed' });
  }
  if (!files) return problems;
  const file = sealFileKey(document);
  const isCopied = await read(query(sql`SELECT 1 FROM month_seal_copies WHERE file = ${file}`, hasRows));
  const copy = await (await files.get(file))?.text();
  if (copy !== undefined && copy !== seal.document) problems.push({ kind: 'copy', name: file, problem: 'changed' });
  if (copy === undefined && isCopied) problems.push({ kind: 'copy', name: file, problem: 'missing' });
  return problems;
}

function parse(text: string): SealDocument | undefined {
  try {
    return JSON.parse(text) as SealDocument;
  } catch {
    return undefined;
  }
}
