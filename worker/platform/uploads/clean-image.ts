import { exifOf, readOrientation } from './exif-orientation.ts';

/**
 * The same picture without what it does not need: place, time, device, comments, previews, further frames and whatever follows the picture. Pixels,
 * palette and the way up stay, byte for byte, and so does a colour profile but for that of a PNG, which may inflate to any size. Undefined for a file that holds no whole picture, or a moving one (WebP).
 */
export function cleanImage(bytes: Uint8Array<ArrayBuffer>, extension: 'jpg' | 'png' | 'webp'): Uint8Array<ArrayBuffer> | undefined {
  const parts = { jpg: cleanJpeg, png: cleanPng, webp: cleanWebp }[extension](bytes);
  return parts && joinBytes(parts);
}

type Parts = Uint8Array[];

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textAt = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));

function joinBytes(parts: Parts): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs', 'IDAT']);

/** A chunk is length, name, content and checksum. The frames of a moving picture are chunks of their own, so its first one stays. */
function cleanPng(bytes: Uint8Array): Parts | undefined {
  const view = viewOf(bytes);
  const parts: Parts = [bytes.subarray(0, 8)];
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    const name = textAt(bytes, at + 4, 4);
    if (end > bytes.length) return undefined;
    if (PNG_KEPT.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') return hasPixels ? [...parts, bytes.subarray(at, end)] : undefined;
    at = end;
  }
  return undefined;
}

/** Start of image, end of image, start of scan; restarts within a scan carry no length. */
const [SOI, EOI, SOS, RST0, RST7] = [0xd8, 0xd9, 0xda, 0xd0, 0xd7];
/** Frames, tables, restart interval and number of lines: what the pixels are made of. */
const isPictureMarker = (marker: number) => (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd);
const APP0 = 0xe0;
const APP1 = 0xe1;

/** A segment is FF, a marker and its length; behind the start of a scan come its pixels, up to the next marker. */
function cleanJpeg(bytes: Uint8Array): Parts | undefined {
  const view = viewOf(bytes);
  const parts: Parts = [];
  let orientation = 1;
  let hasPixels = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === EOI) break;
    if (marker === 0xff || marker === 0x01 || (marker >= RST0 && marker <= RST7)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length || end < at + 4) return undefined;
    const segment = bytes.subarray(at, end);
    at = end;
    if (marker === APP1 && textAt(segment, 4, 6) === 'Exif\0\0') orientation = readOrientation(segment.subarray(10));
    else if (marker === APP0 && segment.length >= 18 && textAt(segment, 4, 5) === 'JFIF\0') parts.push(jfifWithoutPreview(segment));
    else if (isPictureMarker(marker) || isColourSegment(marker, segment)) parts.push(segment);
    if (marker !== SOS) continue;
    hasPixels = true;
    at = endOfScan(bytes, at);
    parts.push(bytes.subarray(end, at));
  }
  if (!hasPixels) return undefined;
  return [Uint8Array.of(0xff, SOI), ...(orientation > 1 ? [exifSegment(orientation)] : []), ...parts, Uint8Array.of(0xff, EOI)];
}

/** The colour profile, and how the colours are stored. */
function isColourSegment(marker: number, segment: Uint8Array): boolean {
  return (
    (marker === 0xe2 && textAt(segment, 4, 12) === 'ICC_PROFILE\0') ||
    (marker === 0xee && segment.length === 16 && textAt(segment, 4, 5) === 'Adobe')
  );
}

function jfifWithoutPreview(segment: Uint8Array): Uint8Array {
  const short = segment.slice(0, 18);
  short.set([0, 16], 2);
  short.set([0, 0], 16);
  return short;
}

/** Within a scan FF 00 stands for a byte FF, and restarts are part of it. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= RST0 && next <= RST7)) return at;
  }
  return bytes.length;
}

function exifSegment(orientation: number): Uint8Array {
  const exif = exifOf(orientation);
  return joinBytes([Uint8Array.of(0xff, APP1, 0, exif.length + 8), new TextEncoder().encode('Exif\0\0'), exif]);
}

const WEBP_KEPT = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);
/** Bits of the header of an extended file that announce what is left out: animation, XMP, EXIF. */
const [WEBP_ANIMATION, WEBP_XMP, WEBP_EXIF] = [0x02, 0x04, 0x08];

/** A chunk is name, length and content, at even places. */
function cleanWebp(bytes: Uint8Array): Parts | undefined {
  const view = viewOf(bytes);
  const parts: Parts = [];
  let [header, exif]: (Uint8Array | undefined)[] = [];
  let orientation = 1;
  let hasPixels = false;
  const fileEnd = Math.min(bytes.length, 8 + view.getUint32(4, true));
  for (let at = 12; at + 8 <= fileEnd; ) {
    const length = view.getUint32(at + 4, true);
    const name = textAt(bytes, at, 4);
    const end = at + 8 + length;
    if (end > bytes.length || name === 'ANIM' || name === 'ANMF') return undefined;
    const content = bytes.subarray(at + 8, end);
    if (name === 'EXIF') orientation = readOrientation(textAt(content, 0, 6) === 'Exif\0\0' ? content.subarray(6) : content);
    if (WEBP_KEPT.has(name)) parts.push(webpChunk(name, content));
    if (name === 'VP8X') header = parts.at(-1);
    hasPixels ||= name === 'VP8 ' || name === 'VP8L';
    at = end + (length % 2);
  }
  if (!hasPixels) return undefined;
  if (header && header.length > 8) {
    if (orientation > 1) exif = exifOf(orientation);
    header[8] = (header[8]! & ~(WEBP_ANIMATION | WEBP_XMP | WEBP_EXIF)) | (exif ? WEBP_EXIF : 0);
  }
  if (exif) parts.push(webpChunk('EXIF', exif));
  return [webpChunk('RIFF', joinBytes([new TextEncoder().encode('WEBP'), ...parts]))];
}

function webpChunk(name: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(8 + content.length + (content.length % 2));
  chunk.set(new TextEncoder().encode(name));
  viewOf(chunk).setUint32(4, content.length, true);
  chunk.set(content, 8);
  return chunk;
}
