import { isCellError } from '../../worker/platform/xlsx/cell-value.ts';
import { readRows } from '../../worker/platform/xlsx/read/read.ts';
import { bucketSource } from '../../worker/platform/xlsx/read/source.ts';
import { writeWorkbook } from '../../worker/platform/xlsx/write/write.ts';
import { COLUMNS, makeRows } from './workbook-rows.ts';

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
      return new Response(writeWorkbook({ sheetName: 'Bench', columns, rows: makeRows(count, columns) }));
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
    for await (const chunk of makeRows(count)) {
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
