import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build, type Rolldown } from 'vite';

/** A Worker of this folder, bundled and served by a workerd of its own. */
export async function serveBenchWorker(file: string, bindings: Record<string, string>): Promise<{ url: URL; stop(): Promise<void> }> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = '';
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      logRequests: false,
      workers: [
        {
          name: 'bench',
          modules: [{ type: 'ESModule', path: 'bench.mjs', contents: await bundleBenchWorker(file) }],
          compatibilityDate: '2026-11-01',
          compatibilityFlags: ['nodejs_compat'],
          bindings,
        },
      ],
    }),
  );
  return { url: await runtime.ready, stop: () => runtime.dispose() };
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
