import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { type Grant, isGranted } from '../../contracts/roles.ts';
import type { Actor, Caller } from '../../crud/caller.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { createImageSigner } from '../uploads/image-signature.ts';
import type { ClientInfo } from './client-info.ts';
import { COUNTING_ROLES, PROOF_SECONDS } from './sessions.ts';
import type { Claims } from './tokens.ts';

interface Call {
  client: ClientInfo;
  /** The question that a correction answers, kept with its history. */
  questionId: number | undefined;
  afterAnswer: Caller['afterAnswer'];
}

/**
 * The way of one call to the database. The token's roles only shape the first attempt; the account, its lock, its roles and
 * its session are read in the same round trip, and the attempt is made again when they have changed.
 */
export function createCaller({ db, clock, settings }: Deps, claims: Claims, call: Call): Caller {
  const { client, questionId, afterAnswer } = call;
  const check = () => actorStatement(claims, clock.time(), Math.floor(clock.now() / 1000));
  const tokenActor: Actor = {
    id: Number(claims.sub),
    username: '',
    name: '',
    roles: claims.roles,
    department_id: claims.dept,
    dept_grp_id: claims.grp,
    hasFreshProof: false,
  };

  async function require(grant: Grant | undefined): Promise<Actor> {
    const [result] = await db.read([check()]);
    return authorizeActor(result!, grant);
  }

  return {
    lang: client.lang,
    requestId: client.requestId,
    client,
    sessionId: claims.sid,
    afterAnswer,
    version: settings.version,
    clock,
    require,
    async read(grant, plan) {
      let expected = isGranted(tokenActor.roles, grant) ? tokenActor : await require(grant);
      for (;;) {
        let statements = planFor(expected, plan);
        if (!statements) {
          expected = await require(grant);
          statements = plan(expected);
        }
        const [first, ...results] = await db.read([check(), ...statements]);
        const actor = authorizeActor(first!, grant);
        if (hasSameRights(actor, expected)) return { actor, results };
        expected = actor;
      }
    },
    readMore: (statements) => db.read(statements),
    warnings: [],
    signImages: createImageSigner(settings.jwtSecrets[0]!, clock),
    write: (statements, source = 'screen') =>
      db.write(statements, { user_id: tokenActor.id, source, request_id: client.requestId, question_id: questionId }),
  };
}

/** The planned statements; undefined where the plan refuses the actor of the token, who may have been moved since it was made. */
function planFor(actor: Actor, plan: (actor: Actor) => SQL[]): SQL[] | undefined {
  try {
    return plan(actor);
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

function actorStatement(claims: Claims, time: string, seconds: number): SQL {
  return sql`SELECT u.id, u.username, u.name, u.active, u.department_id, u.dept_grp_id,
    ${COUNTING_ROLES} AS roles,
    s.id IS NOT NULL AS session_open, ifnull(s.confirmed_at > ${seconds - PROOF_SECONDS}, 0) AS confirmed,
    EXISTS (SELECT 1 FROM user_locks l WHERE l.user_id = u.id AND l.start_time <= ${time} AND l.end_time > ${time}) AS locked
    FROM users u LEFT JOIN sessions s ON s.id = ${claims.sid} AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ${seconds}
    WHERE u.id = ${Number(claims.sub)}`;
}

function authorizeActor(result: ResultSet, grant: Grant | undefined): Actor {
  const found = result.rows[0];
  if (!found?.active || found.locked || !found.session_open) throw new AppError('unauthorized');
  const actor: Actor = {
    id: Number(found.id),
    username: String(found.username),
    name: String(found.name),
    roles: JSON.parse(String(found.roles)) as string[],
    department_id: found.department_id as number | null,
    dept_grp_id: found.dept_grp_id as number | null,
    hasFreshProof: Boolean(found.confirmed),
  };
  if (!isGranted(actor.roles, grant)) throw new AppError('forbidden');
  return actor;
}

function hasSameRights(a: Actor, b: Actor): boolean {
  return (
    a.department_id === b.department_id && a.dept_grp_id === b.dept_grp_id && [...a.roles].sort().join() === [...b.roles].sort().join()
  );
}
