/** A table whose writes are recorded, and what else its triggers must know. */
export interface RecordedTable {
  readonly name: string;
  /** Column with the YYYY-MM-DD date of a row: a locked month refuses writes of it. */
  readonly dated?: string;
  /** The rows have `is_checked`: a checked one refuses writes. */
  readonly checkable?: boolean;
}
