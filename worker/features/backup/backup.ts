import type { Deps } from '../../platform/deps.ts';
import { reuseBuffer } from '../../platform/reuse-buffer.ts';
import { type Bytes, encryptBackup } from './encryption.ts';

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
  const script = compressAndEncrypt(await dump(), settings.backupKey);
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

async function uploadParts(upload: R2MultipartUpload, bytes: ReadableStream<Bytes>): Promise<R2UploadedPart[]> {
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
    // Its memory is given back at once, not when the heap is cleared.
    chunk.buffer.transfer(0);
  }
  if (filled > 0) await send();
  return parts;
}

/** Fails at its end when the dump was cut off. */
function compressAndEncrypt(dump: ReadableStream<Uint8Array>, key: string): ReadableStream<Bytes> {
  const gzip = new CompressionStream('gzip');
  const encrypted = encryptBackup(key);
  // A failure reaches the reader of what is encrypted.
  Promise.all([pour(dump, gzip.writable, refuseCut()), pour(gzip.readable, encrypted.writable)]).catch(() => undefined);
  return encrypted.readable;
}

/** Looks at the pieces of a dump, and at its end, which is none. */
function refuseCut(): (piece?: Uint8Array) => void {
  const decoder = new TextDecoder();
  let tail = '';
  return (piece) => {
    if (piece) tail = (tail + decoder.decode(piece.subarray(-END.length))).slice(-END.length);
    else if (tail !== END) throw new Error('The dump of the database was cut off');
  };
}

/** From one stream to the next, and ends both where that fails; `look` sees each piece, and nothing at the end. The server sends a chunk for each row. */
async function pour(
  from: ReadableStream<Uint8Array>,
  to: WritableStream<Uint8Array> | WritableStream<BufferSource>,
  look?: (piece?: Uint8Array) => void,
): Promise<void> {
  const reader = reuseBuffer(from, PIECE_BYTES, PIECE_BYTES);
  const writer = (to as WritableStream<Uint8Array>).getWriter();
  try {
    for (let isOver = false; !isOver; ) {
      const { value: piece, done } = await reader.read();
      isOver = done;
      if (!piece?.length) continue;
      look?.(piece);
      await writer.write(piece);
    }
    look?.();
    await writer.close();
  } catch (error) {
    await Promise.allSettled([writer.abort(error), reader.cancel()]);
    throw error;
  }
}
