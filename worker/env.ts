import * as z from 'zod';
import { createCrawlSource } from './features/crawl/fetch/base-vn.ts';
import { createClock } from './platform/clock.ts';
import { createDatabase, type RowUse } from './platform/db/client.ts';
import type { Endpoint } from './platform/db/pipeline.ts';
import { createStreamPool, WRITE_STREAMS } from './platform/db/stream-pool.ts';
import type { Deps } from './platform/deps.ts';
import { ENVIRONMENT_SETTINGS, type EnvironmentSettingName } from './platform/environment-settings.ts';
import type { JobMessage } from './platform/queue/messages.ts';
import { QUEUED_WORK } from './queued-work.ts';

/** Bindings and variables of the Worker, as wrangler.toml names them. */
export interface Env {
  FILES: R2Bucket;
  JOBS: Queue<JobMessage>;
  MAIL?: SendEmail;
  [variable: string]: unknown;
}

const text = z.string().trim().min(1).optional().catch(undefined);

const variables = z.object({
  ...(Object.fromEntries(Object.keys(ENVIRONMENT_SETTINGS).map((name) => [name, text])) as Record<EnvironmentSettingName, typeof text>),
  LIBSQL_URL: z.string().min(1),
  LIBSQL_STREAMS: z.coerce.number().int().min(0).max(64).default(Number(ENVIRONMENT_SETTINGS.LIBSQL_STREAMS.initial)),
  JWT_SECRET: z.string().min(32, 'JWT_SECRET must have at least 32 characters'),
});

export interface WorkerDeps extends Deps {
  /** Closes the kept streams to the database that no call uses: what a cron or a queue message does at its end. */
  closeIdleStreams(): Promise<void>;
}

/** Everything the application reaches, from the Worker's environment. Throws when a needed variable is missing. */
export function createDeps(env: Env, waitUntil: (work: Promise<unknown>) => void): WorkerDeps {
  const settings = variables.parse(env);
  const clock = createClock();
  const endpoint = { url: httpUrl(settings.LIBSQL_URL), authToken: settings.LIBSQL_AUTH_TOKEN };
  const keepsStreams = settings.LIBSQL_STREAMS > 0;
  const pool = (maxStreams: number) => createStreamPool(endpoint, { maxStreams, keepsStreams, waitUntil });
  const rowUse: RowUse = { read: 0, written: 0 };
  const reading = settings.LIBSQL_STREAMS || Number(ENVIRONMENT_SETTINGS.LIBSQL_STREAMS.initial);
  const pools = { read: pool(reading), write: pool(WRITE_STREAMS) };
  return {
    clock,
    db: createDatabase(
      (timeoutMs) => ({ batch: (statements, mode, turn) => pools[mode].batch(statements, mode, timeoutMs, turn) }),
      clock.time,
      rowUse,
    ),
    rowUse,
    closeIdleStreams: async () => void (await Promise.all([pools.read.closeIdle(), pools.write.closeIdle()])),
    dump: () => dump(endpoint),
    files: env.FILES,
    jobs: {
      send: async (message, options) => void (await env.JOBS.send(message, options)),
      sendBatch: async (messages) => void (await env.JOBS.sendBatch(messages.map((body) => ({ body })))),
    },
    queuedWork: QUEUED_WORK,
    crawlSource: createCrawlSource(settings),
    mail: env.MAIL,
    log: (line) => console.info(JSON.stringify(line)),
    settings: {
      jwtSecrets: [settings.JWT_SECRET, ...(settings.JWT_SECRET_PREVIOUS ? [settings.JWT_SECRET_PREVIOUS] : [])],
      mailFrom: settings.MAIL_FROM,
      backupKey: settings.BACKUP_KEY,
      appOrigin: settings.APP_ORIGIN,
      crawlPushSecret: settings.CRAWL_PUSH_SECRET,
      clientIpHeader:
        settings.CLIENT_IP_HEADER === 'none' ? undefined : (settings.CLIENT_IP_HEADER ?? ENVIRONMENT_SETTINGS.CLIENT_IP_HEADER.initial),
      callsPerMinute: Number(settings.CALLS_PER_MINUTE) || Number(ENVIRONMENT_SETTINGS.CALLS_PER_MINUTE.initial),
      planRowsRead: Number(settings.PLAN_ROWS_READ) || undefined,
      googleClientId: settings.GOOGLE_CLIENT_ID,
      facebookAppId: settings.FACEBOOK_APP_ID,
      facebookAppSecret: settings.FACEBOOK_APP_SECRET,
      googleUrl: settings.GOOGLE_URL,
      facebookUrl: settings.FACEBOOK_URL,
      version: settings.APP_VERSION ?? 'dev',
    },
  };
}

/** The libSQL server's own dump, read in one transaction. */
async function dump({ url, authToken }: Endpoint): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(new URL('/dump', url), { headers: authToken ? { authorization: `Bearer ${authToken}` } : {} });
  if (!answer.ok || !answer.body) throw new Error(`The database did not hand out a dump: ${answer.status}`);
  return answer.body;
}

const httpUrl = (url: string) => url.replace(/^(libsql|wss):/, 'https:').replace(/^ws:/, 'http:');
