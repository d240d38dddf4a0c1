import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Makes web/styles/japanese-fallback.woff2: one box, as wide as a Japanese character, for all of them. It stands in where a machine has no Japanese
 * font until the app's own has come: what it draws without one is narrower, and the columns of every list would jump.
 */
const EM = 1000;
const [ASCENT, DESCENT] = [880, -120];
/** Characters that are one em wide in every Japanese font; written in japanese-face.css too. */
const WIDE = [
  [0x2e80, 0x9fff],
  [0xf900, 0xfaff],
  [0xff01, 0xff60],
] as const;
const BOX = { left: 90, bottom: -30, right: 910, top: 790, line: 40 };

const file = join(import.meta.dirname, '../web/styles/japanese-fallback.woff2');
const bytes = toWoff2({
  cmap: mapAllToOne(),
  head: pack`u32 0x00010000 u32 0x00010000 u32 0 u32 0x5f0f3cf5 u16 3 u16 ${EM} u32 0 u32 0 u32 0 u32 0
    i16 ${BOX.left} i16 ${BOX.bottom} i16 ${BOX.right} i16 ${BOX.top} u16 0 u16 8 i16 2 i16 0 i16 0`,
  hhea: pack`u32 0x00010000 i16 ${ASCENT} i16 ${DESCENT} i16 0 u16 ${EM} i16 0 i16 ${EM - BOX.right} i16 ${BOX.right} i16 1 i16 0 i16 0
    i16 0 i16 0 i16 0 i16 0 i16 0 u16 1`,
  hmtx: pack`u16 ${EM} i16 0 i16 ${BOX.left}`,
  maxp: pack`u32 0x00010000 u16 2 u16 8 u16 2 u16 0 u16 0 u16 1 u16 0 u16 0 u16 0 u16 0 u16 0 u16 0 u16 0 u16 0`,
  name: nameTable({ 1: 'Japanese fallback', 2: 'Regular', 4: 'Japanese fallback', 6: 'JapaneseFallback' }),
  'OS/2': pack`u16 4 i16 ${EM} u16 400 u16 5 u16 0 i16 650 i16 600 i16 0 i16 75 i16 650 i16 600 i16 0 i16 350 i16 50 i16 300 i16 0
    u32 0 u32 0 u32 0 u32 0 u32 0 u32 0 u16 0 u32 0x20202020 u16 0x40 u16 ${WIDE[0][0]} u16 ${WIDE.at(-1)![1]}
    i16 ${ASCENT} i16 ${DESCENT} i16 0 u16 ${ASCENT} u16 ${-DESCENT} u32 0 u32 0 i16 500 i16 700 u16 0 u16 32 u16 1`,
  post: pack`u32 0x00030000 u32 0 i16 -100 i16 50 u32 1 u32 0 u32 0 u32 0 u32 0`,
  glyf: boxGlyph(),
  // In halves; the first glyph is empty.
  loca: pack`u16 0 u16 0 u16 ${boxGlyph().length / 2}`,
});
await writeFile(file, bytes);
console.info(`${file}: ${bytes.length} bytes`);

/** Big-endian numbers, each after its type: pack`u16 ${1} i16 -5 u32 0xff`. */
function pack(texts: TemplateStringsArray, ...values: number[]): Buffer {
  const words = String.raw(texts, ...values)
    .trim()
    .split(/\s+/);
  const parts = words.flatMap((type, at) => {
    if (at % 2 === 1) return [];
    const part = Buffer.alloc(type === 'u32' ? 4 : 2);
    const value = Number(words[at + 1]);
    if (type === 'u32') part.writeUInt32BE(value);
    else if (type === 'u16') part.writeUInt16BE(value);
    else part.writeInt16BE(value);
    return [part];
  });
  return Buffer.concat(parts);
}

/** Format 4, which every reader knows: each segment points at a run of ones. */
function mapAllToOne(): Buffer {
  const segments = [...WIDE, [0xffff, 0xffff] as const];
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const list = (values: readonly number[]) => Buffer.concat(values.map((value) => pack`u16 ${value}`));
  let before = 0;
  const offsets = segments.map(([from, to], at) => {
    if (from === 0xffff) return 0;
    const offset = 2 * (count - at) + 2 * before;
    before += to - from + 1;
    return offset;
  });
  const body = Buffer.concat([
    pack`u16 ${count * 2} u16 ${power * 2} u16 ${Math.log2(power)} u16 ${(count - power) * 2}`,
    list(segments.map(([, to]) => to)),
    pack`u16 0`,
    list(segments.map(([from]) => from)),
    list(segments.map(([from]) => (from === 0xffff ? 1 : 0))),
    list(offsets),
    list(Array<number>(before).fill(1)),
  ]);
  return Buffer.concat([pack`u16 0 u16 1 u16 3 u16 1 u32 12`, pack`u16 4 u16 ${body.length + 6} u16 0`, body]);
}

/** A square with a hole, each corner as the way from the one before. */
function boxGlyph(): Buffer {
  const { left, bottom, right, top, line } = BOX;
  const corners = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
    [left + line, bottom + line],
    [right - line, bottom + line],
    [right - line, top - line],
    [left + line, top - line],
  ] as const;
  const steps = (axis: 0 | 1) => corners.map((corner, at) => pack`i16 ${corner[axis] - (corners[at - 1]?.[axis] ?? 0)}`);
  return Buffer.concat([
    pack`i16 2 i16 ${left} i16 ${bottom} i16 ${right} i16 ${top} u16 3 u16 7 u16 0`,
    Buffer.alloc(corners.length, 1),
    ...steps(0),
    ...steps(1),
  ]);
}

function nameTable(names: Readonly<Record<number, string>>): Buffer {
  const entries = Object.entries(names).map(([id, text]) => ({ id: Number(id), text: Buffer.from(text, 'utf16le').swap16() }));
  let offset = 0;
  const records = entries.map(({ id, text }) => {
    const record = pack`u16 3 u16 1 u16 0x409 u16 ${id} u16 ${text.length} u16 ${offset}`;
    offset += text.length;
    return record;
  });
  const head = pack`u16 0 u16 ${entries.length} u16 ${6 + 12 * entries.length}`;
  return Buffer.concat([head, ...records, ...entries.map(({ text }) => text)]);
}

/** https://www.w3.org/TR/WOFF2/ with every table as it is: 'glyf' and 'loca' say so, the others do so without a word. */
function toWoff2(tables: Readonly<Record<string, Buffer>>): Buffer {
  const KNOWN = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca'];
  const names = Object.keys(tables);
  const directory = names.map((name) => {
    const asItIs = name === 'glyf' || name === 'loca' ? 0xc0 : 0;
    return Buffer.from([KNOWN.indexOf(name) | asItIs, ...base128(tables[name]!.length)]);
  });
  // Browsers refuse what is a hundred times larger when unpacked: not packed as well as it could be.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 10 };
  const body = brotliCompressSync(Buffer.concat(Object.values(tables)), { params });
  const sfnt = 12 + names.reduce((sum, name) => sum + 16 + Math.ceil(tables[name]!.length / 4) * 4, 0);
  const length = 48 + Buffer.concat(directory).length + body.length;
  const padding = Buffer.alloc(-length & 3);
  const head = pack`u32 0x774f4632 u32 0x00010000 u32 ${length + padding.length} u16 ${names.length} u16 0 u32 ${sfnt} u32 ${body.length}
    u16 1 u16 0 u32 0 u32 0 u32 0 u32 0 u32 0`;
  return Buffer.concat([head, ...directory, body, padding]);
}

/** Seven bits a byte, the highest first; all but the last have their top bit set. */
function base128(value: number): number[] {
  const rest = Math.floor(value / 128);
  return [...(rest > 0 ? base128(rest).map((byte) => byte | 0x80) : []), value % 128];
}
