import type { WorkbookColumn } from '../../worker/platform/xlsx/write/write-cells.ts';

const KINDS = ['text', 'decimal', 'date', 'integer', 'text'] as const;
export const COLUMNS: WorkbookColumn[] = Array.from({ length: 30 }, (_, i) => ({
  header: `Cột ${i + 1}`,
  kind: KINDS[i % 5]!,
  decimals: 2,
}));

/** Yields rows of these columns, a thousand at a time. */
export async function* makeRows(count: number, columns: readonly WorkbookColumn[] = COLUMNS): AsyncGenerator<unknown[][]> {
  for (let from = 0; from < count; from += 1000)
    yield Array.from({ length: Math.min(1000, count - from) }, (_, i) => makeRow(from + i, columns));
}

/** Half the texts repeat (people, customers), half are all different (building names). */
function makeRow(n: number, columns: readonly WorkbookColumn[]): unknown[] {
  return columns.map(({ kind }, i) => {
    if (kind === 'decimal') return (n % 2000) + i / 100;
    if (kind === 'integer') return n + i;
    if (kind === 'date') return `2026-${String(1 + ((n + i) % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
    return i % 2 ? `Nguyễn Thị Hồng ${(n + i) % 500}` : `${n}-${i} 山田太郎邸 新築工事`;
  });
}
