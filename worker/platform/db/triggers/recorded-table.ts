/** A table whose writes are recorded, and what else its triggers must know. */
export interface RecordedTable {
  readonly name: string;
  /** Column with the YYYY-MM-DD date of a row: a locked month refuses writes of it. */
  readonly dated?: string;
  /** The rows have `is_checked`: a checked one refuses writes. */
  readonly checkable?: boolean;
  /** Figures of every month follow from the rows: a write waits for the moment in which a month is being locked. */
  readonly heldWhileLocking?: boolean;
}
