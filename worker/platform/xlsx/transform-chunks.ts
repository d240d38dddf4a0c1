import { nextTask } from './next-task.ts';

/** A compressor or decompressor stream. */
export interface ByteTransform {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<BufferSource>;
}

const WRITTEN: unique symbol = Symbol('written');

/** Reads what a transform makes; `ReadableStreamDefaultReader` is one. */
interface ChunkReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * Sends chunks through a transform, the next one only after what came of the former was taken: workerd's own streams accept
 * everything at once, whether or not anybody reads. Leaves nothing behind when the taker, or the request, goes away.
 */
export async function* transformChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  transform: ByteTransform,
  reader: ChunkReader = transform.readable.getReader(),
): AsyncGenerator<Uint8Array> {
  const writer = transform.writable.getWriter();
  let ended = false;
  try {
    let read = reader.read();
    for await (const chunk of chunks) {
      const written = writer
        .write(chunk as Uint8Array<ArrayBuffer>)
        .then(nextTask)
        .then((): typeof WRITTEN => WRITTEN);
      for (let first = await Promise.race([read, written]); first !== WRITTEN; first = await Promise.race([read, written])) {
        if (first.done) throw new Error('The transform ended before its input');
        if (first.value) yield first.value;
        read = reader.read();
      }
    }
    const closed = writer.close();
    closed.catch(() => undefined);
    for (let result = await read; !result.done; result = await reader.read()) if (result.value) yield result.value;
    await closed;
    ended = true;
  } finally {
    if (!ended) await Promise.allSettled([reader.cancel(), writer.abort()]);
  }
}

/**
 * Reads a stream into one buffer of that size again and again, where the stream fills its reader's buffers, as those of workerd do: each chunk is valid until
 * the next is asked for. Otherwise workerd makes a new one for every 4 kB, and those that nobody needs any more wait for the next clearing.
 */
export function reuseBuffer(stream: ReadableStream<Uint8Array>, size: number): ChunkReader {
  const reader = byteReaderOf(stream);
  if (!reader) return stream.getReader();
  let buffer = new ArrayBuffer(size);
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (value) buffer = value.buffer;
      return { done, value };
    },
    cancel: () => reader.cancel(),
  };
}

/** Undefined for a stream that hands out buffers of its own, as Node's transforms do. */
export function byteReaderOf(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}
