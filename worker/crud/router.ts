import { type Context, Hono } from 'hono';
import type { Values } from '../contracts/fields.ts';
import { type AppEnv, withWarnings } from '../platform/caller.ts';
import { sha256 } from '../platform/crypto.ts';
import { readBody } from '../platform/request-body.ts';
import { listWithTag } from './list-tag.ts';
import { read } from './read.ts';
import type { Reference } from './references.ts';
import { remove, removeMany } from './remove.ts';
import { type Resource, resourceFor } from './resource.ts';
import { create, setChecked, update } from './write.ts';

type Handler = (c: Context<AppEnv>) => Promise<Response>;

/** The routes of one resource: the verbs that its contract's access names. */
export function crudRouter(resource: Resource, references: readonly Reference[]): Hono<AppEnv> {
  const { access } = resource.contract;
  const app = new Hono<AppEnv>();
  const own = (c: Context<AppEnv>) => resourceFor(c.var.caller, resource);
  const updateRow: Handler = async (c) => {
    const { caller } = c.var;
    return c.json(withWarnings(caller, { data: await update(own(c), caller, c.req.param('id')!, readOnce(bodyOf(c))) }));
  };

  if (access.list) {
    app.get('/', async (c) => {
      const { tag, result } = await listWithTag(resource, c.var.caller, c.req.url, c.req.header('if-none-match'));
      c.header('etag', tag);
      return result === undefined ? c.body(null, 304) : respondWithJson(c, result);
    });
  }
  if (access.check) app.post('/checked', async (c) => c.json(await setChecked(resource, c.var.caller, bodyOf(c))));
  if (access.delete) {
    app.post('/deleteByIds', async (c) =>
      c.json(withWarnings(c.var.caller, await removeMany(own(c), references, c.var.caller, bodyOf(c)))),
    );
    app.delete('/:id', async (c) => c.json(withWarnings(c.var.caller, await remove(own(c), references, c.var.caller, c.req.param('id')))));
  }
  if (access.create) {
    app.post('/', async (c) => {
      const body = readOnce(bodyOf(c));
      const key = await replayKey(c, resource, body);
      return c.json(withWarnings(c.var.caller, { data: await create(own(c), c.var.caller, body, key) }), 201);
    });
  }
  if (access.get) app.get('/:id', async (c) => c.json({ data: await read(own(c), c.var.caller, c.req.param('id'), searchParams(c)) }));
  if (access.update) app.on(['PUT', 'PATCH', 'POST'], '/:id', updateRow);
  return app;
}

export const bodyOf = (c: Context) => () => readBody(c.req.raw);

export const searchParams = (c: Context) => new URL(c.req.url).searchParams;

/** An object as JSON; a stream is JSON text already. */
export function respondWithJson(c: Context, result: object): Response {
  return result instanceof ReadableStream
    ? c.body(result as ReadableStream, 200, { 'content-type': 'application/json; charset=utf-8' })
    : c.json(result);
}

function readOnce(read: () => Promise<Values>): () => Promise<Values> {
  let body: Promise<Values> | undefined;
  return () => {
    body ??= read();
    return body;
  };
}

/** A longer key is kept as its hash: cut off, it would be that of another call. */
const MAX_KEY_LENGTH = 200;

/** The hash leaves secrets out: a fast one over a password would give it away to who sees the table. Another scenario makes another call. */
async function replayKey(c: Context, { contract }: Resource, body: () => Promise<Values>) {
  const sent = c.req.header('idempotency-key');
  if (!sent) return undefined;
  const key = sent.length > MAX_KEY_LENGTH ? await sha256(sent) : sent;
  const values = await body().catch(() => undefined);
  if (values === undefined) return undefined;
  const open = Object.entries(values).filter(([name]) => !contract.fields[name]?.secret);
  const scenario = c.req.header('x-scenario');
  return { key, bodyHash: await sha256(JSON.stringify(scenario === undefined ? open : [scenario, open])) };
}
