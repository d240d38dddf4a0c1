import { crc32 } from 'node:zlib';
import { transformChunks } from '../transform-chunks.ts';

/** A file in the archive; its content may be made while the archive is read. */
export interface ZipPart {
  /** ASCII. */
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

interface WrittenPart {
  name: Uint8Array;
  offset: number;
  crc: number;
  compressed: number;
  size: number;
}

const VERSION = 20;
/** Checksum and sizes follow the content, since they are not known before it. */
const DATA_DESCRIPTOR = 1 << 3;
const DEFLATE = 8;
/** 1980-01-01: equal content gives equal bytes. */
const DOS_DATE = 0x21;
const MAX_SIZE = 0xffff_ffff;

/**
 * A zip archive as a stream of bytes, each part deflated as it is read. It keeps no state outside the generator: workerd drops the
 * promises of a request whose client went away, so a slot in a pool of the isolate would never be given back.
 */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const directory: WrittenPart[] = [];
  let offset = 0;
  for await (const { path, content } of parts) {
    const part: WrittenPart = { name: new TextEncoder().encode(path), offset, crc: 0, compressed: 0, size: 0 };
    const header = localHeader(part.name);
    yield header;
    for await (const bytes of transformChunks(measured(content, part), new CompressionStream('deflate-raw'))) {
      part.compressed += bytes.length;
      yield bytes;
    }
    if (part.size > MAX_SIZE) throw new Error(`${path} is larger than 4 GB`);
    yield record([0x08074b50, part.crc, part.compressed, part.size], 'IIII');
    offset += header.length + part.compressed + 16;
    if (offset > MAX_SIZE) throw new Error('The archive is larger than 4 GB');
    directory.push(part);
  }
  let length = 0;
  for (const part of directory) {
    const entry = directoryEntry(part);
    length += entry.length;
    yield entry;
  }
  yield record([0x06054b50, 0, 0, directory.length, directory.length, length, offset, 0], 'IHHHHIIH');
}

async function* measured(content: ZipPart['content'], part: WrittenPart): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of content) {
    const bytes = encoder.encode(text);
    part.crc = crc32(bytes, part.crc);
    part.size += bytes.length;
    yield bytes;
  }
}

function localHeader(name: Uint8Array): Uint8Array {
  return record([0x04034b50, VERSION, DATA_DESCRIPTOR, DEFLATE, 0, DOS_DATE, 0, 0, 0, name.length, 0], 'IHHHHHIIIHH', name);
}

function directoryEntry({ name, crc, compressed, size, offset }: WrittenPart): Uint8Array {
  const fields = [0x02014b50, VERSION, VERSION, DATA_DESCRIPTOR, DEFLATE, 0, DOS_DATE, crc, compressed, size, name.length, 0, 0, 0, 0, 0];
  return record([...fields, offset], 'IHHHHHHIIIHHHHHII', name);
}

/** Little-endian numbers of 4 (`I`) or 2 (`H`) bytes, then `tail`. */
function record(values: readonly number[], layout: string, tail: Uint8Array = new Uint8Array()): Uint8Array {
  const view = new DataView(new ArrayBuffer(layout.length * 4));
  let at = 0;
  for (const [index, kind] of [...layout].entries()) {
    if (kind === 'I') view.setUint32(at, values[index]!, true);
    else view.setUint16(at, values[index]!, true);
    at += kind === 'I' ? 4 : 2;
  }
  const bytes = new Uint8Array(at + tail.length);
  bytes.set(new Uint8Array(view.buffer, 0, at));
  bytes.set(tail, at);
  return bytes;
}
