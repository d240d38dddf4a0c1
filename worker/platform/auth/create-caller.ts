import { type SQL, sql } from 'drizzle-orm';
import { type Grant, isGranted } from '../../contracts/roles.ts';
import type { Actor, Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { type Plan, query, readLater } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asBoolean, asJson, orNull, type RowOf, readFirst } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { createImageSigner } from '../uploads/image-signature.ts';
import { canAnswer, type QuestionOwner } from './answerers.ts';
import type { ClientInfo } from './client-info.ts';
import { type Credential, rememberTokenOwner, type TokenUse } from './credential.ts';
import { COUNTING_ROLES } from './sessions.ts';

interface Call {
  client: ClientInfo;
  /** The question that a write answers, kept with its history: 403 where the caller may not answer it. */
  questionId: number | undefined;
  afterAnswer: Caller['afterAnswer'];
  /** Told who calls, once the database has confirmed it. */
  onActor(actor: Actor): void;
  /** Told of each confirmation of an access token. */
  onTokenUse(use: TokenUse): void;
}

/**
 * Gives one call access to the database. What the credential knows of the person only shapes the first attempt; the account, its lock, its
 * roles and its session or access token are read in the same round trip, and the attempt is made again when they have changed.
 */
export function createCaller({ db, clock, settings }: Deps, credential: Credential, call: Call): Caller {
  const { client, questionId, afterAnswer } = call;
  const { known } = credential;
  const isReadOnly = credential.tokenHash !== undefined;
  let isAuthorized = false;
  const selectAccount = () => query(accountStatement(credential, questionId, clock), readFirst(ACCOUNT));

  function authorize(account: Account | undefined, grant: Grant | undefined): Actor {
    if (!account) rememberTokenOwner(credential, undefined);
    if (account?.token) call.onTokenUse(account.token);
    const actor = authorizeActor(account, grant);
    rememberTokenOwner(credential, actor);
    call.onActor(actor);
    isAuthorized = true;
    return actor;
  }

  /** A handler that does not wait until the caller is authorized reads and writes nothing. */
  function requireAuthorized(): void {
    if (!isAuthorized) throw new Error('The database was asked before the caller was authorized');
  }

  async function require(grant: Grant | undefined): Promise<Actor> {
    return authorize(await db.read(selectAccount()), grant);
  }

  return {
    lang: client.lang,
    requestId: client.requestId,
    client,
    sessionId: credential.sessionId,
    isReadOnly,
    afterAnswer,
    version: settings.version,
    clock,
    require,
    async read(grant, plan, timeoutMs) {
      let expected = isGranted(known.roles, grant) ? known : await require(grant);
      for (;;) {
        let planned = planFor(expected, plan);
        if (!planned) {
          expected = await require(grant);
          planned = { plan: plan(expected) };
        }
        const { account, readAnswers } = await db.read({ account: selectAccount(), readAnswers: readLater(planned.plan) }, timeoutMs);
        const actor = authorize(account, grant);
        if (hasSameRights(actor, expected)) return { actor, results: readAnswers() };
        expected = actor;
      }
    },
    async readMore(plan, timeoutMs) {
      requireAuthorized();
      return db.read(plan, timeoutMs);
    },
    warnings: [],
    signImages: createImageSigner(settings.jwtSecrets[0]!, clock),
    async write(plan, source = 'screen', timeoutMs) {
      requireAuthorized();
      if (isReadOnly) throw new AppError('read_only_token');
      return db.write(plan, { user_id: known.id, source, request_id: client.requestId, question_id: questionId }, timeoutMs);
    },
  };
}

/** The planned queries; undefined where the plan refuses the actor as last seen, who may have been moved since. */
function planFor<P extends Plan>(actor: Actor, plan: (actor: Actor) => P): { plan: P } | undefined {
  try {
    return { plan: plan(actor) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

function accountStatement({ columns, from }: Credential, questionId: number | undefined, clock: Clock): SQL {
  const time = clock.time();
  return sql`SELECT u.id, u.username, u.name, u.active, u.department_id, u.dept_grp_id,
    ${COUNTING_ROLES} AS roles, ${columns},
    ${questionId === undefined ? sql`NULL` : sql`ifnull((SELECT json_object('user_id', user_id, 'dept_id', dept_id) FROM questions WHERE id = ${questionId}), '{}')`} AS question,
    EXISTS (SELECT 1 FROM user_locks l WHERE l.user_id = u.id AND l.start_time <= ${time} AND l.end_time > ${time}) AS locked
    ${from}`;
}

const ACCOUNT = {
  id: users.id,
  username: users.username,
  name: users.name,
  active: users.active,
  department_id: users.department_id,
  dept_grp_id: users.dept_grp_id,
  roles: asJson<string[]>(),
  is_open: asBoolean,
  hasFreshProof: asBoolean,
  token: orNull(asJson<TokenUse>()),
  locked: asBoolean,
  /** The question that the call names; without an owner where there is none. */
  question: orNull(asJson<QuestionOwner>()),
};
type Account = RowOf<typeof ACCOUNT>;

function authorizeActor(account: Account | undefined, grant: Grant | undefined): Actor {
  if (!account?.active || account.locked || !account.is_open) throw new AppError('unauthorized');
  const { active, is_open, locked, question, token, ...actor } = account;
  if (token?.covers === 0) throw new AppError('read_only_token');
  if (!isGranted(actor.roles, grant)) throw new AppError('forbidden');
  if (question && !(question.user_id && canAnswer(actor, question))) throw new AppError('forbidden');
  return actor;
}

function hasSameRights(a: Actor, b: Actor): boolean {
  return (
    a.department_id === b.department_id && a.dept_grp_id === b.dept_grp_id && [...a.roles].sort().join() === [...b.roles].sort().join()
  );
}
