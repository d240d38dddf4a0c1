import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SheetRow } from '../../../worker/platform/xlsx/cell-value.ts';
import { readRows, type SkippedRows } from '../../../worker/platform/xlsx/read/read.ts';
import { bytesSource } from '../../../worker/platform/xlsx/read/source.ts';
import { runs } from '../../support/property-runs.ts';
import { workbookOf } from '../../support/workbooks.ts';

async function readAll(file: Uint8Array, skip?: SkippedRows): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readRows(bytesSource(file), { maxRows: 10_000, skip })) rows.push(row);
  return rows;
}

describe('a reading that goes on behind a row', () => {
  it('has the first row and those behind, as if it had read them all', async () => {
    const cell = fc.constantFrom('山田邸', 'Nguyễn', 'a & <b>', '👩‍🔧', 'x\r\ny', 12.5, null);
    const sheet = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(sheet, fc.nat(), async (cells, nth) => {
        const file = await workbookOf([['head', 'line'], ...cells]);
        const all = await readAll(file);
        const last = all[nth % all.length]!;
        const skip = { sheet: last.sheet.name, from: all[0]!.end!, to: last.end!, row: last.row, count: last.count! };
        expect(await readAll(file, skip)).toEqual([all[0], ...all.slice((nth % all.length) + 1)]);
      }),
      { numRuns: runs(25) },
    );
  });

  it('counts the rows before, and is no bomb where they are many', async () => {
    const file = await workbookOf(Array.from({ length: 3000 }, (_, n) => [`r${n}`, n, `text ${n * 7919}`]));
    const all = await readAll(file);
    const at = all[2500]!;
    const skip = { sheet: at.sheet.name, from: all[0]!.end!, to: at.end!, row: at.row, count: at.count! };
    expect(await readAll(file, skip)).toEqual([all[0], ...all.slice(2501)]);
    const limited = async () => {
      for await (const _ of readRows(bytesSource(file), { maxRows: 2999, skip }));
    };
    await expect(limited()).rejects.toMatchObject({ code: 'too_many_rows' });
  });

  it('decodes no more than the ends of what it passes over', async () => {
    const file = await workbookOf(Array.from({ length: 4000 }, (_, n) => [`山田邸 ${n}`, 'Nguyễn Thị Ánh', `👩‍🔧 ${n * 7919}`, n]));
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    try {
      const all = await readAll(file);
      const before = decode.mock.calls.length;
      const at = all[3900]!;
      const skip = { sheet: at.sheet.name, from: all[0]!.end!, to: at.end!, row: at.row, count: at.count! };
      expect(await readAll(file, skip)).toEqual([all[0], ...all.slice(3901)]);
      const slices = Math.floor(all.at(-1)!.end! / (128 * 1024));
      expect(slices).toBeGreaterThan(4);
      expect(decode.mock.calls.length - before).toBeLessThanOrEqual(before - slices + 2);
    } finally {
      decode.mockRestore();
    }
  });
});
