import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { listRequiredSecrets } from '../../worker/platform/environment-settings.ts';
import { readStagingParts, type StagingPart } from '../run/setting-shapes.ts';

const ROOT = join(import.meta.dirname, '../..');

export const DEPLOY_ENVIRONMENTS = ['production', 'staging'] as const;
export type DeployEnvironment = (typeof DEPLOY_ENVIRONMENTS)[number];

/** What an environment is made of at the platform, and the configuration of its Worker and its Pages project. */
export interface Deployment {
  worker: string;
  pages: string;
  bucket: string;
  queues: string[];
  workerConfig: WorkerConfig & Record<string, unknown>;
  pagesConfig: PagesConfig & Record<string, unknown>;
  /** Settings that it is not sent although the shell has them. */
  withheld: string[];
}

const workerConfigSchema = z.looseObject({
  name: z.string(),
  main: z.string(),
  alias: z.record(z.string(), z.string()),
  triggers: z.object({ crons: z.array(z.string()) }),
  send_email: z.array(z.looseObject({ name: z.string() })),
  r2_buckets: z.tuple([z.looseObject({ bucket_name: z.string() })]),
  queues: z.object({
    producers: z.array(z.looseObject({ queue: z.string() })),
    consumers: z.array(z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() })),
  }),
});
type WorkerConfig = z.infer<typeof workerConfigSchema>;

const pagesConfigSchema = z.looseObject({
  name: z.string(),
  pages_build_output_dir: z.string(),
  services: z.array(z.looseObject({ service: z.string() })),
});
type PagesConfig = z.infer<typeof pagesConfigSchema>;

/**
 * The environment as wrangler.toml and web/wrangler.toml describe production; every name of staging ends in `-staging`, and it sends mail, runs
 * by itself and asks the source only where STAGING_ENABLES says so. The Worker runs near the database where DB_REGION is given.
 */
export async function readDeployment(environment: DeployEnvironment, env: NodeJS.ProcessEnv = {}): Promise<Deployment> {
  const region = env.DB_REGION;
  const parts = readStagingParts(env.STAGING_ENABLES ?? '') ?? [];
  const does = (part: StagingPart) => environment === 'production' || parts.includes(part);
  const worker = workerConfigSchema.parse(parse(await readFile(join(ROOT, 'wrangler.toml'), 'utf8')));
  const pages = pagesConfigSchema.parse(parse(await readFile(join(ROOT, 'web/wrangler.toml'), 'utf8')));
  const named = (name: string) => (environment === 'production' ? name : `${name}-${environment}`);
  const [bucket] = worker.r2_buckets;
  const workerConfig = {
    ...worker,
    name: named(worker.name),
    main: join(ROOT, worker.main),
    alias: Object.fromEntries(Object.entries(worker.alias).map(([name, file]) => [name, join(ROOT, file)])),
    r2_buckets: [{ ...bucket, bucket_name: named(bucket.bucket_name) }] as WorkerConfig['r2_buckets'],
    queues: {
      producers: worker.queues.producers.map((one) => ({ ...one, queue: named(one.queue) })),
      consumers: worker.queues.consumers.map(({ queue, dead_letter_queue, ...one }) => ({
        ...one,
        queue: named(queue),
        ...(dead_letter_queue && { dead_letter_queue: named(dead_letter_queue) }),
      })),
    },
    triggers: does('crons') ? worker.triggers : { crons: [] },
    send_email: does('mail') ? worker.send_email : [],
    secrets: { required: listRequiredSecrets() },
    placement: region ? { mode: 'targeted', region } : { mode: 'smart' },
  };
  const pagesConfig = {
    ...pages,
    name: named(pages.name),
    pages_build_output_dir: join(ROOT, 'web', pages.pages_build_output_dir),
    services: pages.services.map((one) => ({ ...one, service: named(one.service) })),
  };
  return {
    worker: workerConfig.name,
    pages: pagesConfig.name,
    bucket: workerConfig.r2_buckets[0].bucket_name,
    queues: [...new Set(workerConfig.queues.producers.map(({ queue }) => queue))],
    workerConfig,
    pagesConfig,
    withheld: does('crawl') ? [] : ['BASE_VN_TOKEN'],
  };
}
