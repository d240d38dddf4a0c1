import { type SQL, sql } from 'drizzle-orm';
import type { Lang } from '../../contracts/text.ts';
import type { GrantedCaller, GrantedRecord } from '../call-routes.ts';
import type { Actor, Caller } from '../caller.ts';
import type { Author } from '../db/client.ts';
import { type Query, query } from '../db/query.ts';
import { asBoolean, asNumber, hasRows, readColumn, readValue } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import {
  activeStatuses,
  enqueueRun,
  failStatement,
  isAbandonedSql,
  isStalledSql,
  leaseEnd,
  recoverRuns,
  tableOf,
  takeOverStatement,
} from './run.ts';
import type { QueuedWork } from './run-kind.ts';

interface Start<V> {
  /** Statement to run first in the same transaction. */
  before?: SQL | undefined;
  /** Makes the run and returns its id, unless one of its scope is active; see `insertRun`. */
  insert: SQL;
  /** Which runs are of its scope, as a condition over the table. */
  scope: SQL;
  /** The active run of the scope, as the call answers it. */
  view?: Query<readonly V[]> | undefined;
}

export interface StartedRun<V> {
  /** The new run, or the one that is active already. */
  id: number;
  created: boolean;
  run: V;
}

/**
 * Makes a run and puts its message on the queue; one round trip. While one of its scope is active, that one is answered, and taken up again where its
 * message died. Null where `insert` made none and none is active.
 */
export async function startRun<V>(
  deps: Deps,
  work: QueuedWork,
  author: Author,
  { before, insert, scope, view }: Start<V>,
): Promise<StartedRun<V> | null> {
  const { clock } = deps;
  const { takenOver, created, ids, runs } = await deps.db.write(
    {
      before,
      failing: failStatement(work, isStalledSql(work, clock), work.keepReason('stalled'), clock),
      takenOver: query(takeOverStatement(work, scope, clock), readColumn(asNumber)),
      created: query(insert, readColumn(asNumber)),
      ids: query(sql`SELECT id FROM ${tableOf(work)} WHERE ${scope} AND status IN ${activeStatuses(work)}`, readColumn(asNumber)),
      runs: view ?? query([], () => []),
    },
    author,
  );
  for (const id of [...takenOver, ...created]) await enqueueRun(deps, work, id);
  const [id] = ids;
  return id === undefined ? null : { id, run: runs[0] as V, created: created.length > 0 };
}

/** SQL that makes a run with these values unless an index keeps another one of its scope, and returns its id. */
export function insertRun(
  work: QueuedWork,
  { clock }: Pick<Deps, 'clock'>,
  values: Readonly<Record<string, unknown>>,
  only: SQL = sql`1`,
): SQL {
  const columns = Object.keys(values).map((name) => sql`${sql.identifier(name)}, `);
  const cells = Object.values(values).map((value) => sql`${value}, `);
  return sql`INSERT INTO ${tableOf(work)} (${sql.join(columns)}status, created_at, ${sql.identifier(work.progressColumn)}, lease_until)
    SELECT ${sql.join(cells)}'queued', ${clock.time()}, ${clock.time()}, ${leaseEnd(clock)} WHERE ${only} ON CONFLICT DO NOTHING RETURNING id`;
}

/** The caller, whose reads ask in the same round trip whether nobody works on a run of these kinds any more: it is taken up or has failed, then they read again. */
export function recoveringCaller(deps: Deps, kinds: readonly QueuedWork[], caller: Caller): Caller {
  const found = kinds.map((work) => sql`EXISTS (SELECT 1 FROM ${tableOf(work)} WHERE ${isAbandonedSql(work, deps.clock)})`);
  const isAbandoned = query(sql`SELECT ${sql.join(found, sql` OR `)} AS abandoned`, readValue(asBoolean));
  return {
    ...caller,
    async read(grant, plan, timeoutMs) {
      const { actor, results } = await caller.read(grant, (actor) => ({ isAbandoned, asked: plan(actor) }), timeoutMs);
      if (!results.isAbandoned) return { actor, results: results.asked };
      await recoverRuns(deps, kinds);
      return { actor, results: await caller.readMore(plan(actor), timeoutMs) };
    },
  };
}

/** The handler of a call that reads runs of these kinds, with such a caller. */
export function recovering<Input extends GrantedCaller, Answer>(
  deps: Deps,
  kinds: readonly QueuedWork[],
  handle: (input: Input) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  return (input) => handle({ ...input, caller: recoveringCaller(deps, kinds, input.caller) });
}

interface Cancellation<V> {
  /** Which runs the person may cancel, as a condition over the table. */
  only?: (actor: Actor) => SQL;
  /** Further statuses that can be cancelled. */
  statuses?: readonly string[];
  /** Statements of the same transaction. */
  also?: (actor: Actor) => SQL;
  /** The run as the call answers it. */
  view: (actor: Actor) => Query<readonly V[]>;
}

/** Ends an active run at once; what it wrote stays. Throws `not_found`, and `run_finished`. */
export async function cancelRun<V>(
  work: QueuedWork,
  { caller, grant, id }: GrantedRecord,
  { only, statuses = [], also, view }: Cancellation<V>,
): Promise<V> {
  const actor = await caller.require(grant);
  const which = sql`id = ${id} AND ${only?.(actor) ?? sql`1`}`;
  const cancellation = sql`UPDATE ${tableOf(work)} SET status = 'cancelled', message = iif(finished_at IS NULL, NULL, message), claim = NULL,
      finished_at = iif(status = 'cancelled', finished_at, ${caller.clock.time()})
    WHERE ${which} AND status IN ${activeStatuses({ activeStatuses: [...work.activeStatuses, ...statuses] })} RETURNING id`;
  const written = await caller.write(
    {
      isCancelled: query(cancellation, hasRows),
      after: work.afterEnd?.(which),
      also: also?.(actor),
      runs: view(actor),
    },
    work.source,
  );
  const run = requireRun(work, written.runs, caller.lang);
  if (!written.isCancelled) throw runFinishedError(work, caller.lang);
  return run;
}

/** The run that a call is about. */
export function requireRun<V>(work: QueuedWork, [run]: readonly V[], lang: Lang): V {
  if (run === undefined) throw runNotFoundError(work, lang);
  return run;
}

export function runNotFoundError({ label }: QueuedWork, lang: Lang): AppError {
  return new AppError('not_found', { what: label[lang] });
}

export function runFinishedError({ label }: QueuedWork, lang: Lang): AppError {
  const what = label[lang];
  return new AppError('run_finished', { what: what.charAt(0).toUpperCase() + what.slice(1) });
}
