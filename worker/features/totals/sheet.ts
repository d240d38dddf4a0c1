import type { Column } from '../../contracts/contract.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { splitRows } from '../../platform/db/pieces.ts';
import type { Sheet } from '../../platform/feeds/sheet.ts';

type Cells = Readonly<Record<string, unknown>>;

interface SheetParts<Entry> {
  name: Text;
  columns: readonly Column[];
  entries: readonly Entry[];
  /** The cells of an entry by column, made when it is written; without it the entry itself. */
  toRow?: (entry: Entry) => object;
  /** The cells of the line below the rows by column. */
  sum?: object | undefined;
}

/** Rows as a sheet with these columns, and their sum below. */
export function toSheet<Entry extends object>(
  { name, columns, entries, toRow = (entry) => entry, sum }: SheetParts<Entry>,
  lang: Lang,
): Sheet {
  async function* chunks() {
    for (const some of splitRows(entries)) {
      yield some.map((entry) => {
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
    ...(sum && { totals: columns.map(({ key }, index) => (index === 0 ? TOTAL_WORD[lang] : (sum as Cells)[key])) }),
  };
}

export const TOTALS = { vi: 'Tổng điểm', en: 'Totals' };
const TOTAL_WORD = { vi: 'Tổng', en: 'Total' };
