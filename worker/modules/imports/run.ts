import { IMPORT_MAX_ROWS, IMPORT_MODES, type ImportMode } from '../../contracts/calls/imports.ts';
import type { Text } from '../../contracts/text.ts';
import type { Deps } from '../../deps.ts';
import { WorkbookError } from '../../xlsx/workbook-error.ts';
import { ImportFailure, said } from './importable.ts';
import { claimed, claimImport, clearStaged, dropFile, failImport, type Job, releaseImport } from './job.ts';
import { readFile } from './reading.ts';
import { writeStaged } from './writing.ts';

const LATER_SECONDS = 30;
/** After this long a message hands the rest of the writing to a further one, well before the 30 s that a Worker may take. */
const BUDGET_MS = 12_000;

/**
 * The message `{type: 'import', import_id}`: reads the file and stages its rows, then writes them. A message that comes twice does nothing
 * more; one that comes after a crash begins the file anew, or goes on with the writing.
 */
export async function handleImport(deps: Deps, message: { import_id: number }): Promise<void> {
  const deadline = deps.clock.now() + BUDGET_MS;
  const again = { type: 'import' as const, import_id: message.import_id };
  const job = await claimImport(deps, message.import_id);
  if (!job) return;
  if (job === 'busy') return deps.jobs.send(again, { delaySeconds: LATER_SECONDS });
  try {
    if ((await work(deps, job, deadline)) === 'ended') await clearStaged(deps, job.id);
    else if (await releaseImport(deps, job)) await deps.jobs.send(again);
  } catch (error) {
    const text = reasonOf(error, job.mode);
    if (text) await failImport(deps, job.id, text, claimed(job));
    else if (await releaseImport(deps, job)) throw error;
    else await clearStaged(deps, job.id);
  }
}

async function work(deps: Deps, job: Job, deadline: number): Promise<'ended' | 'unfinished'> {
  const ready = job.plan === null ? await readFile(deps, job) : job;
  if (!ready) return 'ended';
  await dropFile(deps, job.id);
  return (await writeStaged(deps, ready, deadline)) ?? 'ended';
}

/** What is wrong with the file, for the person; undefined for what is not the file's fault. */
function reasonOf(error: unknown, mode: ImportMode): Text | undefined {
  if (error instanceof ImportFailure) return error.text;
  if (!(error instanceof WorkbookError)) return undefined;
  return error.code === 'too_many_rows' ? tooMany(mode) : error.text;
}

function tooMany(mode: ImportMode): Text {
  const limit = IMPORT_MAX_ROWS[mode];
  if (mode === 'valid_rows') return said('too_many_rows', { limit });
  const sentence = (lang: 'vi' | 'en') =>
    said('too_many_at_once', { limit, mode: IMPORT_MODES.valid_rows[lang], most: IMPORT_MAX_ROWS.valid_rows })[lang];
  return { vi: sentence('vi'), en: sentence('en') };
}
