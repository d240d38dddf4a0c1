/** A table whose writes are recorded, and what else its triggers must know. */
export interface RecordedTable {
  readonly name: string;
  /** Column with the YYYY-MM-DD date of a row: a locked month refuses writes of it. */
  readonly dated?: string;
  /** The rows have `is_checked`: a checked one refuses writes. */
  readonly checkable?: boolean;
  /** Figures of every month follow from the rows: a write waits for the moment in which a month is being locked. */
  readonly heldWhileLocking?: boolean;
  /**
   * A source (`write_context`) whose statements update up to 100,000 rows and leave short history rows of their own. A computed column would
   * be computed for each row, read or not, so a view has the row as JSON.
   */
  readonly bulkSource?: string;
  /** Columns that stay out of the history, such as secrets; forms of texts (`text-forms.ts`) always do. */
  readonly unrecorded?: readonly string[];
  /** Its writes can be undone: the column that names a row, and those that no undo writes; an update of one of them is none that it takes back. */
  readonly undo?: { readonly title: string; readonly except: readonly string[] };
}
