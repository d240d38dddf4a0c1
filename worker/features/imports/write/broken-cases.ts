import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { asBoolean, readValue } from '../../../platform/db/typed-rows.ts';
import { HAS_CASES } from '../../rules/cases/guard-cases.ts';
import type { KeptBrokenCase } from '../../rules/cases/judge-cases.ts';
import type { Importable } from '../importable.ts';
import { holdsImport, type ImportRow } from '../work.ts';

/** Whether the rows are rules, and there are worked examples that they may break. */
export async function isGuarded(db: Database, { resource }: Importable): Promise<boolean> {
  return resource.contract.versions !== undefined && db.read(query(sql`SELECT ${HAS_CASES}`, readValue(asBoolean)));
}

/** Keeps the examples that the file breaks, for who looks at the import. */
export function keepBroken(job: ImportRow, broken: readonly KeptBrokenCase[]): SQL {
  const cases = broken.length > 0 ? JSON.stringify(broken) : null;
  return sql`UPDATE imports SET broken_cases = ifnull(${cases}, broken_cases) WHERE id = ${job.id} AND ${holdsImport(job)}`;
}
