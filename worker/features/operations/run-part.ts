import type { Caller } from '../../platform/caller.ts';
import { PieceSize } from '../../platform/queue/piece-size.ts';
import type { Lease, Outcome } from '../../platform/queue/run.ts';
import { notePieceRows, updateRun } from './work.ts';

/** Rows that one transaction writes: their records fit into one answer of the database. */
const PIECE_SIZE = 500;

/** What a message does of a run. */
export interface RunPart {
  caller: Caller;
  lease: Lease;
  /** When it hands the rest to a further message, in ms. */
  deadline: number;
}

interface Pieces {
  /** Where the run stands. */
  from: number;
  /** Rows of a piece where full ones last too long. */
  rows: number | undefined;
  /** What the run has counted, kept with its end. */
  counts?: object;
}

/** Goes on with a run until the deadline. `writePiece` writes at most `rows` rows and answers where the next piece begins; undefined where none was left. */
export async function workInPieces(
  { caller, lease, deadline }: RunPart,
  { from, rows, counts = {} }: Pieces,
  writePiece: (place: number, rows: number) => Promise<number | undefined>,
): Promise<Outcome> {
  const { clock } = caller;
  const pieces = new PieceSize(clock, PIECE_SIZE, { rows });
  for (let place = from; ; ) {
    const next = await pieces.attempt((size) => writePiece(place, size));
    if (next === undefined) {
      await caller.write(updateRun(lease, clock, { status: 'done', ...counts }));
      return 'ended';
    }
    if (next === 'too_long') await caller.write(notePieceRows(lease, pieces));
    if (next === 'too_long' || clock.now() >= deadline) return 'unfinished';
    place = next;
  }
}
