import { sql } from 'drizzle-orm';
import { importFields } from '../../contracts/calls/imports.ts';
import type { Caller } from '../../crud/caller.ts';
import { parseCallBody } from '../../crud/parse-call.ts';
import { NOW } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Importable } from '../../imports/importable.ts';
import { ACTIVE_STATUSES, fileKey, importWork } from '../../imports/work.ts';
import { enqueueRun, releasedLease } from '../../jobs/run.ts';
import { readWorkbookForm } from './workbook-file.ts';

/** Imports of one person that may wait for each other; each keeps its file. */
const MAX_WAITING_IMPORTS = 10;
/** Until its file is stored nobody takes an import up. */
const UPLOAD_LEASE_MS = 60_000;

/** `POST {entity}/import`: keeps the file and puts its import on the queue. */
export async function startImport(deps: Deps, caller: Caller, { resource }: Importable, request: Request) {
  const { contract } = resource;
  const grant = contract.access.import;
  // Before the file is read: 20 MB cost more than a look at the rights.
  const actor = await caller.require(grant);
  const { file, values } = await readWorkbookForm(request, caller.lang);
  const mode = parseCallBody(importFields, values, caller.lang).mode ?? 'all_or_nothing';
  const [made] = await caller.write(
    [
      sql`INSERT INTO imports (entity, mode, status, file_name, requested_by, created_at, progress_at, lease_until)
        SELECT ${contract.name}, ${mode}, 'queued', ${nameOf(file)}, ${actor.id}, ${NOW}, ${NOW}, ${deps.clock.now() + UPLOAD_LEASE_MS}
        WHERE (SELECT COUNT(*) FROM imports WHERE requested_by = ${actor.id} AND status IN ${ACTIVE_STATUSES}) < ${MAX_WAITING_IMPORTS}
        RETURNING id`,
    ],
    'import',
  );
  const row = made!.rows[0];
  if (!row) throw new AppError('imports_waiting', { count: MAX_WAITING_IMPORTS }, { retryAfter: 30 });
  const id = Number(row.id);
  try {
    await deps.files.put(fileKey(id), file);
  } catch (error) {
    await importWork.fail(deps, id, 'broken');
    throw error;
  }
  // From here on it waits as any other run does, and is taken up soon where its message gets lost.
  await caller.write([sql`UPDATE imports SET ${releasedLease(deps.clock)} WHERE id = ${id} AND claim IS NULL`], 'import');
  await enqueueRun(deps, importWork, id);
  return { id, status: 'queued' as const };
}

function nameOf({ name }: File): string {
  return name.toWellFormed().replaceAll('\u0000', '').slice(0, 200);
}
