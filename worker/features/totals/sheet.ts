import type { Column } from '../../contracts/contract.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import type { Sheet } from '../../platform/feeds/sheet.ts';

type Cells = Readonly<Record<string, unknown>>;

/** Rows as a sheet with these columns, and their sum below. Each row is made when it is written. */
export function toSheet<Entry>(
  name: Text,
  columns: readonly Column[],
  entries: readonly Entry[],
  toRow: (entry: Entry) => object,
  sum: object | undefined,
  total: string,
  lang: Lang,
): Sheet {
  async function* chunks() {
    for (let start = 0; start < entries.length; start += 1000) {
      yield entries.slice(start, start + 1000).map((entry) => {
        const row = toRow(entry) as Cells;
        return columns.map(({ key }) => row[key]);
      });
    }
  }
  return {
    sheetName: name[lang],
    columns: columns.map(({ key, label, kind, decimals }) => ({
      key,
      header: label[lang],
      kind: kind === 'decimal' || kind === 'integer' || kind === 'date' ? kind : 'text',
      ...(decimals !== undefined && { decimals }),
    })),
    rows: chunks(),
    ...(sum && { totals: columns.map(({ key }, index) => (index === 0 ? total : (sum as Cells)[key])) }),
  };
}

export const TOTALS = { vi: 'Tổng điểm', en: 'Totals' };
export const TOTAL_WORD = { vi: 'Tổng', en: 'Total' };
