import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_LOG_BYTES = 5_000_000;

/**
 * Appends lines with their time to a file; the one before is kept as `.1` when it has grown large. A log that can't be written, as on a full
 * disk, ends nothing: its lines are left out, and how many is the first thing it says when it can be written again.
 */
export function createFileLog(file: string): (text: string) => void {
  let missing = 0;
  const write = (text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    if (sizeOf(file) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
    appendFileSync(file, text);
  };
  return (text) => {
    const lines = text.trimEnd().split('\n');
    const time = new Date().toISOString();
    const said = missing > 0 ? [`${missing} lines before this one could not be written`, ...lines] : lines;
    try {
      write(said.map((line) => `${time} ${line}\n`).join(''));
      missing = 0;
    } catch {
      missing += lines.length;
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
