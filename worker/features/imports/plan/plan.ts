import type { OtherSheet } from '../../../platform/xlsx/read/read.ts';
import type { ReadingState } from '../read/reading-state.ts';
import type { NewVersion } from './new-versions.ts';

/** Changed values that a preview lists. */
export const MAX_CHANGES = 100;

/** The results of reading that the writing needs; kept with the import, since another delivery may write. */
export interface ImportPlan extends Omit<ReadingState, 'done' | 'skip' | 'failed' | 'problems' | 'faulty' | 'form'> {
  /** The sheet that was read, and the others that have rows, to a thousand. */
  sheet: string;
  otherSheets: OtherSheet[];
  /** Of a preview: rows that would become new versions of rules that are rows of their own. */
  copies?: number;
  /** Versions of tables that the file makes, once it is written or previewed. */
  versions?: NewVersion[];
  /** Headers of columns that set nothing. */
  ignored: string[];
  /** Headers of columns that are hidden in the sheet and were read. */
  hiddenColumns: string[];
  /** Rows above the headings, which were passed over. */
  above: number;
  /** Header of the column of the record's date. */
  dated: string | null;
  /** The staged row up to which all were compared with the records, in the order of writing; 'all' when every one was. */
  compared: [dated: string, row: number] | 'all';
  /** Writes in a row that came to nothing. */
  attempts: number;
  /** One transaction for the whole file took longer than the server gives a writer: it is written in pieces. */
  isInPieces?: boolean;
  /** Rows of the last piece. */
  pieceRows?: number;
}
