import { sql } from 'drizzle-orm';
import { importFields } from '../../contracts/calls/imports.ts';
import { callValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import type { Deps } from '../../deps.ts';
import { type Importable, importMessage } from '../../imports/importable.ts';
import { failImport, fileKey, NOW } from '../../imports/job.ts';
import { readWorkbookForm } from './workbook-file.ts';

/** `POST {entity}/import`: keeps the file and puts its import on the queue. */
export async function startImport(deps: Deps, caller: Caller, { resource }: Importable, request: Request) {
  const { contract } = resource;
  const grant = contract.access.import;
  const { file, mode } = await authorizeThenValidate(caller, grant, async () => {
    const { file, values } = await readWorkbookForm(request, caller.lang);
    return { file, mode: callValues(importFields, values, caller.lang).mode ?? 'all_or_nothing' };
  });
  const actor = await caller.require(grant);
  const [made] = await caller.write(
    [
      sql`INSERT INTO imports (entity, mode, status, file_name, requested_by, created_at, progress_at)
        VALUES (${contract.name}, ${mode}, 'queued', ${nameOf(file)}, ${actor.id}, ${NOW}, ${NOW}) RETURNING id`,
    ],
    'import',
  );
  const id = Number(made!.rows[0]!.id);
  try {
    await deps.files.put(fileKey(id), file as never);
    await deps.jobs.send({ type: 'import', import_id: id });
  } catch (error) {
    await failImport(deps, id, importMessage('broken'));
    throw error;
  }
  return { id, status: 'queued' as const };
}

function nameOf({ name }: File): string {
  return name.toWellFormed().replaceAll('\u0000', '').slice(0, 200);
}
