import type { SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { RunKind } from '../../contracts/calls/runs.ts';
import type { Grant } from '../../contracts/roles.ts';
import type { Text } from '../../contracts/text.ts';
import type { Author } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { JobMessage } from './messages.ts';
import type { OwnedWork } from './waiting-work.ts';

/**
 * A kind of queued work. Each run is a row of `table`, which has the columns `id`, `status`, `claim`, `lease_until`, `finished_at` and
 * `message`. A message works on a run only while it holds the run's lease, so that duplicates and crashes do no harm.
 */
export interface QueuedWork<T extends SQLiteTable = SQLiteTable> extends OwnedWork {
  table: T;
  /** Column with the office time of the last progress. */
  progressColumn: 'progress_at' | 'updated_at';
  source: Author['source'];
  /** What one run is called. */
  label: Text;
  messageFor(id: number): JobMessage;
  /** What the owner must still be allowed to do, for the run to go on: asked by each message, but of a run of nobody. */
  grant?(run: T['$inferSelect']): Grant | undefined;
  /** Runs of one person are worked on one after the other, so that others come between. */
  takesTurns?: boolean;
  /** Why a run failed, where its kind has more to say of it. */
  failures?: Partial<Readonly<Record<FailReason, Text>>>;
  /** What a run keeps of the reason, as its message. */
  keepReason(reason: FailReason): string;
  /** Statement at the end of an active run that failed or was cancelled. */
  afterEnd?(which: SQL): SQL;
  /** How the list of all work shows its runs, as SQL over the row `r` of the table. */
  listing: RunListing;
  /** Ends an active run as failed. */
  fail(deps: Deps, id: number, reason: FailReason): Promise<void>;
}

/**
 * `stalled`: no progress for too long; `broken`: the queue gave up; `not_queued`: the message could not be sent; `files_missing`: what the run kept among
 * the files is gone, as after a restore without them; `no_right`: its owner may not do it any more.
 */
export type FailReason = 'stalled' | 'broken' | 'not_queued' | 'files_missing' | 'no_right';

interface RunListing {
  kind: RunKind;
  /** What a run is about: a month, an entity, a file. */
  what: SQL;
  /** Page of the app that shows it. */
  path: SQL;
  /** The columns `done` and `total` unless said. */
  done?: SQL;
  total?: SQL;
}
