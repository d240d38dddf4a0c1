import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { buildWorker } from './bundle.ts';

const ROOT = join(import.meta.dirname, '../..');
/** An editor writes a file in several steps, and a checkout changes many. */
const SETTLE_MS = 200;

export interface DevServerOptions {
  host: string;
  port: number;
  /** Origin of the site whose API the pages call. */
  apiUrl: string;
}

/** Serves the web app from its sources, with hot reloading, and passes calls of the API on. Answers how to stop it. */
export async function startDevServer({ host, port, apiUrl }: DevServerOptions): Promise<() => Promise<void>> {
  const server = await createServer({
    configFile: join(ROOT, 'web/vite.config.ts'),
    server: { host, port, strictPort: true, proxy: { '/api/v1': { target: apiUrl, changeOrigin: false } } },
  });
  await server.listen();
  return () => server.close();
}

/** Bundles the Worker again whenever one of its sources changes, then calls `onRebuilt`. Ends with the signal. */
export function rebuildWorkerOnChange(onRebuilt: () => void, onError: (message: string) => void, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  const rebuild = () =>
    buildWorker(signal).then(onRebuilt, (error: Error) => {
      if (!signal.aborted) onError(error.message);
    });
  for (const source of ['worker', 'wrangler.toml']) {
    watch(join(ROOT, source), { recursive: true, signal }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, SETTLE_MS);
    });
  }
}
