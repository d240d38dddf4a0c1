import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { WorkbookError } from '../workbook-error.ts';
import { Demand } from '../write/demand.ts';
import { MAX_INFLATE_RATIO, MAX_INFLATED_BYTES, MAX_ZIP_ENTRIES, RATIO_FREE_BYTES } from './limits.ts';
import type { WorkbookSource } from './source.ts';

/** Compressed bytes handed to the decompressor at a time; inflated, about ten times that is in memory. */
const PIECE_BYTES = 64 * 1024;

const ZIP_OPTIONS = {
  useWebWorkers: false,
  useCompressionStream: true,
  checkCrc32: true,
  checkOverlappingEntry: true,
  // The directory decides, as in Excel; careless writers repeat it inexactly before each entry.
  checkLocalDirectory: false,
};

/**
 * The parts of a zip file by path, read by ranges through its directory. Checks on the way: encrypted entries, overlapping
 * entries, wrong checksums, more bytes than an entry declares, and how far everything read may inflate.
 */
export class Archive {
  #entries: Map<string, FileEntry>;
  #source: RangeReader;
  #inflated = 0;

  private constructor(entries: Map<string, FileEntry>, source: RangeReader) {
    this.#entries = entries;
    this.#source = source;
  }

  static async open(source: WorkbookSource): Promise<Archive> {
    const reader = new RangeReader(source);
    const entries = new Map<string, FileEntry>();
    try {
      const zip = new ZipReader(reader, ZIP_OPTIONS);
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
    return new Archive(entries, reader);
  }

  has(path: string): boolean {
    return this.#entries.has(keyOf(path));
  }

  /** The inflated bytes of a part; a part that is missing is a 'broken' workbook. */
  async *chunks(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(keyOf(path));
    if (!entry) throw new WorkbookError('broken', { cause: `no part ${path}` });
    if (entry.encrypted) throw new WorkbookError('encrypted');
    this.#refuseBomb(entry);

    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const done = entry.getData(writable).then(
      () => undefined,
      async (error: unknown) => {
        // Wakes the loop below, which may be waiting for bytes that never come.
        await writable.abort(error).catch(() => undefined);
        return { error };
      },
    );
    const reader = readable.getReader();
    let finished = false;
    try {
      for (;;) {
        this.#source.demand.raise();
        const { done: ended, value } = await reader.read();
        if (ended) break;
        this.#source.demand.lower();
        this.#inflated += value.length;
        if (this.#inflated > MAX_INFLATED_BYTES) throw new WorkbookError('bomb');
        yield value;
      }
      finished = true;
    } catch (error) {
      throw this.#source.failureOr(error);
    } finally {
      this.#source.demand.raise();
      if (!finished) await reader.cancel().catch(() => undefined);
    }
    const failed = await done;
    if (failed) throw this.#source.failureOr(failed.error);
  }

  #refuseBomb(entry: FileEntry): void {
    const { uncompressedSize, compressedSize } = entry;
    const ratio = uncompressedSize / Math.max(compressedSize, 1);
    if (uncompressedSize > RATIO_FREE_BYTES && ratio > MAX_INFLATE_RATIO) throw new WorkbookError('bomb');
    if (this.#inflated + uncompressedSize > MAX_INFLATED_BYTES) throw new WorkbookError('bomb');
  }
}

/** Part names ignore case; some writers use backslashes or a leading slash. */
function keyOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

class RangeReader extends Reader<WorkbookSource> {
  /** Of whoever reads a part; open while nobody does. */
  readonly demand = new Demand();
  #source: WorkbookSource;
  #failure: { error: unknown } | undefined;

  constructor(source: WorkbookSource) {
    super(source);
    this.#source = source;
    this.size = source.size;
    this.demand.raise();
  }

  /** What to throw for an error of the zip library: the source's own failure if there was one, else a 'broken' workbook. */
  failureOr(error: unknown): unknown {
    if (this.#failure) return this.#failure.error;
    return error instanceof WorkbookError ? error : new WorkbookError('broken', { cause: error });
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - index));
    if (wanted === 0) return new Uint8Array(0);
    try {
      return await this.#source.read(index, wanted);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  override createReadable({ offset = 0, size }: { offset?: number; size?: number } = {}): ReadableStream<Uint8Array> {
    let at = offset;
    const end = Math.min(this.size, size === undefined ? this.size : offset + size);
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (at >= end) return controller.close();
          await this.demand.turn();
          const chunk = await this.readUint8Array(at, Math.min(PIECE_BYTES, end - at));
          at += chunk.length;
          controller.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
  }
}
