import { type SQL, sql } from 'drizzle-orm';
import { importFields } from '../../contracts/calls/imports.ts';
import type { Caller } from '../../platform/caller.ts';
import { NOW } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { parseCallBody, parseParams } from '../../platform/parse-call.ts';
import { enqueueRun, releasedLease } from '../../platform/queue/run.ts';
import { requireRoomInQueue } from '../../platform/queue/waiting-work.ts';
import { withUploadRoom } from '../../platform/uploads/upload-room.ts';
import type { Importable } from './importable.ts';
import { checkHeadings, type GivenMapping } from './read/check-headings.ts';
import { fileKey, importWork } from './work.ts';
import { MAX_WORKBOOK_FORM_BYTES, readWorkbookForm } from './workbook-file.ts';

/** Until its file is stored nobody takes an import up. */
const UPLOAD_LEASE_MS = 60_000;

/** `POST {entity}/import`: keeps the file and puts its import on the queue. The fields beside the file may stand in the address too. */
export async function startImport(deps: Deps, caller: Caller, importable: Importable, request: Request) {
  const grant = importable.resource.contract.access.import;
  // Before the file is read: 20 MB cost more than a look at the rights.
  const actor = await requireRoomInQueue(deps, caller, grant);
  const id = await withUploadRoom(actor.id, request, MAX_WORKBOOK_FORM_BYTES, () =>
    keepWorkbook(deps, caller, { importable, personId: actor.id }, request),
  );
  // From here on it waits as any other run does, and is taken up soon where its message gets lost.
  await caller.write(sql`UPDATE imports SET ${releasedLease(deps.clock)} WHERE id = ${id} AND claim IS NULL`, 'import');
  await enqueueRun(deps, importWork, id);
  return { id, status: 'queued' as const };
}

/** Reads the workbook, makes its import and stores it. */
async function keepWorkbook(
  deps: Deps,
  caller: Caller,
  { importable, personId }: { importable: Importable; personId: number },
  request: Request,
): Promise<number> {
  const params = parseParams(importFields, new URL(request.url).searchParams, caller.lang);
  const { file, values } = await readWorkbookForm(request, caller.lang);
  const fields = parseCallBody(importFields, { ...params, ...values }, caller.lang);
  const { mode, sheet, dry_run, accept_broken, create_missing } = fields;
  const given = await checkHeadings(caller, importable, file, fields);
  const entity = importable.resource.contract.name;
  const { id } = await caller.write(
    {
      id: query(
        sql`INSERT INTO imports (entity, mode, status, file_name, sheet, dry_run, accept_broken, create_missing, mapping, requested_by, created_at, progress_at, lease_until)
          VALUES (${entity}, ${mode ?? 'all_or_nothing'}, 'queued', ${nameOf(file)}, ${sheet ?? null}, ${dry_run ?? 0}, ${accept_broken ?? 0}, ${create_missing ?? 0},
            ${given ? JSON.stringify(given.mapping) : null}, ${personId}, ${NOW}, ${NOW}, ${deps.clock.now() + UPLOAD_LEASE_MS}) RETURNING id`,
        readValue(asNumber),
      ),
      kept: given && keepMapping(entity, given),
    },
    'import',
  );
  try {
    await deps.files.put(fileKey(id), file);
  } catch (error) {
    await importWork.fail(deps, id, 'broken');
    throw error;
  }
  return id;
}

/** Keeps a mapping for the next file with these headings. */
function keepMapping(entity: string, { headings, mapping }: GivenMapping): SQL {
  return sql`INSERT INTO import_mappings (entity, headings, mapping, used_at) VALUES (${entity}, ${headings}, ${JSON.stringify(mapping)}, ${NOW})
      ON CONFLICT (entity, headings) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at`;
}

function nameOf({ name }: File): string {
  return name.toWellFormed().replaceAll('\u0000', '').slice(0, 200);
}
