import { nextTask } from '../next-task.ts';
import { bytesSource, type WorkbookSource } from '../read/source.ts';
import { RECORD, RecordReader } from './biff-records.ts';

/** Records whose data begin with their row. */
const OF_A_ROW = new Set<number>([
  ...[RECORD.row, RECORD.sharedString, RECORD.number, RECORD.numberPacked, RECORD.numbersPacked, RECORD.text, RECORD.richText],
  ...[RECORD.booleanOrError, RECORD.formula],
]);

/** Where the records of a row begin, with those behind that belong to them, such as the text of a formula. */
interface Group {
  row: number;
  start: number;
}

/**
 * A reader of the sheet at an offset whose rows ascend. Some programs write a sheet column by column: its records are then put in the order of
 * their rows in memory, which takes twice its size, at most that of the file. What has no end is left as it is.
 */
export async function readInRowOrder(stream: WorkbookSource, offset: number): Promise<RecordReader> {
  const scanned = new RecordReader(stream, offset);
  const groups: Group[] = [{ row: -1, start: offset }];
  let lastRow = 0;
  let isAscending = true;
  let depth = 0;
  while (await scanned.load()) {
    for (let start = scanned.offset, record = scanned.next(); record; start = scanned.offset, record = scanned.next()) {
      if (record.id === RECORD.startOfSubstream) depth++;
      else if (record.id === RECORD.endOfSubstream && --depth <= 0) {
        if (isAscending) return new RecordReader(stream, offset);
        groups.push({ row: Number.POSITIVE_INFINITY, start });
        return new RecordReader(await sortGroups(stream, groups, scanned.offset), 0);
      } else if (depth === 1 && OF_A_ROW.has(record.id) && record.data.byteLength >= 2) {
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
  return new RecordReader(stream, offset);
}

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
