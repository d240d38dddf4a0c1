import type { ChunkReader } from '../reuse-buffer.ts';
import { nextTask } from './next-task.ts';

/** A compressor or decompressor stream. */
export interface ByteTransform {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<BufferSource>;
}

const WRITTEN: unique symbol = Symbol('written');

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
