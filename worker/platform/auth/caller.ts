import { type SQL, sql } from 'drizzle-orm';
import { type Grant, isGranted } from '../../contracts/roles.ts';
import type { Actor, Caller } from '../../crud/caller.ts';
import type { Clock } from '../clock.ts';
import { listStatements, type Plan, query, readResults } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asBoolean, asJson, orNull, readFirst } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { createImageSigner } from '../uploads/image-signature.ts';
import { canAnswer, type QuestionOwner } from './answerers.ts';
import type { ClientInfo } from './client-info.ts';
import { COUNTING_ROLES, PROOF_SECONDS } from './sessions.ts';
import type { Claims } from './tokens.ts';

interface Call {
  client: ClientInfo;
  /** The question that a write answers, kept with its history: 403 where the caller may not answer it. */
  questionId: number | undefined;
  afterAnswer: Caller['afterAnswer'];
}

/**
 * Gives one call access to the database. The token's roles only shape the first attempt; the account, its lock, its roles and
 * its session are read in the same round trip, and the attempt is made again when they have changed.
 */
export function createCaller({ db, clock, settings }: Deps, claims: Claims, call: Call): Caller {
  const { client, questionId, afterAnswer } = call;
  const selectAccount = () => query(accountStatement(claims, questionId, clock), readFirst(ACCOUNT));
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
    return authorizeActor(await db.read(selectAccount()), grant);
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
        let planned = planFor(expected, plan);
        if (!planned) {
          expected = await require(grant);
          planned = { plan: plan(expected) };
        }
        const { account, answers } = await db.read({ account: selectAccount(), answers: listStatements(planned.plan) });
        const actor = authorizeActor(account, grant);
        if (hasSameRights(actor, expected)) return { actor, results: readResults(planned.plan, answers) };
        expected = actor;
      }
    },
    readMore: (plan) => db.read(plan),
    warnings: [],
    signImages: createImageSigner(settings.jwtSecrets[0]!, clock),
    write: (plan, source = 'screen') =>
      db.write(plan, { user_id: tokenActor.id, source, request_id: client.requestId, question_id: questionId }),
  };
}

/** The planned queries; undefined where the plan refuses the actor of the token, who may have been moved since it was made. */
function planFor<P extends Plan>(actor: Actor, plan: (actor: Actor) => P): { plan: P } | undefined {
  try {
    return { plan: plan(actor) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

function accountStatement(claims: Claims, questionId: number | undefined, clock: Clock): SQL {
  const [time, seconds] = [clock.time(), Math.floor(clock.now() / 1000)];
  return sql`SELECT u.id, u.username, u.name, u.active, u.department_id, u.dept_grp_id,
    ${COUNTING_ROLES} AS roles,
    s.id IS NOT NULL AS session_open, ifnull(s.confirmed_at > ${seconds - PROOF_SECONDS}, 0) AS "hasFreshProof",
    ${questionId === undefined ? sql`NULL` : sql`ifnull((SELECT json_object('user_id', user_id, 'dept_id', dept_id) FROM questions WHERE id = ${questionId}), '{}')`} AS question,
    EXISTS (SELECT 1 FROM user_locks l WHERE l.user_id = u.id AND l.start_time <= ${time} AND l.end_time > ${time}) AS locked
    FROM users u LEFT JOIN sessions s ON s.id = ${claims.sid} AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ${seconds}
    WHERE u.id = ${Number(claims.sub)}`;
}

const ACCOUNT = {
  id: users.id,
  username: users.username,
  name: users.name,
  active: users.active,
  department_id: users.department_id,
  dept_grp_id: users.dept_grp_id,
  roles: asJson<string[]>(),
  session_open: asBoolean,
  hasFreshProof: asBoolean,
  locked: asBoolean,
  /** The question that the call names; without an owner where there is none. */
  question: orNull(asJson<QuestionOwner>()),
};

function authorizeActor(account: ReturnType<ReturnType<typeof readFirst<typeof ACCOUNT>>>, grant: Grant | undefined): Actor {
  if (!account?.active || account.locked || !account.session_open) throw new AppError('unauthorized');
  const { active, session_open, locked, question, ...actor } = account;
  if (!isGranted(actor.roles, grant)) throw new AppError('forbidden');
  if (question && !(question.user_id && canAnswer(actor, question))) throw new AppError('forbidden');
  return actor;
}

function hasSameRights(a: Actor, b: Actor): boolean {
  return (
    a.department_id === b.department_id && a.dept_grp_id === b.dept_grp_id && [...a.roles].sort().join() === [...b.roles].sort().join()
  );
}
