import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_LOG_BYTES = 5_000_000;

/** Appends lines with their time to a file; the one before is kept as `.1` when it has grown large. */
export function createFileLog(file: string): (text: string) => void {
  mkdirSync(dirname(file), { recursive: true });
  let size = sizeOf(file);
  return (text) => {
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => `${new Date().toISOString()} ${line}\n`)
      .join('');
    if (size > MAX_LOG_BYTES) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    appendFileSync(file, lines);
    size += lines.length;
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
