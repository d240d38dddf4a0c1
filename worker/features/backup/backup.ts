import type { Deps } from '../../platform/deps.ts';
import { encryptBackup } from './encryption.ts';

export const BACKUPS = 'backups/';
const MAX_BACKUPS = 30;
/** R2 takes parts of at least 5 MiB, all of one size but the last. */
const PART_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
/** A dump that does not end so was cut off. */
const END = 'COMMIT;\n';

/**
 * The message `{type: 'backup'}`: the database as one SQL script, as it is at one moment, gzipped and encrypted into the bucket; the last 30
 * stay. It streams, so memory holds one part; a dump that breaks off leaves nothing behind.
 */
export async function backUp({ files, clock, dump, settings }: Deps): Promise<void> {
  if (!settings.backupKey) throw new Error('BACKUP_KEY is not set: no backup is made without encryption');
  const name = `${BACKUPS}${clock.time().replace(' ', 'T').replaceAll(':', '-')}.sql.gz.enc`;
  const script = compress(await dump()).pipeThrough(encryptBackup(settings.backupKey));
  const upload = await files.createMultipartUpload(name, { httpMetadata: { contentType: 'application/octet-stream' } });
  try {
    await upload.complete(await uploadParts(upload, script));
  } catch (error) {
    await upload.abort();
    throw error;
  }
  const { objects } = await files.list({ prefix: BACKUPS });
  const older = objects
    .map(({ key }) => key)
    .sort()
    .slice(0, -MAX_BACKUPS);
  // The bucket keeps each for thirty days by the minute: what it does not give up tonight goes tomorrow, and this backup stands.
  if (older.length > 0) await files.delete(older).catch((error: Error) => console.warn(`older backups stay: ${error.message}`));
}

async function uploadParts(upload: R2MultipartUpload, bytes: ReadableStream<Uint8Array>): Promise<R2UploadedPart[]> {
  const parts: R2UploadedPart[] = [];
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  const send = async () => {
    parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)));
    filled = 0;
  };
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled === PART_BYTES) await send();
    }
  }
  if (filled > 0) await send();
  return parts;
}

/**
 * The dump through gzip, from one buffer that is filled again and again: a new one for each piece would lie about until the heap is cleared.
 * Fails at its end when the dump was cut off.
 */
function compress(dump: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = new CompressionStream('gzip');
  // A failure reaches the reader of what is compressed.
  feed(dump.getReader({ mode: 'byob' }), gzip.writable.getWriter()).catch(() => undefined);
  return gzip.readable;
}

async function feed(reader: ReadableStreamBYOBReader, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  const decoder = new TextDecoder();
  let buffer = new ArrayBuffer(PIECE_BYTES);
  let tail = '';
  try {
    for (let isOver = false; !isOver; ) {
      let filled = 0;
      while (filled < PIECE_BYTES && !isOver) {
        const { value, done } = await reader.read(new Uint8Array(buffer, filled));
        // The same memory comes back under another object; a stream that is over may keep it.
        if (value) buffer = value.buffer as ArrayBuffer;
        filled += value?.length ?? 0;
        isOver = done;
      }
      const piece = new Uint8Array(buffer, 0, filled);
      tail = (tail + decoder.decode(piece.subarray(-END.length))).slice(-END.length);
      if (filled > 0) await writer.write(piece);
    }
    if (tail !== END) throw new Error('The dump of the database was cut off');
    await writer.close();
  } catch (error) {
    await Promise.allSettled([writer.abort(error), reader.cancel(error)]);
    throw error;
  }
}
