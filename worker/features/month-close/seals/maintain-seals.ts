import { sql } from 'drizzle-orm';
import { LONG_WRITE_MS, SCRIPT_AUTHOR } from '../../../platform/db/client.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import { query } from '../../../platform/db/query.ts';
import { monthSeals } from '../../../platform/db/schema/month-seals.ts';
import { asText, readColumn, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type SealStore, sealMonth } from './seal-month.ts';

/** Locked months that have no seal, then seals without a copy among the files. */
const UNSEALED = query(sql`SELECT month FROM ${LOCKED_MONTHS} WHERE seal_id IS NULL ORDER BY month`, readColumn(asText));
const { id, month, version, sha256 } = monthSeals;
const UNCOPIED = query(
  sql`SELECT s.id, s.month, s.version, s.sha256 FROM month_seals s
    WHERE NOT EXISTS (SELECT 1 FROM month_seal_copies c WHERE c.seal_id = s.id) ORDER BY s.id LIMIT 100`,
  readRows({ id, month, version, sha256 }),
);

/** The message `{type: 'maintain_seals'}`: seals months that were locked without one, and copies every seal to the files. */
export async function maintainSeals(deps: Deps): Promise<void> {
  await sealLateMonths(deps);
  await copySeals(deps);
}

/** Puts that message on the queue where there is something to do. */
export async function requestSealMaintenance({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const { unsealed, uncopied } = await db.read({ unsealed: UNSEALED, uncopied: UNCOPIED });
  if (unsealed.length > 0 || uncopied.length > 0) await jobs.send({ type: 'maintain_seals' });
}

/** Seals, marked `late`, the months that were locked before there were seals; answers how many. */
export async function sealLateMonths({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const unsealed = await db.read(UNSEALED);
  const store: SealStore = { read: db.read, write: (plan) => db.write(plan, SCRIPT_AUTHOR, LONG_WRITE_MS), clock };
  for (const month of unsealed) await sealMonth(store, { month, by: null, reason: null, late: true });
  return unsealed.length;
}

/** The key of a seal's copy: it names its content, so no copy is ever written over another. */
export function sealFileKey({ month, version, sha256 }: { month: string; version: number; sha256: string }): string {
  return `seals/${month}/v${version}-${sha256}.json`;
}

async function copySeals({ db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> {
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
