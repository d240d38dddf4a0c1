import { type SQL, sql } from 'drizzle-orm';
import type { Contract } from '../../../contracts/contract.ts';
import type { Values } from '../../../contracts/fields.ts';
import { type Database, NOW } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { hasRows } from '../../../platform/db/typed-rows.ts';
import { versionOf } from '../../../platform/text/rule-identity.ts';
import { importableOf } from '../importable.ts';
import type { Problem } from '../read/draft.ts';
import { type NotedKey, type ReadingState, saveReading } from '../read/reading-state.ts';
import type { ReadyRow } from '../read/row-mapper.ts';
import { holdsImport, type ImportRow, importAuthor } from '../work.ts';

/** More is more than anybody reads: from here on only the first error of each row is listed, so that no wrong row is without a reason. */
export const MAX_ERRORS = 50_000;

/** Those of a chunk's problems, in the order of their rows, that are listed after `found` earlier ones. */
export function selectListed(problems: readonly Problem[], found: number): Problem[] {
  return problems.filter(({ row }, index) => found + index < MAX_ERRORS || row !== problems[index - 1]?.row);
}

/** Keeps a chunk until the file is read, with its new keys and where the reading stands; false when the import is no longer this delivery's. */
export async function stageChunk(
  db: Database,
  job: ImportRow,
  { rows, problems }: { rows: readonly ReadyRow[]; problems: readonly Problem[] },
  { keys, state }: { keys: readonly NotedKey[]; state: ReadingState },
): Promise<boolean> {
  const progress = sql`UPDATE imports SET done = ${state.done}, failed = ${state.failed}, progress_at = ${NOW}
    WHERE id = ${job.id} AND ${holdsImport(job)} RETURNING id`;
  const { isStaged } = await db.write(
    {
      rows: stagedRowsStatements(job, rows, state.inserted),
      problems: problemStatements(job, problems),
      reading: saveReading(job, state, keys),
      isStaged: query(progress, hasRows),
    },
    importAuthor(job),
  );
  return isStaged;
}

/** Letters that one statement takes, of up to three bytes each: the database takes 10 MB. */
const MAX_LETTERS = 2_500_000;

/** New rows, which set nearly all columns, leave out their names: half of the bytes of a file. */
function stagedRowsStatements(job: ImportRow, rows: readonly ReadyRow[], inserted: readonly string[]): SQL[] {
  const { contract } = importableOf(job.entity).resource;
  const lists: string[] = [];
  for (const { row, target, columns } of rows) {
    const values = target ? columns : inserted.map((name) => columns[name] ?? null);
    const cells = JSON.stringify([row, target?.id ?? null, target?.version ?? null, values, placeOf(contract, columns, target?.before)]);
    const last = lists.at(-1);
    if (last === undefined || last.length + cells.length > MAX_LETTERS) lists.push(cells);
    else lists[lists.length - 1] = `${last},${cells}`;
  }
  return lists.map(
    (list) => sql`INSERT INTO import_rows (import_id, "row", target_id, target_version, "values", dated)
    SELECT ${job.id}, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value -> 3, j.value ->> 4 FROM json_each(${`[${list}]`}) j WHERE ${holdsImport(job)}`,
  );
}

/**
 * What rows are written in the order of: the day of their record; in tables of rules month and code, so that the rows of a table, which an undo
 * takes back in one transaction, follow each other however the file mixes them.
 */
function placeOf({ dated, versions }: Contract, columns: Values, before: Values | undefined): unknown {
  if (dated) return (dated in columns ? columns[dated] : before?.[dated]) ?? '';
  return versions?.whole ? JSON.stringify(versionOf(versions, { ...before, ...columns })) : '';
}

function problemStatements(job: ImportRow, problems: readonly Problem[]): SQL[] {
  const statements: SQL[] = [];
  for (let start = 0; start < problems.length; start += 1000) {
    const list = JSON.stringify(
      problems.slice(start, start + 1000).map(({ row, column, message }) => [row, column, JSON.stringify(message)]),
    );
    statements.push(sql`INSERT INTO import_errors (import_id, "row", "column", message)
      SELECT ${job.id}, j.value ->> 0, j.value ->> 1, j.value ->> 2 FROM json_each(${list}) j WHERE ${holdsImport(job)} ORDER BY j."key"`);
  }
  return statements;
}
