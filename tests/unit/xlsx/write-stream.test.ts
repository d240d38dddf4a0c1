import { describe, expect, it } from 'vitest';
import { writeWorkbook } from '../../../worker/platform/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../../worker/platform/xlsx/write/write-cells.ts';
import { cellsOf } from './read-all.ts';
import { bytesOf, collect } from './write-and-read.ts';

describe('the stream', () => {
  const columns: WorkbookColumn[] = [{ header: 'a', kind: 'text' }];

  it('fails when the row source fails, also in the middle', async () => {
    async function* rows() {
      for (let i = 0; i < 50; i++) yield Array.from({ length: 1000 }, () => [crypto.randomUUID()]);
      throw new Error('database gone');
    }
    await expect(collect(writeWorkbook({ sheetName: 'S', columns, rows: rows() }))).rejects.toThrow('database gone');
  });

  it('pulls rows only as its reader reads, and closes the source when the reader cancels', async () => {
    let pulled = 0;
    let closed = false;
    async function* rows() {
      try {
        for (;;) {
          pulled += 1000;
          yield Array.from({ length: 1000 }, () => [crypto.randomUUID()]);
        }
      } finally {
        closed = true;
      }
    }
    const reader = writeWorkbook({ sheetName: 'S', columns, rows: rows() }).getReader();
    // The first bytes are the header of the zip entry, before any row.
    await reader.read();
    await reader.read();
    await settled();
    const after = pulled;
    await settled();
    expect(pulled).toBe(after);
    expect(pulled).toBeLessThan(50_000);
    await reader.cancel();
    await expect.poll(() => closed).toBe(true);
  });

  it('is read back by our own reader cell by cell', async () => {
    const bytes = await bytesOf(
      [
        { header: 'Tên', kind: 'text' },
        { header: 'Ngày', kind: 'date' },
        { header: 'Lúc', kind: 'datetime' },
      ],
      [
        ['=1+1', '1900-01-01', '2026-03-01 23:59:59'],
        ['_x0041_ 𠮷', '1900-02-28', null],
      ],
    );
    expect(await cellsOf(bytes)).toEqual([
      ['Tên', 'Ngày', 'Lúc'],
      ['=1+1', '1900-01-01', '2026-03-01 23:59:59'],
      ['_x0041_ 𠮷', '1900-02-28'],
    ]);
  });
});

async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve));
}
