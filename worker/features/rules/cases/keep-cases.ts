import type { SQL } from 'drizzle-orm';
import type { Context, Next } from 'hono';
import type { AppEnv } from '../../../platform/caller.ts';
import { readBody } from '../../../platform/request-body.ts';
import { guardCases } from './guard-cases.ts';

/** Has the writes of a call keep the worked examples right, whatever handler it comes to. An import writes later, on the queue; a scenario nothing that counts. */
export async function keepCases(c: Context<AppEnv>, next: Next, concerns?: SQL): Promise<void> {
  if (c.req.method !== 'GET' && !c.var.caller.storeOf && !c.req.path.endsWith('/import')) {
    const copy = c.req.raw.clone();
    c.set(
      'caller',
      guardCases(c.var.caller, () => acceptsBroken(c, copy), concerns),
    );
  }
  await next();
}

/** `accept_broken: true` in the body, or in the address where there is none. */
async function acceptsBroken(c: Context, request: Pick<Request, 'headers' | 'body'>): Promise<boolean> {
  const body = await readBody(request, { optional: true });
  return ['true', '1'].includes(String(body.accept_broken ?? c.req.query('accept_broken')));
}
