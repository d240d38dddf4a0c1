import { crc32 } from 'node:zlib';

/** A PNG of this size, of its own content by `seed`, with more chunks before its pixels where some are given. */
export function pngOf(
  width: number,
  height: number,
  seed = 0,
  extra: readonly (readonly [name: string, data: Uint8Array])[] = [],
): Buffer<ArrayBuffer> {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.alloc(4);
  pixels.writeUInt32BE(seed);
  const chunks = [['IHDR', size], ...extra, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]] as const;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunks.map(([name, data]) => pngChunk(name, data)),
  ]);
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
