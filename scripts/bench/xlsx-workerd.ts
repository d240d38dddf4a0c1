import { excelLikeWorkbook } from '../../tests/support/workbooks.ts';
import { serveBenchWorker } from './bench-worker.ts';
import { printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * Writing and reading workbooks of 30 columns in a real workerd whose script heap is limited to 96 MB (a Worker dies at 128), each
 * in a fresh process. The files to read lie in R2: one the writer made, one as Excel makes it (texts in shared strings, behind the
 * sheet). Prints wall clock, processor time and peak memory of the process; a run that dies says so.
 */
const HEAP_MB = 96;
const table: Record<string, string | number>[] = [];
for (const rows of [20_000, 100_000]) {
  const written = await measure(`write ${rows}`, undefined, `/write?rows=${rows}`);
  if (written) await measure(`read ${rows}, our own file`, written, '/read');
  await measure(`read ${rows}, as Excel writes it`, await excelLikeWorkbook(rows, 30), '/read');
  await measure(`write ${rows}, reader waits`, undefined, `/write-ahead?rows=${rows}`);
  if (written) await measure(`read ${rows}, importer waits`, written, '/read-ahead');
}
printTable(`30 columns, workerd with a script heap of ${HEAP_MB} MB`, table);

/** One request in a fresh workerd; answers the body if it is a file. */
async function measure(what: string, file: Uint8Array | undefined, path: string): Promise<Uint8Array | undefined> {
  const bench = await serveBenchWorker('xlsx-worker.ts', { heapMb: HEAP_MB });
  try {
    if (file) await (await bench.files()).put('file', file);
    const [worker] = workerdPids();
    const idle = usageOf(worker!);
    const start = performance.now();
    const response = await fetch(new URL(path, bench.url));
    let first = 0;
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body!) {
      first ||= performance.now() - start;
      chunks.push(chunk);
    }
    const ms = performance.now() - start;
    const used = usageOf(worker!);
    const body = Buffer.concat(chunks);
    const isFile = path.startsWith('/write?');
    table.push({
      what,
      'file MB': mega((isFile ? body : file)?.length ?? 0),
      'first byte ms': isFile ? Math.round(first) : '',
      ms: Math.round(ms),
      'cpu ms': used.cpuMs - idle.cpuMs,
      'idle MB': mega(idle.peakBytes),
      'peak MB': mega(used.peakBytes),
      answer: isFile ? '' : body.toString(),
    });
    return isFile ? body : undefined;
  } catch (error) {
    table.push({ what, answer: `failed: ${String(error)}` });
  } finally {
    await bench.stop();
  }
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
