import type { FileStore } from '../../../platform/list-files.ts';
import type { Read } from './month-facts.ts';

/** Files as verification reads them; a bucket is one. */
export interface FileReader extends FileStore<{ key: string }> {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
}

export interface ReplaySources {
  read: Read;
  /** Undefined where they are out of reach: then what they hold is not compared. */
  files: FileReader | undefined;
}
