import ExcelJS from 'exceljs';

/** The first sheet's rows as another program reads them. The lists of its cells are passed over: ExcelJS keeps one for each cell, ten seconds for a template. */
export async function readWorkbook(bytes: Uint8Array): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as never, { ignoreNodes: ['dataValidations'] });
  const rows: unknown[][] = [];
  workbook.worksheets[0]!.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
}
