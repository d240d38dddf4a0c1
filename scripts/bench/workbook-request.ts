import { serveBenchWorker } from './bench-worker.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/** A Worker's limit is 128 MB for everything; the heap of scripts gets this much of it. */
export const HEAP_MB = 96;

export interface WorkbookRequest {
  /** A Worker of this folder. */
  worker: string;
  path: string;
  /** Put into R2 before the request, for the Worker to read. */
  file?: Uint8Array | undefined;
  timeoutMs?: number;
}

/** One request in a fresh workerd: a row of a table, and the body if the path is one that writes a file. A run that dies says so. */
export async function measureWorkbook({ worker, path, file, timeoutMs = 600_000 }: WorkbookRequest) {
  const bench = await serveBenchWorker(worker, { heapMb: HEAP_MB });
  try {
    if (file) await (await bench.files()).put('file', file);
    const [pid] = workerdPids();
    const idle = usageOf(pid!);
    const start = performance.now();
    const response = await fetch(new URL(path, bench.url), { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${(await response.text()).slice(0, 120)}`);
    let first = 0;
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body!) {
      first ||= performance.now() - start;
      chunks.push(chunk);
    }
    const ms = performance.now() - start;
    const used = usageOf(pid!);
    const body = Buffer.concat(chunks);
    const isFile = path.includes('/write?');
    const row = {
      'file MB': inMegabytes((isFile ? body : file)?.length ?? 0),
      'first byte ms': isFile ? Math.round(first) : '',
      ms: Math.round(ms),
      'cpu ms': used.cpuMs - idle.cpuMs,
      'idle MB': inMegabytes(idle.peakBytes),
      'peak MB': inMegabytes(used.peakBytes),
      answer: isFile ? '' : body.toString(),
    };
    return { row, written: isFile ? body : undefined };
  } catch (error) {
    return { row: { answer: `failed: ${String((error as Error).cause ?? error)}`.slice(0, 100) }, written: undefined };
  } finally {
    await bench.stop();
  }
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
