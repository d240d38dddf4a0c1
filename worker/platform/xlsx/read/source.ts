/** A file that is read by ranges, so that it never has to be in memory as a whole. */
export interface WorkbookSource {
  /** In bytes. */
  size: number;
  /** Exactly the bytes [offset, offset + length); never asked beyond `size`. A failure here is passed on as it is. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function bytesSource(bytes: Uint8Array): WorkbookSource {
  return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
}

/** An object in R2, by ranged gets; undefined when there is none under the key. */
export async function bucketSource(bucket: R2Bucket, key: string): Promise<WorkbookSource | undefined> {
  const head = await bucket.head(key);
  if (!head) return undefined;
  return {
    size: head.size,
    async read(offset, length) {
      const part = await bucket.get(key, { range: { offset, length }, onlyIf: { etagMatches: head.etag } });
      if (!part || !('body' in part)) throw new Error(`The object ${key} was removed or replaced while it was read`);
      return new Uint8Array(await part.arrayBuffer());
    },
  };
}

const BLOCK_BYTES = 1024 * 1024;
const KEPT_BLOCKS = 4;

/** The same source read in blocks of 1 MB, the last four kept: a 20 MB workbook costs some 20 reads, not one per header. */
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
    size: source.size,
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
