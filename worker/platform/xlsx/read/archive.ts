import { crc32 } from 'node:zlib';
import { type FileEntry, type Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { reuseBuffer } from '../../reuse-buffer.ts';
import { nextTask } from '../next-task.ts';
import { transformChunks } from '../transform-chunks.ts';
import { WorkbookError } from '../workbook-error.ts';
import { MAX_INFLATE_RATIO, MAX_INFLATED_BYTES, MAX_ZIP_ENTRIES, RATIO_FREE_BYTES, SLICE_BYTES } from './limits.ts';
import { ReadBudget } from './read-budget.ts';
import { BLOCK_BYTES, type WorkbookSource } from './source.ts';

/** Compressed bytes handed to the decompressor at a time; deflate makes at most a thousand times as many of them. */
const PIECE_BYTES = 16 * 1024;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

const ZIP_OPTIONS = {
  // The directory decides, as in Excel; careless writers repeat it inexactly before each entry.
  checkLocalDirectory: false,
};

/** An entry and where the next one begins, which its own bytes must not reach. */
interface Part {
  entry: FileEntry;
  end: number;
}

/**
 * The parts of a zip file by path, read by ranges through its directory. Checks on the way: encrypted entries, overlapping
 * entries, wrong checksums, other sizes than an entry declares, and how far everything read may inflate.
 */
export class Archive {
  /** What reading all of its parts may cost. */
  readonly budget = new ReadBudget();
  #parts: Map<string, Part>;
  #source: ZipSource;
  #inflated = 0;
  /** Parts that were read to their end: reading one again is not counted again. */
  #counted = new Set<Part>();

  private constructor(parts: Map<string, Part>, source: ZipSource) {
    this.#parts = parts;
    this.#source = source;
  }

  static async open(source: WorkbookSource): Promise<Archive> {
    const reader = new ZipSource(source);
    const entries = new Map<string, FileEntry>();
    try {
      const zip = new ZipReader(reader as unknown as Reader<WorkbookSource>, ZIP_OPTIONS);
      for await (const entry of zip.getEntriesGenerator()) {
        if (entries.size >= MAX_ZIP_ENTRIES) throw new WorkbookError('bomb');
        if (entry.directory) continue;
        const key = keyOf(entry.filename);
        if (entries.has(key)) throw new WorkbookError('broken', { cause: `two parts named ${key}` });
        entries.set(key, entry);
      }
    } catch (error) {
      throw reader.failureOr(error);
    }
    return new Archive(partsOf(entries, source.size), reader);
  }

  has(path: string): boolean {
    return this.#parts.has(keyOf(path));
  }

  /** The inflated bytes of a part, a slice at a time; a part that is missing is a 'broken' workbook. */
  async *chunks(path: string): AsyncGenerator<Uint8Array> {
    const part = this.#parts.get(keyOf(path));
    if (!part) throw new WorkbookError('broken', { cause: `no part ${path}` });
    const { entry } = part;
    if (entry.encrypted) throw new WorkbookError('encrypted');
    const isCounted = this.#counted.has(part);
    if (!isCounted) this.#refuseBomb(entry);
    let [size, crc] = [0, 0];
    const slice = new SliceBuffer();
    try {
      for await (const chunk of this.#inflatedChunks(part)) {
        size += chunk.length;
        if (!isCounted) this.#inflated += chunk.length;
        if (size > entry.uncompressedSize || this.#inflated > MAX_INFLATED_BYTES) throw new WorkbookError('bomb');
        crc = crc32(chunk, crc);
        for (const full of slice.add(chunk)) {
          yield full;
          await nextTask();
        }
      }
      yield slice.rest();
    } catch (error) {
      throw this.#source.failureOr(error);
    }
    if (size !== entry.uncompressedSize || crc !== entry.crc32) throw new WorkbookError('broken', { cause: `checksum of ${path}` });
    this.#counted.add(part);
  }

  async *#inflatedChunks(part: Part): AsyncGenerator<Uint8Array> {
    const { compressionMethod } = part.entry;
    if (compressionMethod === STORED) yield* this.#storedChunks(part);
    else if (compressionMethod === DEFLATED) {
      const inflate = new DecompressionStream('deflate-raw');
      yield* transformChunks(this.#storedChunks(part), inflate, reuseBuffer(inflate.readable, SLICE_BYTES));
    } else throw new WorkbookError('broken', { cause: `compression method ${compressionMethod}` });
  }

  /** The bytes of a part as they stand in the file, behind its local header. */
  async *#storedChunks({ entry, end }: Part): AsyncGenerator<Uint8Array> {
    const bytes = await this.#source.readUint8Array(entry.offset, LOCAL_HEADER_BYTES);
    if (bytes.length < LOCAL_HEADER_BYTES) throw new WorkbookError('broken', { cause: 'no local header' });
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (header.getUint32(0, true) !== 0x04034b50) throw new WorkbookError('broken', { cause: 'no local header' });
    const start = entry.offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
    const stop = start + entry.compressedSize;
    if (stop > end) throw new WorkbookError('broken', { cause: 'overlapping entries' });
    for await (const block of this.#source.blocks(start, stop))
      for (let at = 0; at < block.length; at += PIECE_BYTES) yield block.subarray(at, at + PIECE_BYTES);
  }

  #refuseBomb(entry: FileEntry): void {
    const { uncompressedSize, compressedSize } = entry;
    const ratio = uncompressedSize / Math.max(compressedSize, 1);
    if (uncompressedSize > RATIO_FREE_BYTES && ratio > MAX_INFLATE_RATIO) throw new WorkbookError('bomb');
    if (this.#inflated + uncompressedSize > MAX_INFLATED_BYTES) throw new WorkbookError('bomb');
  }
}

function partsOf(entries: Map<string, FileEntry>, size: number): Map<string, Part> {
  const offsets = [...entries.values()].map(({ offset }) => offset).sort((a, b) => a - b);
  const endOf = new Map(offsets.map((offset, index) => [offset, offsets[index + 1] ?? size]));
  const sharedOffsets = new Set(offsets.filter((offset, index) => offsets[index - 1] === offset));
  return new Map([...entries].map(([key, entry]) => [key, { entry, end: sharedOffsets.has(entry.offset) ? 0 : endOf.get(entry.offset)! }]));
}

/** Part names ignore case; some writers use backslashes or a leading slash. */
function keyOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** The sign that ends a tag. */
const TAG_END = 0x3e;

/**
 * Gathers bytes into slices, each valid until the next: few big slices are parsed faster than many small ones. A slice is cut behind its last tag, so that
 * it cuts no character of UTF-8 in two.
 */
class SliceBuffer {
  #bytes = new Uint8Array(SLICE_BYTES);
  #used = 0;

  *add(chunk: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + SLICE_BYTES - this.#used);
      this.#bytes.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
      if (this.#used < SLICE_BYTES) return;
      const cut = this.#bytes.lastIndexOf(TAG_END) + 1 || SLICE_BYTES;
      yield this.#bytes.subarray(0, cut);
      this.#bytes.copyWithin(0, cut);
      this.#used = SLICE_BYTES - cut;
    }
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }
}

/** The file as the zip library reads its directory. It asks for no more of a `Reader`, whose module would bring all that writes zip files. */
class ZipSource {
  readonly size: number;
  #source: WorkbookSource;
  #failure: { error: unknown } | undefined;

  constructor(source: WorkbookSource) {
    this.#source = source;
    this.size = source.size;
  }

  /** What to throw for an error of the zip library: the source's own failure if there was one, else a 'broken' workbook. */
  failureOr(error: unknown): unknown {
    if (this.#failure) return this.#failure.error;
    return error instanceof WorkbookError ? error : new WorkbookError('broken', { cause: error });
  }

  /** The bytes between two places, each block valid until the next: those of a part that needs several are read into one buffer. */
  async *blocks(start: number, stop: number): AsyncGenerator<Uint8Array> {
    const { readInto } = this.#source;
    let buffer = readInto && stop - start > BLOCK_BYTES ? new ArrayBuffer(BLOCK_BYTES) : undefined;
    for (let at = start; at < stop; at += BLOCK_BYTES) {
      const length = Math.min(BLOCK_BYTES, stop - at);
      if (!readInto || !buffer) {
        yield await this.readUint8Array(at, length);
        continue;
      }
      const block = await this.#noteFailure(readInto(buffer, at, length));
      yield block;
      buffer = block.buffer;
    }
  }

  async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const available = Math.max(0, Math.min(length, this.size - index));
    return available === 0 ? new Uint8Array(0) : this.#noteFailure(this.#source.read(index, available));
  }

  async #noteFailure<Result>(reading: Promise<Result>): Promise<Result> {
    try {
      return await reading;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
