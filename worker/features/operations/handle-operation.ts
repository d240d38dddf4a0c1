import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { isGranted } from '../../contracts/roles.ts';
import type { Lang } from '../../contracts/text.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { operations } from '../../platform/db/schema/operations.ts';
import { hasRows, readOne } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { fenceOff, holdsLease, type Lease, type Outcome as MessageOutcome, workOnRun } from '../../platform/queue/run.ts';
import { createImageSigner } from '../../platform/uploads/image-signature.ts';
import { readImportActor } from '../imports/import-actor.ts';
import { queryChanges } from './changes.ts';
import { editPieces } from './edit-pieces.ts';
import type { Outcome } from './list.ts';
import { type RunPart, workInPieces } from './run-part.ts';
import type { UndoTables } from './tables.ts';
import { undoChanges } from './undo-changes.ts';
import { langOfTask, operationWork, undoTask, updateRun } from './work.ts';

/** A message works this long, then hands the rest to a further one behind those of other people. */
const MESSAGE_BUDGET_MS = 12_000;

/** The message `{type: 'operation', run_id}`: goes on with an undo or an edit of many rows, a piece in one transaction with where it stands. */
export function handleOperation(deps: Deps, tables: UndoTables, { run_id }: { run_id: number }): Promise<void> {
  return workOnRun(deps, operationWork, run_id, async (heartDeps, run, lease) => {
    const caller = await createRunCaller(heartDeps, lease, langOfTask.parse(run.task).lang);
    const part: RunPart = { caller, lease, deadline: deps.clock.now() + MESSAGE_BUDGET_MS };
    try {
      if (run.kind === 'undo') return await undoPieces(part, tables, undoTask.parse(run.task));
      const resources = [...tables.values()].flatMap(({ resources }) => resources);
      return await editPieces(part, resources, run.task, run.outcome as Outcome);
    } catch (error) {
      // Cancelled meanwhile, or taken up by another message: what this one wrote stays.
      if (await isLeaseHeld(heartDeps, lease)) throw error;
      return 'ended';
    }
  });
}

async function undoPieces(
  part: RunPart,
  tables: UndoTables,
  { request_id, below, piece_rows }: z.infer<typeof undoTask>,
): Promise<MessageOutcome> {
  const { caller, lease } = part;
  const actor = await caller.require('everyone');
  return workInPieces(part, { from: below, rows: piece_rows }, async (place, size) => {
    const { changes, cursor, rows } = await caller.readMore(queryChanges(sql`${request_id}`, sql`${place}`, size));
    if (cursor === undefined) return undefined;
    const task = { request_id, below: cursor, piece_rows: size };
    await undoChanges({ caller, tables, actor, request: request_id }, changes, {
      before: [],
      after: updateRun(lease, caller.clock, { task, advance: rows }),
    });
    return cursor;
  });
}

/** Whoever asked for the run, with the rights of this moment and in the language of that one. */
async function createRunCaller(deps: Deps, lease: Lease, lang: Lang): Promise<Caller> {
  const { request_id, user_id } = await deps.db.read(
    query(
      sql`SELECT request_id, user_id FROM operations WHERE id = ${lease.id}`,
      readOne({ request_id: operations.request_id, user_id: operations.user_id }),
    ),
  );
  const actor = await readImportActor(deps.db, user_id!);
  return createJobCaller(deps, actor, request_id, holdsLease(operationWork, lease), lang);
}

function isLeaseHeld({ db }: Deps, lease: Lease): Promise<boolean> {
  return db.read(query(sql`SELECT 1 AS held WHERE ${holdsLease(operationWork, lease)}`, hasRows));
}

/** Nobody calls while the queue works. */
const NO_CLIENT = { address: 'unknown', network: 'unknown', networks: [], userAgent: null };

/**
 * Whoever asked for work of the queue, as the caller of its calls: each write is one of the given request, and of nothing at all once `allowed`
 * is no longer true. What it keeps in words is in `lang`.
 */
function createJobCaller({ db, clock, settings }: Deps, actor: Actor, requestId: string, allowed: SQL, lang: Lang = 'vi'): Caller {
  const requireGrant: Caller['require'] = async (grant) => {
    if (!isGranted(actor.roles, grant)) throw new AppError('forbidden');
    return actor;
  };
  return {
    lang,
    requestId,
    version: settings.version,
    clock,
    client: NO_CLIENT,
    sessionId: '',
    isReadOnly: false,
    warnings: [],
    require: requireGrant,
    read: async (grant, plan) => ({ actor: await requireGrant(grant), results: await db.read(plan(actor)) }),
    readMore: (plan) => db.read(plan),
    async write(plan, source = 'screen') {
      const written = await db.write({ fence: fenceOff(allowed), plan }, { user_id: actor.id, source, request_id: requestId });
      return written.plan;
    },
    afterAnswer: (work) => work(),
    signImages: createImageSigner(settings.jwtSecrets[0]!, clock),
  };
}
