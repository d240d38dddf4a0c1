import { nextTask } from '../next-task.ts';
import { MergedCells } from '../read/merged-cells.ts';
import { bytesSource, type WorkbookSource } from '../read/source.ts';
import { RECORD, RecordReader } from './biff-records.ts';

/** Records whose data begin with their row. */
const OF_A_ROW = new Set<number>([
  ...[RECORD.row, RECORD.sharedString, RECORD.number, RECORD.numberPacked, RECORD.numbersPacked, RECORD.text, RECORD.richText],
  ...[RECORD.booleanOrError, RECORD.formula, RECORD.formulaOfExcel3, RECORD.formulaOfExcel4],
]);

/** Where the records of a row begin, with those behind that belong to them, such as the text of a formula. */
interface Group {
  row: number;
  start: number;
}

/** The records of a sheet whose rows ascend, and which of its cells are merged. */
export interface OrderedRecords {
  reader: RecordReader;
  merged: MergedCells;
}

/**
 * A reader of the sheet at an offset whose rows ascend. Some programs write a sheet column by column: its records are then put in the order of
 * their rows in memory, which takes twice its size, at most that of the file. What has no end is left as it is.
 */
export async function readInRowOrder(stream: WorkbookSource, offset: number): Promise<OrderedRecords> {
  const scanned = new RecordReader(stream, offset);
  const groups: Group[] = [{ row: -1, start: offset }];
  let lastRow = 0;
  let isAscending = true;
  let depth = 0;
  const merged = new MergedCells();
  while (await scanned.load()) {
    for (let start = scanned.offset, record = scanned.next(); record; start = scanned.offset, record = scanned.next()) {
      if (record.id === RECORD.startOfSubstream) depth++;
      else if (record.id === RECORD.endOfSubstream && --depth <= 0) {
        merged.sort();
        if (isAscending) return { reader: new RecordReader(stream, offset), merged };
        groups.push({ row: Number.POSITIVE_INFINITY, start });
        return { reader: new RecordReader(await sortGroups(stream, groups, scanned.offset), 0), merged };
      } else if (depth === 1 && record.id === RECORD.mergedCells) addRanges(merged, record.data);
      else if (depth === 1 && OF_A_ROW.has(record.id) && record.data.byteLength >= 2) {
        const row = record.data.getUint16(0, true);
        if (row !== groups.at(-1)!.row) groups.push({ row, start });
        // Rows are described by the dozen before the cells of all of them.
        if (record.id === RECORD.row) continue;
        if (row < lastRow) isAscending = false;
        lastRow = row;
      }
    }
    await nextTask();
  }
  return { reader: new RecordReader(stream, offset), merged };
}

/** A count, then the first and the last row and column of each range, all from 0. */
function addRanges(merged: MergedCells, data: DataView): void {
  for (let at = 2; at + RANGE_BYTES <= data.byteLength; at += RANGE_BYTES)
    merged.add(data.getUint16(at, true) + 1, data.getUint16(at + 2, true) + 1, data.getUint16(at + 4, true));
}

const RANGE_BYTES = 8;

/** The same records with the groups of lower rows first; those of a row stay in their order. */
async function sortGroups(stream: WorkbookSource, groups: readonly Group[], end: number): Promise<WorkbookSource> {
  const from = groups[0]!.start;
  const bytes = await stream.read(from, end - from);
  const ends = groups.map((_, index) => groups[index + 1]?.start ?? end);
  const sorted = new Uint8Array(bytes.length);
  let at = 0;
  for (const index of groups.map((_, index) => index).sort((a, b) => groups[a]!.row - groups[b]!.row)) {
    const part = bytes.subarray(groups[index]!.start - from, ends[index]! - from);
    sorted.set(part, at);
    at += part.length;
  }
  return bytesSource(sorted);
}
