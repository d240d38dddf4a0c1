import type { Text } from '../../contracts/text.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Lease, type Outcome, workOnRun } from '../../platform/queue/run.ts';
import { WorkbookError } from '../../platform/xlsx/workbook-error.ts';
import { ImportFailure, type ImportModules, importableOf, importMessage, maxRowsOf } from './importable.ts';
import { readImportFile } from './read/import-reader.ts';
import { beginImport, deleteStagedRows, failImport, holdsImport, type ImportRow, importWork, releaseImportFile } from './work.ts';
import { writeStagedRows } from './write/import-writer.ts';

/** A message works this long, then hands the rest to a further one behind those of other people. */
const MESSAGE_BUDGET_MS = 12_000;

/**
 * The message `{type: 'import', import_id}`: reads the file and stages its rows, then writes them. One that comes twice does nothing more; one
 * after a crash goes on where the reading or the writing stands. An import waits for the earlier ones of the same person. `modules` say whose it is
 * and what updates bring with them.
 */
export function handleImport(deps: Deps, { import_id }: { import_id: number }, modules: ImportModules): Promise<void> {
  return workOnRun(deps, importWork, import_id, (_deps, _run, lease) => advanceImport(deps, lease, modules));
}

async function advanceImport(deps: Deps, lease: Lease, modules: ImportModules): Promise<Outcome> {
  const deadline = deps.clock.now() + MESSAGE_BUDGET_MS;
  const job = await beginImport(deps, lease);
  if (!job) return 'ended';
  try {
    const ready = job.plan === null ? await readImportFile(deps, job, deadline) : job;
    if (ready === 'unfinished') return ready;
    if (ready && (await writeStagedRows(deps, ready, deadline, modules))) return 'unfinished';
  } catch (error) {
    const text = fileFault(error, job);
    if (!text) throw error;
    await failImport(deps, job.id, text, holdsImport(job));
    return 'ended';
  }
  await deleteStagedRows(deps, job.id);
  await releaseImportFile(deps, job.id);
  return 'ended';
}

/** The message about a fault of the file; undefined for any other error. */
function fileFault(error: unknown, { entity, sheet }: ImportRow): Text | undefined {
  if (error instanceof ImportFailure) return error.text;
  if (!(error instanceof WorkbookError)) return undefined;
  if (error.code === 'empty_workbook' && sheet) return importMessage('no_sheet', { sheet });
  return error.code === 'too_many_rows' ? importMessage('too_many_rows', { limit: maxRowsOf(importableOf(entity)) }) : error.text;
}
