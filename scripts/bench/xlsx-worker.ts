import { isCellError } from '../../worker/xlsx/cell-value.ts';
import { readRows } from '../../worker/xlsx/read/read.ts';
import { bucketSource } from '../../worker/xlsx/read/source.ts';
import { writeWorkbook } from '../../worker/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../worker/xlsx/write/write-cells.ts';

/**
 * The Worker under xlsx-workerd.ts. `/write?rows=&columns=` streams a workbook, `/read` reads the one in R2 by ranges and answers what it saw.
 * `/write-ahead` and `/read-ahead` answer how far the producer got while its reader waited a second after the first piece.
 */
export default {
  async fetch(request: Request, env: { FILES: R2Bucket }): Promise<Response> {
    const url = new URL(request.url);
    const count = Number(url.searchParams.get('rows'));
    if (url.pathname === '/write') {
      const columns = COLUMNS.slice(0, Number(url.searchParams.get('columns') ?? COLUMNS.length));
      return new Response(writeWorkbook({ sheetName: 'Bench', columns, rows: rows(count, columns) }));
    }
    if (url.pathname === '/write-ahead') return Response.json(await writeAhead(count));
    return Response.json(await read(env.FILES, url.pathname === '/read-ahead'));
  },
};

async function read(files: R2Bucket, ahead: boolean): Promise<object> {
  const source = (await bucketSource(files, 'file'))!;
  let gets = 0;
  const counted = {
    size: source.size,
    read(offset: number, length: number) {
      gets++;
      return source.read(offset, length);
    },
  };
  let [count, cells, errors] = [0, 0, 0];
  for await (const row of readRows(counted, { maxRows: 200_000 })) {
    count++;
    cells += row.cells.length;
    if (row.cells.some(isCellError)) errors++;
    if (!ahead) continue;
    await waitOneSecond();
    return { read: count, gets };
  }
  return { rows: count, cells, errors, gets };
}

async function writeAhead(count: number): Promise<object> {
  let pulled = 0;
  async function* counted() {
    for await (const chunk of rows(count)) {
      pulled += chunk.length;
      yield chunk;
    }
  }
  const reader = writeWorkbook({ sheetName: 'Bench', columns: COLUMNS, rows: counted() }).getReader();
  let sent = 0;
  for (let i = 0; i < 3; i++) sent += (await reader.read()).value?.length ?? 0;
  await waitOneSecond();
  await reader.cancel();
  return { sent, pulled };
}

async function waitOneSecond(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

const KINDS = ['text', 'decimal', 'date', 'integer', 'text'] as const;
const COLUMNS: WorkbookColumn[] = Array.from({ length: 30 }, (_, i) => ({ header: `Cột ${i + 1}`, kind: KINDS[i % 5]!, decimals: 2 }));

async function* rows(count: number, columns = COLUMNS): AsyncGenerator<unknown[][]> {
  for (let from = 0; from < count; from += 1000)
    yield Array.from({ length: Math.min(1000, count - from) }, (_, i) => row(from + i, columns));
}

/** Half the texts repeat (people, customers), half are all different (building names). */
function row(n: number, columns: readonly WorkbookColumn[]): unknown[] {
  return columns.map(({ kind }, i) => {
    if (kind === 'decimal') return (n % 2000) + i / 100;
    if (kind === 'integer') return n + i;
    if (kind === 'date') return `2026-${String(1 + ((n + i) % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
    return i % 2 ? `Nguyễn Thị Hồng ${(n + i) % 500}` : `${n}-${i} 山田太郎邸 新築工事`;
  });
}
