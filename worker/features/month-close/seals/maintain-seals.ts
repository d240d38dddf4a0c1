import { sql } from 'drizzle-orm';
import { SCRIPT_AUTHOR } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { monthSeals } from '../../../platform/db/schema/month-seals.ts';
import { asText, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';

/** Seals without a copy among the files. */
const { id, month, version, sha256 } = monthSeals;
const UNCOPIED = query(
  sql`SELECT s.id, s.month, s.version, s.sha256 FROM month_seals s
    WHERE NOT EXISTS (SELECT 1 FROM month_seal_copies c WHERE c.seal_id = s.id) ORDER BY s.id LIMIT 100`,
  readRows({ id, month, version, sha256 }),
);

/** Puts the message that copies seals on the queue where one has no copy. */
export async function requestSealMaintenance({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const uncopied = await db.read(UNCOPIED);
  if (uncopied.length > 0) await jobs.send({ type: 'maintain_seals' });
}

/** The key of a seal's copy: it names its content, so no copy is ever written over another. */
export function sealFileKey({ month, version, sha256 }: { month: string; version: number; sha256: string }): string {
  return `seals/${month}/v${version}-${sha256}.json`;
}

/** The message `{type: 'maintain_seals'}`: copies every seal to the files. */
export async function maintainSeals({ db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> {
  for (const seal of await db.read(UNCOPIED)) {
    const file = sealFileKey(seal);
    const document = await db.read(query(sql`SELECT document FROM month_seals WHERE id = ${seal.id}`, readValue(asText)));
    // Only where there is none: two that copy at once leave the first one's.
    const onlyIf = new Headers({ 'If-None-Match': '*' });
    await files.put(file, document, { onlyIf, httpMetadata: { contentType: 'application/json' } });
    const copied = sql`INSERT INTO month_seal_copies (seal_id, file, copied_at) VALUES (${seal.id}, ${file}, ${clock.time()}) ON CONFLICT DO NOTHING`;
    await db.write(copied, SCRIPT_AUTHOR);
  }
}
