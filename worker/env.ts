import type { Queue, R2Bucket, SendEmail } from '@cloudflare/workers-types';
import { createClient } from '@libsql/client/web';
import * as z from 'zod';
import { clockOf } from './clock.ts';
import { crawlSourceOf } from './crawl/base-vn.ts';
import { databaseOf } from './db/client.ts';
import type { Deps } from './deps.ts';
import type { JobMessage } from './jobs/messages.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** Bindings and variables of the Worker, as wrangler.toml names them. */
export interface Env {
  FILES: R2Bucket;
  JOBS: Queue<JobMessage>;
  MAIL?: SendEmail;
  [variable: string]: unknown;
}

const text = z.string().trim().min(1).optional().catch(undefined);

const variables = z.object({
  ...(Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, text])) as Record<SettingName, typeof text>),
  LIBSQL_URL: z.string().min(1),
  JWT_SECRET: z.string().min(32, 'JWT_SECRET must have at least 32 characters'),
});

/** Everything the application reaches, from the Worker's environment. Throws when a needed variable is missing. */
export function createDeps(env: Env): Deps {
  const settings = variables.parse(env);
  const clock = clockOf();
  return {
    clock,
    db: databaseOf((timeoutMs) => connect(settings.LIBSQL_URL, settings.LIBSQL_AUTH_TOKEN, timeoutMs), clock.time),
    dump: () => dump(settings.LIBSQL_URL, settings.LIBSQL_AUTH_TOKEN),
    files: env.FILES,
    jobs: {
      send: async (message, options) => void (await env.JOBS.send(message, options)),
      sendBatch: async (messages) => void (await env.JOBS.sendBatch(messages.map((body) => ({ body })))),
    },
    crawlSource: crawlSourceOf(settings),
    mail: env.MAIL,
    settings: {
      jwtSecrets: [settings.JWT_SECRET, ...(settings.JWT_SECRET_PREVIOUS ? [settings.JWT_SECRET_PREVIOUS] : [])],
      mailFrom: settings.MAIL_FROM,
      appOrigin: settings.APP_ORIGIN,
      clientIpHeader: settings.CLIENT_IP_HEADER === 'none' ? undefined : (settings.CLIENT_IP_HEADER ?? SETTINGS.CLIENT_IP_HEADER.initial),
      googleClientId: settings.GOOGLE_CLIENT_ID,
      facebookAppId: settings.FACEBOOK_APP_ID,
      facebookAppSecret: settings.FACEBOOK_APP_SECRET,
      googleUrl: settings.GOOGLE_URL,
      facebookUrl: settings.FACEBOOK_URL,
      version: settings.APP_VERSION ?? 'dev',
    },
  };
}

/**
 * A client of its own for each batch: requests of one Worker may not share what another one opened. Answers are asked for
 * uncompressed: the server takes longer to gzip a page of rows than to read it.
 */
function connect(url: string, authToken: string | undefined, timeoutMs: number) {
  const timed = (input: Request, init?: RequestInit) => {
    input.headers.set('accept-encoding', 'identity');
    return fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  };
  return createClient({ url, ...(authToken && { authToken }), fetch: timed });
}

/** The libSQL server's own dump, read in one transaction. */
async function dump(url: string, authToken: string | undefined): Promise<ReadableStream<Uint8Array>> {
  const address = new URL('/dump', url.replace(/^(libsql|wss):/, 'https:').replace(/^ws:/, 'http:'));
  const answer = await fetch(address, { headers: authToken ? { authorization: `Bearer ${authToken}` } : {} });
  if (!answer.ok || !answer.body) throw new Error(`The database did not hand out a dump: ${answer.status}`);
  return answer.body as unknown as ReadableStream<Uint8Array>;
}
