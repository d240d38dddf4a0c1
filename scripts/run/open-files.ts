import { join } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';

const ROOT = join(import.meta.dirname, '../..');

export interface OpenFiles {
  files: R2Bucket;
  close: () => Promise<void>;
}

/** The Worker's bucket as a site on this storage folder has it; in memory without one. Not while that site runs. */
export async function openFiles(persistTo?: string): Promise<OpenFiles> {
  const { r2Buckets } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml')).workerOptions;
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      log: new Log(LogLevel.ERROR),
      ...(persistTo && { resourcePersistencePath: persistTo }),
      workers: [{ name: 'files', modules: true, script: 'export default {}', r2Buckets: r2Buckets as Record<string, string> }],
    }),
  );
  await runtime.ready;
  return { files: await getBucket(runtime, 'files'), close: () => runtime.dispose() };
}

/** The bucket FILES of a local Worker; Miniflare types it as its own, without what only the runtime's types have. */
export async function getBucket(runtime: Miniflare, worker?: string): Promise<R2Bucket> {
  return (await runtime.getR2Bucket('FILES', worker)) as unknown as R2Bucket;
}
