import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare, Request, type Response } from 'miniflare';
import { unstable_generateASSETSBinding, unstable_getMiniflareWorkerOptions } from 'wrangler';
import { getBucket } from './open-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const API = 'tensu-api';

export interface SiteOptions {
  /** The bundled Worker: the file that buildWorker() made. */
  worker: string;
  /** The built web app's folder. */
  web: string;
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Added to the vars of wrangler.toml; secrets too. */
  vars: Record<string, string>;
  /** The folder of R2 objects; in memory when absent. */
  persistTo?: string;
  /** Heap of each isolate in MB; unlimited when absent, unlike a deployment's 128 MB for everything. */
  heapMb?: number;
  /** Where the isolates can be looked into, as the platform's own inspector does. */
  inspectorPort?: number;
  /** The folder for sent mails and other files of a run. */
  tmp?: string;
  onLog: (level: string, message: string) => void;
  /** The runtime crashed and is up again. */
  onRestart?: () => void;
}

type WorkerHandle = Awaited<ReturnType<Miniflare['getWorker']>>;
export type QueueMessages = Parameters<WorkerHandle['queue']>[1];
export type QueueOutcome = Awaited<ReturnType<WorkerHandle['queue']>>;

export interface Site {
  url: URL;
  /** The patterns of wrangler.toml, in UTC. */
  crons: string[];
  /** Calls the Worker's scheduled handler; answers its outcome, `ok` when it did not throw. */
  runCron(cron: string): Promise<string>;
  /** Puts messages on a queue, as the Worker itself would. */
  queue(binding: 'JOBS' | 'DEAD_JOBS'): Promise<Queue>;
  /** Hands a batch straight to the consumer, past the queue: the answer says what was acknowledged and what is to be retried. */
  deliver(queueName: string, messages: QueueMessages): Promise<QueueOutcome>;
  files(): Promise<R2Bucket>;
  stop(): Promise<void>;
}

/**
 * Serves the Pages project with the Worker behind its service binding, in one real workerd on one port. The bindings of both wrangler.toml and
 * the asset server (with _headers and the fallback to index.html) are wrangler's own, as in `wrangler pages dev`.
 * Handlers of crons can only be called from this process, never through the port.
 */
export async function serveSite(options: SiteOptions): Promise<Site> {
  const stopped = new AbortController();
  // Read when the runtime starts; there is no option for it.
  process.env.MINIFLARE_WORKERD_V8_FLAGS = options.heapMb ? `--max-old-space-size=${options.heapMb}` : '';
  const log = new SiteLog(options.onLog);
  const assets = await assetServer(options.web, stopped.signal);
  const pages = unstable_getMiniflareWorkerOptions(join(ROOT, 'web/wrangler.toml')).workerOptions;
  const api = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml')).workerOptions;
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: options.host,
      port: options.port,
      // No look-up of the visitor's place over the network.
      cf: false,
      logRequests: false,
      ...(options.inspectorPort && { inspectorPort: options.inspectorPort }),
      log,
      handleStructuredLogs: ({ level, message }) => options.onLog(level, message),
      unsafeHandleRuntimeRestart: options.onRestart,
      resourcePersistencePath: options.persistTo,
      resourceTmpPath: options.tmp,
      workers: [
        {
          ...pages,
          name: 'tensu',
          ...pagesScript(join(ROOT, 'web/public')),
          serviceBindings: { ...(pages.serviceBindings as object), ASSETS: assets },
        },
        { ...api, name: API, ...source(options.worker), bindings: { ...(api.bindings as Record<string, Json>), ...options.vars } },
      ],
    }),
  );
  const url = await runtime.ready;
  return {
    url,
    crons: (api.cronTriggers ?? []) as string[],
    runCron: async (cron) => (await (await runtime.getWorker(API)).scheduled({ cron, scheduledTime: new Date() })).outcome,
    queue: (binding) => runtime.getQueueProducer(binding, API) as unknown as Promise<Queue>,
    deliver: async (queueName, messages) => (await runtime.getWorker(API)).queue(queueName, messages),
    files: () => getBucket(runtime, API),
    stop: async () => {
      stopped.abort();
      await runtime.dispose();
    },
  };
}

/** wrangler's asset server fails on a path below a file, where a deployment finds nothing and answers with the app. */
async function assetServer(directory: string, signal: AbortSignal): Promise<(request: Request) => Promise<Response>> {
  const serve = await unstable_generateASSETSBinding({ directory, log: silent as never, signal });
  return async (request) => {
    const answer = await serve(request);
    return answer.status === 502 ? serve(new Request(new URL('/', request.url).href, { headers: request.headers })) : answer;
  };
}

const silent = { log() {}, error() {}, warn() {}, info() {}, debug() {} };

function source(file: string) {
  return { modules: [module(file, readFileSync(file, 'utf8'))], modulesRoot: join(file, '..') };
}

/** The script of the Pages project with the JSON that it imports, which a deployment bundles into it. */
function pagesScript(folder: string) {
  const script = source(join(folder, '_worker.js'));
  const routes = join(folder, '_routes.json');
  return { ...script, modules: [...script.modules, module(routes, `export default ${readFileSync(routes, 'utf8')}`)] };
}

function module(path: string, contents: string) {
  return { type: 'ESModule' as const, path, contents };
}

class SiteLog extends Log {
  #onLog: SiteOptions['onLog'];

  constructor(onLog: SiteOptions['onLog']) {
    super(LogLevel.INFO);
    this.#onLog = onLog;
  }

  override logWithLevel(level: LogLevel, message: string): void {
    if (level <= this.level) this.#onLog(LogLevel[level]?.toLowerCase() ?? 'info', message);
  }
}
