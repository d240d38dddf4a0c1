import type { Column } from '../../contracts/contract.ts';
import type { Lang } from '../../contracts/text.ts';
import { writeWorkbook } from '../../platform/xlsx/write/write.ts';

type Cells = Readonly<Record<string, unknown>>;

/** Rows as a workbook with these columns, and their sum in bold below. Each row is made when it is written. */
export function writeSheet<Entry>(
  name: string,
  columns: readonly Column[],
  entries: readonly Entry[],
  toRow: (entry: Entry) => object,
  sum: object | undefined,
  total: string,
  lang: Lang,
): ReadableStream<Uint8Array> {
  async function* chunks() {
    for (let start = 0; start < entries.length; start += 1000) {
      yield entries.slice(start, start + 1000).map((entry) => {
        const row = toRow(entry) as Cells;
        return columns.map(({ key }) => row[key]);
      });
    }
  }
  return writeWorkbook({
    sheetName: name,
    columns: columns.map(({ label, kind, decimals }) => ({
      header: label[lang],
      kind: kind === 'decimal' || kind === 'integer' || kind === 'date' ? kind : 'text',
      ...(decimals !== undefined && { decimals }),
    })),
    rows: chunks(),
    ...(sum && { totals: columns.map(({ key }, index) => (index === 0 ? total : (sum as Cells)[key])) }),
  });
}

export const TOTAL_WORD = { vi: 'Tổng', en: 'Total' };
