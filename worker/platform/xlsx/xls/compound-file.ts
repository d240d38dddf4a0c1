import type { WorkbookSource } from '../read/source.ts';
import { WorkbookError } from '../workbook-error.ts';

/** The OLE container of .xls and of encrypted workbooks ([MS-CFB]): a small file system of sectors in chains. */

export const COMPOUND_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const HEADER_BYTES = 512;
const HEADER_FAT_SECTORS = 109;
const ENTRY_BYTES = 128;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
const NO_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const STREAM = 2;

interface Entry {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/** The streams in the root of a compound file by upper-case name; streams of embedded objects stay out. */
export async function openCompoundFile(source: WorkbookSource): Promise<Map<string, WorkbookSource>> {
  if (source.size < HEADER_BYTES) throw createBrokenError('no header');
  const header = viewOf(await source.read(0, HEADER_BYTES));
  const sectorShift = header.getUint16(30, true);
  if (sectorShift !== 9 && sectorShift !== 12) throw createBrokenError('sector size');
  const sectors: Layout = { source, sectorBytes: 2 ** sectorShift, offset: 2 ** sectorShift, table: new Uint32Array(0) };
  sectors.table = await readTable(sectors, await tableSectors(sectors, header));

  const directory = await readAll(openChain(sectors, header.getUint32(48, true), MAX_DIRECTORY_BYTES, false));
  const entries = parseDirectory(viewOf(directory));
  const root = entries[0];
  if (!root) throw createBrokenError('no root');

  const cutoff = header.getUint32(56, true);
  const mini = await miniLayout(sectors, header, root);
  const streams = new Map<string, WorkbookSource>();
  for (const entry of rootStreams(entries)) {
    const layout = entry.size < cutoff ? mini : sectors;
    if (entry.size > source.size) throw createBrokenError('a stream larger than the file');
    streams.set(entry.name.toUpperCase(), openChain(layout, entry.start, entry.size, true));
  }
  return streams;
}

/** Sectors of a size at an offset of some source, with the table that chains them. */
interface Layout {
  source: WorkbookSource;
  sectorBytes: number;
  /** Where sector 0 begins. */
  offset: number;
  /** For each sector, the one after it. */
  table: Uint32Array;
}

/** The sectors that hold the sector table: the first 109 stand in the header, further ones in sectors of their own. */
async function tableSectors(sectors: Layout, header: DataView): Promise<number[]> {
  const count = header.getUint32(44, true);
  const most = Math.ceil(sectors.source.size / sectors.sectorBytes);
  if (count > most) throw createBrokenError('sector table');
  const list: number[] = [];
  for (let i = 0; i < HEADER_FAT_SECTORS && list.length < count; i++) list.push(header.getUint32(76 + i * 4, true));
  let next = header.getUint32(68, true);
  const perSector = sectors.sectorBytes / 4 - 1;
  for (let hops = 0; list.length < count; hops++) {
    if (next >= NO_SECTOR || hops > most) throw createBrokenError('sector table');
    const view = viewOf(await readSectors(sectors, next, 1));
    for (let i = 0; i < perSector && list.length < count; i++) list.push(view.getUint32(i * 4, true));
    next = view.getUint32(perSector * 4, true);
  }
  return list;
}

async function readTable(sectors: Layout, list: number[]): Promise<Uint32Array> {
  const perSector = sectors.sectorBytes / 4;
  const table = new Uint32Array(list.length * perSector);
  for (const [i, sector] of list.entries()) {
    const view = viewOf(await readSectors(sectors, sector, 1));
    for (let j = 0; j < perSector; j++) table[i * perSector + j] = view.getUint32(j * 4, true);
  }
  return table;
}

/** Small streams live in 64-byte sectors inside one stream of the root. */
async function miniLayout(sectors: Layout, header: DataView, root: Entry): Promise<Layout> {
  const table = await readAll(openChain(sectors, header.getUint32(60, true), header.getUint32(64, true) * sectors.sectorBytes, true));
  const view = viewOf(table);
  return {
    source: openChain(sectors, root.start, Math.min(root.size, sectors.source.size), true),
    sectorBytes: 2 ** Math.min(header.getUint16(32, true), 12),
    offset: 0,
    table: Uint32Array.from({ length: table.length >> 2 }, (_, i) => view.getUint32(i * 4, true)),
  };
}

/**
 * A stream as a source of its own. `exact`: the chain must hold `size` bytes; else it ends where it ends, at most at `size`.
 */
function openChain(layout: Layout, start: number, size: number, exact: boolean): WorkbookSource {
  const chain: number[] = [];
  const sectorCount = Math.ceil(size / layout.sectorBytes);
  for (let sector = start; sector < NO_SECTOR && chain.length < sectorCount; sector = layout.table[sector]!) {
    if (sector >= layout.table.length || chain.length > layout.table.length) throw createBrokenError('sector chain');
    chain.push(sector);
  }
  if (exact && chain.length < sectorCount) throw createBrokenError('sector chain');
  return {
    size: Math.min(size, chain.length * layout.sectorBytes),
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let at = offset;
      while (at < offset + length) {
        const first = Math.floor(at / layout.sectorBytes);
        const last = Math.floor((offset + length - 1) / layout.sectorBytes);
        let run = 1;
        while (first + run <= last && chain[first + run] === chain[first]! + run) run++;
        const part = await readSectors(layout, chain[first]!, run);
        const within = at - first * layout.sectorBytes;
        const slice = part.subarray(within, within + offset + length - at);
        bytes.set(slice, at - offset);
        at += slice.length;
      }
      return bytes;
    },
  };
}

async function readSectors(layout: Layout, first: number, count: number): Promise<Uint8Array> {
  const from = layout.offset + first * layout.sectorBytes;
  // The last sector of a file may be cut short by careless writers.
  const length = Math.min(count * layout.sectorBytes, layout.source.size - from);
  if (length <= (count - 1) * layout.sectorBytes) throw createBrokenError('a sector beyond the end');
  const bytes = await layout.source.read(from, length);
  if (length === count * layout.sectorBytes) return bytes;
  const padded = new Uint8Array(count * layout.sectorBytes);
  padded.set(bytes);
  return padded;
}

function parseDirectory(view: DataView): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= view.byteLength; at += ENTRY_BYTES) {
    const chars = Math.min(32, view.getUint16(at + 64, true) >> 1) - 1;
    let name = '';
    for (let i = 0; i < chars; i++) name += String.fromCharCode(view.getUint16(at + i * 2, true));
    entries.push({
      name,
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** The root's children form a tree of siblings. */
function rootStreams(entries: Entry[]): Entry[] {
  const found: Entry[] = [];
  const seen = new Set<number>();
  const waiting = [entries[0]!.child];
  while (waiting.length > 0) {
    const id = waiting.pop()!;
    const entry = entries[id];
    if (id === NO_ENTRY || !entry || seen.has(id)) continue;
    seen.add(id);
    if (entry.type === STREAM) found.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}

async function readAll(source: WorkbookSource): Promise<Uint8Array> {
  return await source.read(0, source.size);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function createBrokenError(cause: string): WorkbookError {
  return new WorkbookError('broken', { cause: `compound file: ${cause}` });
}
