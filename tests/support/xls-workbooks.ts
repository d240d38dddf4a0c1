/** Makers of .xls files (BIFF8 in a compound file), record by record, for what no program at hand writes. */

const SECTOR = 512;
const MINI_SECTOR = 64;
const MINI_CUTOFF = 4096;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE = 0xfffffffd;
const BIFF8 = 0x0600;
const GLOBALS = 5;
const WORKSHEET = 0x10;

/** Numbers of a record by width: `u16(1, 2)`. */
export const u8 = (...values: number[]) => values.map((value) => value & 0xff);
export const u16 = (...values: number[]) => values.flatMap((value) => u8(value, value >> 8));
export const u32 = (...values: number[]) => values.flatMap((value) => u16(value, value >>> 16));
export const f64 = (value: number) => [...new Uint8Array(new Float64Array([value]).buffer)];

export function record(id: number, ...data: number[][]): number[] {
  const body = data.flat();
  return [...u16(id, body.length), ...body];
}

/** A text as .xls stores it: length, flags, characters of one or two bytes. */
export function xlsText(text: string, wide = /[^\0-\xff]/.test(text)): number[] {
  return [...u16(text.length), wide ? 1 : 0, ...characters(text, wide)];
}

export function characters(text: string, wide: boolean): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((code) => (wide ? u16(code) : u8(code)));
}

export interface XlsSheet {
  hidden?: boolean;
  records: number[][];
}

/** The workbook stream: globals with the records given, then the sheets. */
export function xlsStream(globals: number[][], sheets: XlsSheet[], version = BIFF8): Uint8Array {
  const names = sheets.map((_, i) => `Sheet${i + 1}`);
  const start = [record(0x0809, u16(version, GLOBALS), u32(0, 0, 0)), ...globals].flat();
  const directory = names.map((name) => 4 + 8 + name.length).reduce((sum, length) => sum + length, 0);
  const bodies = sheets.map(({ records }) => [
    ...record(0x0809, u16(version, WORKSHEET), u32(0, 0, 0)),
    ...records.flat(),
    ...record(0x000a),
  ]);
  let offset = start.length + directory + 4;
  const bound = sheets.flatMap(({ hidden }, i) => {
    const entry = record(0x0085, u32(offset), u8(hidden ? 1 : 0, 0), u8(names[i]!.length, 0), characters(names[i]!, false));
    offset += bodies[i]!.length;
    return entry;
  });
  return Uint8Array.from([...start, ...bound, ...record(0x000a), ...bodies.flat()]);
}

export function xlsOf(globals: number[][], sheets: XlsSheet[]): Uint8Array {
  return compoundFile({ Workbook: xlsStream(globals, sheets) });
}

/** A compound file with the streams in its root; short ones go into the mini stream, as the format wants. */
export function compoundFile(streams: Record<string, Uint8Array>): Uint8Array {
  const sectors: Uint8Array[] = [];
  const table: number[] = [];
  const mini: number[] = [];
  const miniTable: number[] = [];
  const entries = Object.entries(streams).map(([name, bytes]) => {
    if (bytes.length >= MINI_CUTOFF) return { name, size: bytes.length, start: append(sectors, table, bytes) };
    const start = mini.length / MINI_SECTOR;
    mini.push(...bytes, ...new Array<number>((MINI_SECTOR - (bytes.length % MINI_SECTOR)) % MINI_SECTOR).fill(0));
    while (miniTable.length < mini.length / MINI_SECTOR) miniTable.push(miniTable.length + 1);
    miniTable[miniTable.length - 1] = END;
    return { name, size: bytes.length, start };
  });
  const miniStart = append(sectors, table, Uint8Array.from(mini));
  const miniTableSectors = Math.ceil((miniTable.length * 4) / SECTOR);
  const miniTableStart = append(sectors, table, Uint8Array.from(u32(...miniTable)));
  const root = directoryEntry('Root Entry', 5, FREE, entries.length > 0 ? 1 : FREE, miniStart, mini.length);
  const rest = entries.map(({ name, start, size }, i) =>
    directoryEntry(name, 2, i + 2 <= entries.length ? i + 2 : FREE, FREE, start, size),
  );
  const directoryStart = append(sectors, table, Uint8Array.from([root, ...rest].flat()));

  let tableSectors = 1;
  while (tableSectors * (SECTOR / 4) < sectors.length + tableSectors) tableSectors++;
  const tableAt = Array.from({ length: tableSectors }, (_, i) => sectors.length + i);
  for (const at of tableAt) table[at] = TABLE;
  append(sectors, [], Uint8Array.from([...u32(...table), ...new Array<number>(tableSectors * SECTOR - table.length * 4).fill(0xff)]));

  const header = [
    ...u8(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    ...new Array<number>(16).fill(0),
    ...u16(0x3e, 3, 0xfffe, 9, 6),
    ...new Array<number>(6).fill(0),
    ...u32(0, tableSectors, directoryStart, 0, MINI_CUTOFF, miniTableStart, miniTableSectors, END, 0),
    ...u32(...Array.from({ length: 109 }, (_, i) => tableAt[i] ?? FREE)),
  ];
  const file = new Uint8Array(SECTOR * (sectors.length + 1));
  file.set(header);
  for (const [i, sector] of sectors.entries()) file.set(sector, SECTOR * (i + 1));
  return file;
}

function append(sectors: Uint8Array[], table: number[], bytes: Uint8Array): number {
  if (bytes.length === 0) return END;
  const start = sectors.length;
  for (let at = 0; at < bytes.length; at += SECTOR) {
    table[sectors.length] = at + SECTOR < bytes.length ? sectors.length + 1 : END;
    sectors.push(bytes.subarray(at, at + SECTOR));
  }
  return start;
}

function directoryEntry(name: string, type: number, right: number, child: number, start: number, size: number): number[] {
  const wide = characters(name, true);
  return [
    ...wide,
    ...new Array<number>(64 - wide.length).fill(0),
    ...u16(wide.length + 2),
    ...u8(type, 1),
    ...u32(FREE, right, child),
    ...new Array<number>(36).fill(0),
    ...u32(start, size, 0),
  ];
}
