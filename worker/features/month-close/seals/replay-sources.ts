import type { Read } from './month-facts.ts';

/** Files as verification reads them; a bucket is one. */
export interface FileReader {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
  list(options: { prefix: string; cursor?: string }): Promise<{ objects: { key: string }[]; truncated: boolean; cursor?: string }>;
}

export interface ReplaySources {
  read: Read;
  /** Undefined where they are out of reach: then what they hold is not compared. */
  files: FileReader | undefined;
}
