/** Reads the chunks of a stream; `ReadableStreamDefaultReader` is one. */
export interface ChunkReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** A reader of bytes as the standard has it; types lack `min`. */
interface ByteReader {
  read(view: Uint8Array, options: { min: number }): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

/**
 * Reads a stream into one buffer of that size again and again, where the stream fills its reader's buffers, as those of workerd do: each chunk is valid until
 * the next is asked for. Otherwise workerd makes a new one for every 4 kB, and those that nobody needs any more wait for the next clearing. The runtime gathers
 * `min` bytes for a chunk but the last, of what comes in many small ones.
 */
export function reuseBuffer(stream: ReadableStream<Uint8Array>, size: number, min = 1): ChunkReader {
  const reader = byteReaderOf(stream);
  if (!reader) return stream.getReader();
  let buffer = new ArrayBuffer(size);
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer), { min });
      // The same memory comes back under another object.
      if (value) buffer = value.buffer;
      return { done, value };
    },
    cancel: () => reader.cancel(),
  };
}

/** Undefined for a stream that hands out buffers of its own, as Node's transforms do. */
function byteReaderOf(stream: ReadableStream<Uint8Array>): ByteReader | undefined {
  try {
    return stream.getReader({ mode: 'byob' }) as unknown as ByteReader;
  } catch {
    return undefined;
  }
}
