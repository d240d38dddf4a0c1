import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import { ACCEPT_BROKEN_FIELDS } from '../contracts/calls/accept-broken.ts';
import type { Call } from '../contracts/calls/declared/define-call.ts';
import { schemaOf } from '../contracts/field-schemas.ts';
import type { Fields } from '../contracts/fields.ts';
import type { Grant } from '../contracts/roles.ts';
import { messagesOf } from '../contracts/rules.ts';
import type { Lang, Text } from '../contracts/text.ts';
import { type AppEnv, type Caller, withWarnings } from './caller.ts';
import { AppError } from './errors.ts';
import { type CallValues, parseCallBody, parseId, parseParams } from './parse-call.ts';
import { readBody } from './request-body.ts';
import { nameRule } from './schema-issues.ts';

/** A call behind the sign-in. */
type GrantedCall = Call & { readonly grant: Grant };

/** Who calls, and the grant for the reads of the call. */
export interface GrantedCaller {
  readonly caller: Caller;
  readonly grant: Grant;
}

/** The same for a call on one record. */
export interface GrantedRecord extends GrantedCaller {
  readonly id: number;
}

/** What the handler of a declared call gets, with what the request says, validated. */
export interface CallInput<C extends GrantedCall> extends GrantedCaller {
  /** The record that the path names. */
  readonly id: C['path'] extends `${string}/:id${string}` ? number : undefined;
  readonly values: ValuesOf<C>;
}

/** Of the parameters, or of the body. */
type ValuesOf<C extends Call> = C extends { readonly params: infer F extends Fields }
  ? CallValues<F>
  : C extends { readonly body: infer B }
    ? B extends (() => infer S extends z.ZodType)
      ? z.infer<S>
      : B extends Fields
        ? CallValues<B>
        : undefined
    : undefined;

/** As declared; a handler of a call that declares none answers what it will. */
type AnswerOf<C extends Call> = C extends { readonly answer: () => infer A extends z.ZodType } ? z.infer<A> : object;

/**
 * Routes a declared call: validates what the request says and answers what the handler returns. The handler's first read authorizes with the
 * grant it is given, in the same round trip; a 422 that comes before, from here or from the handler, waits for a 401 or 403.
 */
export function bindCall<const C extends GrantedCall, E extends AppEnv>(
  app: Hono<E>,
  call: C,
  handle: (input: CallInput<C>, c: Context<E, C['path']>) => Promise<AnswerOf<C> | Response>,
): void {
  bindRoute(app, call, async (c) => {
    const { caller } = c.var as AppEnv['Variables'];
    try {
      if (call.changes && caller.isReadOnly) {
        await caller.require(call.grant);
        throw new AppError('read_only_token');
      }
      const input = { caller, grant: call.grant, ...(await readInput(call, c, caller)) } as CallInput<C>;
      const answer = await handle(input, c);
      return answer instanceof Response ? answer : c.json(withWarnings(caller, answer as object), call.status ?? 200);
    } catch (error) {
      if (isAboutRequest(error)) await caller.require(call.grant);
      throw error;
    }
  });
}

/** Routes a call whose handler reads and authorizes the request by itself. The header `X-Scenario` is refused where the declaration has no use for it. */
export function bindRoute<const C extends Call, E extends AppEnv>(
  app: Hono<E>,
  { method, path, inScenario }: C,
  handle: (c: Context<E, C['path']>) => Response | Promise<Response>,
): void {
  app.on(method, path as C['path'], (c) => {
    if (!inScenario && c.req.header('x-scenario') !== undefined) throw new AppError('scenario_refused');
    return handle(c);
  });
}

const ABOUT_REQUEST = [400, 408, 413, 415, 422];

/** What is wrong with a request is told to nobody but who may make it. */
function isAboutRequest(error: unknown): boolean {
  return error instanceof AppError && ABOUT_REQUEST.includes(error.status);
}

async function readInput(call: Call, c: Context, { lang }: Caller) {
  const id = call.path.includes('/:id') ? parseId(c.req.param('id') ?? '', lang) : undefined;
  const { searchParams } = new URL(c.req.url);
  // What nothing reads is refused: a dry run that is asked for there would be a real one.
  const given = call.readsAddress
    ? {}
    : parseParams({ ...call.params, ...(call.acceptsBroken && ACCEPT_BROKEN_FIELDS) }, searchParams, lang);
  if (call.params) return { id, values: given };
  if (!call.body) return { id, values: undefined };
  const body = await readBody(c.req.raw, { optional: call.optionalBody, maxKb: call.maxBodyKb });
  return {
    id,
    values:
      typeof call.body === 'function'
        ? parseRequest(schemaOf(call.body), call.labels ?? {}, body, lang)
        : parseCallBody(call.body, body, lang),
  };
}

/** The body of a call whose declaration has a schema for it; a 422 with a message for each bad value. */
function parseRequest<S extends z.ZodType>(schema: S, labels: Readonly<Record<string, Text>>, body: unknown, lang: Lang): z.infer<S> {
  const parsed = schema.safeParse(body, { error: nameRule });
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', {}, { messages: messagesOf(parsed.error, (field) => labels[field]?.[lang] ?? field, lang) });
}
