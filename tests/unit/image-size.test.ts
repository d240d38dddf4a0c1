import { describe, expect, it } from 'vitest';
import { readImageSize } from '../../worker/platform/uploads/image-size.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const png = (width: number, height: number) => bytes([0x89], 'PNG\r\n\x1a\n', uint32(13), 'IHDR', uint32(width), uint32(height));
const jpeg = (width: number, height: number) =>
  bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'x'.repeat(14), [0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3]);
const uint24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
const webp = (kind: string, rest: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], rest, Array(30).fill(0));

describe('the size of an image', () => {
  it('is read from its header', () => {
    expect(readImageSize(png(14_000, 14_001), 'png')).toEqual({ width: 14_000, height: 14_001 });
    expect(readImageSize(jpeg(65_535, 2), 'jpg')).toEqual({ width: 65_535, height: 2 });
    expect(readImageSize(webp('VP8X', [0, 0, 0, 0, ...uint24(16_383), ...uint24(99)]), 'webp')).toEqual({ width: 16_384, height: 100 });
    expect(readImageSize(webp('VP8L', [0x2f, 0xff, 0xff, 0xff, 0x0f]), 'webp')).toEqual({ width: 16_384, height: 16_384 });
    expect(readImageSize(webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x10, 0x27, 0x20, 0x03]), 'webp')).toEqual({
      width: 10_000,
      height: 800,
    });
  });

  it('is not there in a header that is cut, empty or something else', () => {
    expect(readImageSize(png(0, 5), 'png')).toBeUndefined();
    expect(readImageSize(png(5, 5).slice(0, 20), 'png')).toBeUndefined();
    expect(readImageSize(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'x'.repeat(14), 'no marker'), 'jpg')).toBeUndefined();
    expect(readImageSize(jpeg(5, 5).slice(0, 12), 'jpg')).toBeUndefined();
    expect(readImageSize(bytes('RIFF....WEBP'), 'webp')).toBeUndefined();
  });
});
