import { IMPORT_MAX_ROWS, IMPORT_MODES, type ImportMode } from '../contracts/calls/imports.ts';
import type { Text } from '../contracts/text.ts';
import type { Deps } from '../deps.ts';
import { WorkbookError } from '../xlsx/workbook-error.ts';
import { ImportFailure, importMessage } from './importable.ts';
import { claimImport, deleteImportFile, deleteStagedRows, failImport, isClaimedBy, type Job, releaseImport } from './job.ts';
import { readImportFile } from './read/import-reader.ts';
import { writeStagedRows } from './write/import-writer.ts';

const BUSY_RETRY_SECONDS = 30;
/** After this long a message hands the rest of the writing to a further one, well before the 30 s that a Worker may take. */
const MESSAGE_BUDGET_MS = 12_000;

/**
 * The message `{type: 'import', import_id}`: reads the file and stages its rows, then writes them. A message that comes twice does nothing
 * more; one that comes after a crash begins the file anew, or goes on with the writing.
 */
export async function handleImport(deps: Deps, message: { import_id: number }): Promise<void> {
  const deadline = deps.clock.now() + MESSAGE_BUDGET_MS;
  const again = { type: 'import' as const, import_id: message.import_id };
  const job = await claimImport(deps, message.import_id);
  if (!job) return;
  if (job === 'busy') return deps.jobs.send(again, { delaySeconds: BUSY_RETRY_SECONDS });
  try {
    if ((await work(deps, job, deadline)) === 'ended') await deleteStagedRows(deps, job.id);
    else if (await releaseImport(deps, job)) await deps.jobs.send(again);
  } catch (error) {
    const text = fileFault(error, job.mode);
    if (text) await failImport(deps, job.id, text, isClaimedBy(job));
    else if (await releaseImport(deps, job)) throw error;
    else await deleteStagedRows(deps, job.id);
  }
}

async function work(deps: Deps, job: Job, deadline: number): Promise<'ended' | 'unfinished'> {
  const ready = job.plan === null ? await readImportFile(deps, job) : job;
  if (!ready) return 'ended';
  await deleteImportFile(deps, job.id);
  return (await writeStagedRows(deps, ready, deadline)) ?? 'ended';
}

/** What is wrong with the file, for the person; undefined for what is not the file's fault. */
function fileFault(error: unknown, mode: ImportMode): Text | undefined {
  if (error instanceof ImportFailure) return error.text;
  if (!(error instanceof WorkbookError)) return undefined;
  return error.code === 'too_many_rows' ? tooManyRows(mode) : error.text;
}

function tooManyRows(mode: ImportMode): Text {
  const limit = IMPORT_MAX_ROWS[mode];
  if (mode === 'valid_rows') return importMessage('too_many_rows', { limit });
  const sentence = (lang: 'vi' | 'en') =>
    importMessage('too_many_at_once', { limit, mode: IMPORT_MODES.valid_rows[lang], most: IMPORT_MAX_ROWS.valid_rows })[lang];
  return { vi: sentence('vi'), en: sentence('en') };
}
