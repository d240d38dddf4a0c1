/** A file that is read by ranges, so that it never has to be in memory as a whole. */
export interface WorkbookSource {
  /** In bytes. */
  size: number;
  /** Exactly the bytes [offset, offset + length); never asked beyond `size`. A failure here is passed on as it is. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** The same bytes in a buffer that is at least as long, and the answer's from then on; of a source that has to fetch them. */
  readInto?(buffer: ArrayBuffer, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function bytesSource(bytes: Uint8Array): WorkbookSource {
  return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
}

/** An object in R2, by ranged gets; undefined when there is none under the key. */
export async function bucketSource(bucket: R2Bucket, key: string): Promise<WorkbookSource | undefined> {
  const head = await bucket.head(key);
  if (!head) return undefined;
  const get = async (offset: number, length: number) => {
    const part = await bucket.get(key, { range: { offset, length }, onlyIf: { etagMatches: head.etag } });
    if (!part || !('body' in part)) throw new Error(`The object ${key} was removed or replaced while it was read`);
    return part;
  };
  return {
    size: head.size,
    read: async (offset, length) => new Uint8Array(await (await get(offset, length)).arrayBuffer()),
    readInto: async (buffer, offset, length) => fillBuffer(buffer, length, (await get(offset, length)).body),
  };
}

async function fillBuffer(buffer: ArrayBuffer, length: number, stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader({ mode: 'byob' });
  let [bytes, filled] = [new Uint8Array(buffer), 0];
  while (filled < length) {
    const { value } = await reader.read(bytes.subarray(filled, length));
    if (!value?.length) throw new Error('An object ended before its length');
    filled += value.length;
    bytes = new Uint8Array(value.buffer);
  }
  return bytes.subarray(0, length);
}

/** What one read of a file takes. */
export const BLOCK_BYTES = 1024 * 1024;
const KEPT_BLOCKS = 4;

/** The same source, of which `read` takes blocks of 1 MB and keeps the last four: a 20 MB workbook costs some 20 reads, not one per header. */
export function inBlocks(source: WorkbookSource): WorkbookSource {
  const blocks = new Map<number, Uint8Array>();
  async function block(index: number): Promise<Uint8Array> {
    const start = index * BLOCK_BYTES;
    const bytes = blocks.get(index) ?? (await source.read(start, Math.min(BLOCK_BYTES, source.size - start)));
    blocks.delete(index);
    blocks.set(index, bytes);
    if (blocks.size > KEPT_BLOCKS) blocks.delete(blocks.keys().next().value!);
    return bytes;
  }
  return {
    ...source,
    async read(offset, length) {
      const first = Math.floor(offset / BLOCK_BYTES);
      const within = offset - first * BLOCK_BYTES;
      const bytes = await block(first);
      if (within + length <= bytes.length) return bytes.subarray(within, within + length);
      const joined = new Uint8Array(length);
      let filled = 0;
      for (let index = first; filled < length; index++) {
        const part = (await block(index)).subarray(index === first ? within : 0);
        joined.set(part.subarray(0, length - filled), filled);
        filled += Math.min(part.length, length - filled);
      }
      return joined;
    },
  };
}
