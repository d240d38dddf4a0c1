import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build, type Rolldown } from 'vite';
import { getBucket } from '../run/open-files.ts';

/** One of the Workers in this folder, bundled and served by a workerd of its own; `heapMb` limits its script heap. */
export async function serveBenchWorker(
  file: string,
  { bindings = {}, heapMb }: { bindings?: Record<string, string>; heapMb?: number },
): Promise<{ url: URL; files: () => Promise<R2Bucket>; stop(): Promise<void> }> {
  // Read when the runtime starts; there is no option for it.
  process.env.MINIFLARE_WORKERD_V8_FLAGS = heapMb ? `--max-old-space-size=${heapMb}` : '';
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      logRequests: false,
      workers: [
        {
          name: 'bench',
          modules: [{ type: 'ESModule', path: 'bench.mjs', contents: await bundleOnce(file) }],
          compatibilityDate: '2026-11-01',
          compatibilityFlags: ['nodejs_compat'],
          bindings,
          r2Buckets: { FILES: 'bench' },
        },
      ],
    }),
  );
  return {
    url: await runtime.ready,
    files: () => getBucket(runtime),
    stop: () => runtime.dispose(),
  };
}

const bundles = new Map<string, Promise<string>>();

function bundleOnce(file: string): Promise<string> {
  const known = bundles.get(file) ?? bundleBenchWorker(file);
  bundles.set(file, known);
  return known;
}

async function bundleBenchWorker(file: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2024',
      minify: false,
      lib: { entry: join(import.meta.dirname, file), formats: ['es'] },
      // workerd has these modules; a bundle for browsers would get empty ones.
      rolldownOptions: { external: [/^node:/] },
    },
  })) as Rolldown.RolldownOutput[];
  return output[0]!.output[0].code;
}
