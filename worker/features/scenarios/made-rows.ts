import type { RuleCells } from './changes.ts';
import { type ChangedRows, lineOf, readNumber, type TablePromotion } from './plan-promotion.ts';
import { FIRST_NEW_ID } from './store.ts';

/** The rows of a table after a promotion. */
export interface MadeRows {
  /** The row of the first version that a made row follows from; null for one that is the first itself. */
  originOf(row: RuleCells): number | null;
  /** The id of a row after the promotion: its own, or where it goes that of one which follows from the same row. */
  follow(id: number): number | undefined;
}

/** Which ids the rows get that a promotion makes, `newest` being the last one given, and which of them follow from which. */
export function planMadeRows(
  { versions, added, removed }: Pick<TablePromotion, 'versions' | 'added' | 'removed'>,
  { live, scenario }: ChangedRows = { live: [], scenario: [] },
  newest = 0,
): MadeRows {
  const made = new Map([...versions, ...added].map((row, at) => [readNumber(row, 'id'), newest + at + 1]));
  const gone = new Set(removed);
  const rows = new Map([...scenario, ...live].map((row) => [readNumber(row, 'id'), row]));
  const idOf = (id: number) => (id < FIRST_NEW_ID && !gone.has(id) ? id : made.get(id));
  // One row of each line: the first that is there before those that are made.
  const ofLine = new Map<number, number>();
  for (const row of [...live, ...versions, ...added]) {
    const id = idOf(readNumber(row, 'id'));
    if (id !== undefined && !ofLine.has(lineOf(row))) ofLine.set(lineOf(row), id);
  }
  return {
    originOf(row) {
      const line = lineOf(row);
      if (line < FIRST_NEW_ID) return line;
      const first = ofLine.get(line)!;
      return first === made.get(readNumber(row, 'id')) ? null : first;
    },
    follow(id) {
      const row = rows.get(id);
      return idOf(id) ?? (row && ofLine.get(lineOf(row)));
    },
  };
}
