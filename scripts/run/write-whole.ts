import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner reads, whole or not at all: a disk that fills up meanwhile leaves no half of it. */
export function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The text of such a file. Node names no path where a folder lies in its place. */
export function readWhole(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}
