/** Pixels of an image, from its header. */
export interface ImageSize {
  width: number;
  height: number;
}

/** What the header of a JPEG, PNG or WebP says; undefined for one that says nothing. No pixel is decoded. */
export function readImageSize(bytes: Uint8Array, extension: 'jpg' | 'png' | 'webp'): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = { jpg: readJpegSize, png: readPngSize, webp: readWebpSize }[extension](view);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function readPngSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 24 || view.getUint32(12) !== 0x49484452) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The size is in the start-of-frame segment (C0 to CF without C4, C8 and CC); each segment tells its length. */
function readJpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** Lossy (`VP8 `), lossless (`VP8L`) or extended, which is the canvas of an animation too (`VP8X`). */
function readWebpSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 30) return undefined;
  const kind = view.getUint32(12);
  if (kind === 0x56503820) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503858) return undefined;
  const readUint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return { width: readUint24(24) + 1, height: readUint24(27) + 1 };
}
