import ExcelJS from 'exceljs';
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import { COLUMNS, makeRows } from './workbook-rows.ts';

/** The Worker under workbook-libraries.ts: `/<library>/write?rows=` answers a workbook, `/<library>/read` counts what is in the one in R2. */
export default {
  async fetch(request: Request, env: { FILES: R2Bucket }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, library, verb] = pathname.split('/') as [string, 'exceljs' | 'hucre', 'read' | 'write'];
    if (verb === 'write') return new Response(await WRITERS[library](Number(searchParams.get('rows'))));
    return Response.json(await READERS[library]((await env.FILES.get('file'))!));
  },
};

const HEADERS = COLUMNS.map(({ header }) => header);

const WRITERS = {
  /** Its streaming writer needs the streams and files of Node; in a Worker the whole workbook is in memory. */
  async exceljs(count: number): Promise<ArrayBuffer> {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Bench');
    sheet.addRow(HEADERS);
    for await (const chunk of makeRows(count)) sheet.addRows(chunk);
    return workbook.xlsx.writeBuffer();
  },
  async hucre(count: number): Promise<ReadableStream> {
    async function* rows() {
      yield HEADERS;
      for await (const chunk of makeRows(count)) for (const row of chunk) yield row as (string | number)[];
    }
    return writeXlsxStream(rows(), { name: 'Bench' });
  },
};

const READERS = {
  async exceljs(file: R2ObjectBody): Promise<object> {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await file.arrayBuffer());
    return { rows: workbook.worksheets[0]!.actualRowCount };
  },
  async hucre(file: R2ObjectBody): Promise<object> {
    let rows = 0;
    for await (const { values } of streamXlsxRows(file.body)) if (values.length > 0) rows++;
    return { rows };
  },
};
