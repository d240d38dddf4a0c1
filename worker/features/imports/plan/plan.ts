import type { ImportChange, MissingName } from '../../../contracts/calls/answers/imports.ts';
import type { OtherSheet } from '../../../platform/xlsx/read/read.ts';
import type { PassedOver } from '../read/passed-over.ts';
import type { ReadingState } from '../read/reading-state.ts';
import type { NewVersion } from './new-versions.ts';

/** Changed values that a preview lists. */
export const MAX_CHANGES = 100;

/** The results of reading that the writing needs; kept with the import, since another delivery may write. */
export interface ImportPlan {
  /** Columns that any new row sets, in the order of its staged values, and any row of a known record. */
  inserted: string[];
  updated: string[];
  /** Rows that say what is there already. */
  unchanged: number;
  /** Rows that were hidden in the sheet. */
  hidden: number;
  /** Rows with cells that are merged with those above. */
  merged: number;
  /** Rows that are no records. */
  passedOver: PassedOver;
  /** The sheet that was read, and the others that have rows, to a thousand. */
  sheet: string;
  otherSheets: OtherSheet[];
  changes: readonly ImportChange[];
  /** Names that no record has. */
  missing: readonly MissingName[];
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

const COMPARE_START: [string, number] = ['', 0];

/** What the writing starts from, once the file is read. */
export function toPlan(
  { inserted, updated, unchanged, hidden, merged, passedOver, changes, missing }: ReadingState,
  file: Pick<ImportPlan, 'sheet' | 'otherSheets' | 'ignored' | 'hiddenColumns' | 'above' | 'dated'>,
): ImportPlan {
  const counted = { unchanged, hidden, merged, passedOver, changes, missing, inserted: [...inserted], updated: [...updated] };
  return { ...counted, ...file, compared: COMPARE_START, attempts: 0 };
}
