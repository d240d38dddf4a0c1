const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook download; a failure later in the stream breaks the download off. */
export function respondWithWorkbook(body: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(body, {
    headers: { 'content-type': XLSX_TYPE, 'content-disposition': `attachment; filename="${name}.xlsx"`, 'cache-control': 'no-store' },
  });
}
