import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanImage } from '../../worker/platform/uploads/clean-image.ts';
import { readOrientation } from '../../worker/platform/uploads/exif-orientation.ts';
import { pngChunk, pngOf } from '../support/images.ts';
import { runs } from '../support/property-runs.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const SECRET = 'chụp lúc 10:30 tại 21.0285 N';
const secret = Buffer.from(SECRET);

/** Exif of a camera: its maker, where it was, and how it was held, in either byte order. */
function exif(orientation: number, isLittleEndian: boolean): Buffer {
  const short = (value: number) => (isLittleEndian ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const long = (value: number) => (isLittleEndian ? [...short(value), 0, 0] : [0, 0, ...short(value)]);
  const entries = [
    [...short(0x010f), ...short(2), ...long(secret.length), ...long(40)],
    [...short(0x0112), ...short(3), ...long(1), ...short(orientation), 0, 0],
  ];
  const head = [...text(isLittleEndian ? 'II' : 'MM'), ...short(42), ...long(8), ...short(entries.length)];
  return Buffer.concat([Buffer.from([...head, ...entries.flat(), ...long(0)]), secret]);
}

const segment = (marker: number, ...data: Uint8Array[]) => {
  const content = Buffer.concat(data);
  return Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content]);
};
const JFIF = segment(0xe0, text('JFIF\0'), Buffer.from([1, 2, 0, 0, 1, 0, 1, 0, 0]));
const PROFILE = segment(0xe2, text('ICC_PROFILE\0'), Buffer.from([1, 1, 7, 7, 7]));
const FRAME = segment(0xc2, Buffer.from([8, 0, 9, 0, 7, 1, 1, 0x11, 0]));
/** Two scans, as of a progressive picture, with a restart and a byte FF among the pixels. */
const SCANS = Buffer.concat([
  segment(0xc4, Buffer.from([0, 1, 2])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([9, 0xff, 0x00, 5, 0xff, 0xd3, 8]),
  segment(0xc4, Buffer.from([1, 1, 2])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 2, 3]),
]);
const EOI = Buffer.from([0xff, 0xd9]);
const jpeg = (...before: Uint8Array[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...before, FRAME, SCANS, EOI]);

const riffChunk = (name: string, data: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([text(name), length, data, Buffer.alloc(data.length % 2)]);
};
const webp = (...chunks: Uint8Array[]) => riffChunk('RIFF', Buffer.concat([text('WEBP'), ...chunks]));
const extended = (flags: number) => riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]));
const PIXELS = riffChunk('VP8L', Buffer.from([0x2f, 9, 8, 7, 6]));

const clean = (file: Uint8Array, extension: 'jpg' | 'png' | 'webp') => {
  const cleaned = cleanImage(new Uint8Array(file), extension);
  return cleaned && Buffer.from(cleaned);
};

describe('a stored image', () => {
  it('of a PNG has no text, time, Exif, packed colour profile, further frame, unknown chunk or trailing byte, and its other chunks as they were', () => {
    const plain = pngOf(3, 4, 5, [['PLTE', text('abc')]]);
    const names = ['iCCP', 'tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'acTL', 'fcTL', 'fdAT', 'prVt', 'zzZz'];
    const added = names.map((name) => [name, secret] as const);
    const file = Buffer.concat([pngOf(3, 4, 5, [['PLTE', text('abc')], ...added]), secret, pngChunk('tEXt', secret)]);
    expect(clean(file, 'png')).toEqual(plain);
  });

  it('of a JPEG has no Exif, XMP, Photoshop data, comment, preview or second picture, and its pixels as they were', () => {
    const added = [
      segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0'), secret),
      segment(0xe2, text('MPF\0'), secret),
      segment(0xed, text('Photoshop 3.0\0'), secret),
      segment(0xfe, secret),
      segment(0xee, text('Adobe'), secret),
    ];
    const preview = segment(0xe0, text('JFIF\0'), Buffer.from([1, 2, 0, 0, 1, 0, 1, 1, 1]), text('rgb'));
    const file = Buffer.concat([jpeg(preview, ...added, PROFILE), jpeg(), secret]);
    expect(clean(file, 'jpg')).toEqual(jpeg(JFIF, PROFILE));
    expect(clean(jpeg(JFIF).subarray(0, -2), 'jpg')).toEqual(jpeg(JFIF));
  });

  it('of a WebP has no Exif, XMP or unknown chunk, says that it has none, and ends where it says', () => {
    const file = webp(extended(0x2c), riffChunk('ICCP', text('p3!')), PIXELS, riffChunk('EXIF', exif(1, true)), riffChunk('XMP ', secret));
    expect(clean(Buffer.concat([file, secret]), 'webp')).toEqual(webp(extended(0x20), riffChunk('ICCP', text('p3!')), PIXELS));
    expect(clean(webp(PIXELS, riffChunk('zzzz', secret)), 'webp')).toEqual(webp(PIXELS));
  });

  it('stays the way up that its camera said, and says nothing else', () => {
    for (const [orientation, isLittleEndian] of [
      [6, true],
      [3, false],
      [8, true],
    ] as const) {
      const data = exif(orientation, isLittleEndian);
      const photo = clean(jpeg(segment(0xe1, text('Exif\0\0'), data)), 'jpg')!;
      expect(readOrientation(photo.subarray(12))).toBe(orientation);
      expect(photo.length).toBe(jpeg().length + 36);
      const picture = clean(webp(extended(0x08), PIXELS, riffChunk('EXIF', data)), 'webp')!;
      expect(readOrientation(picture.subarray(picture.indexOf('EXIF') + 8))).toBe(orientation);
      expect(photo.includes(secret)).toBe(false);
      expect(picture.includes(secret)).toBe(false);
    }
    for (const orientation of [1, 0, 9, 700])
      expect(clean(jpeg(segment(0xe1, text('Exif\0\0'), exif(orientation, true))), 'jpg')).toEqual(jpeg());
  });

  it('is none when it is cut, has no pixels, or moves as a WebP can', () => {
    expect(clean(pngOf(3, 4).subarray(0, -5), 'png')).toBeUndefined();
    expect(clean(pngOf(3, 4).subarray(0, 33), 'png')).toBeUndefined();
    expect(clean(jpeg().subarray(0, 12), 'jpg')).toBeUndefined();
    expect(clean(webp(extended(0x02), riffChunk('ANIM', text('123456')), riffChunk('ANMF', PIXELS)), 'webp')).toBeUndefined();
    expect(clean(webp(PIXELS).subarray(0, -4), 'webp')).toBeUndefined();
  });

  it('is the same when it is cleaned again, and any bytes are taken or refused', () => {
    const starts = { jpg: jpeg(JFIF, segment(0xe1, text('Exif\0\0'), exif(6, false))), png: pngOf(3, 4), webp: webp(extended(0), PIXELS) };
    for (const extension of ['jpg', 'png', 'webp'] as const) {
      const start = starts[extension];
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(start.length - 1), fc.nat(255)), { maxLength: 4 }),
          fc.nat(start.length),
          (changes, length) => {
            const file = Buffer.from(start);
            for (const [at, byte] of changes) file[at] = byte;
            const once = clean(file.subarray(0, Math.max(12, length)), extension);
            if (once) expect(clean(once, extension)).toEqual(once);
          },
        ),
        { numRuns: runs(300) },
      );
    }
  });
});
