const ORIENTATION_TAG = 0x0112;

/** Which way up the camera was held: 1 (as it is stored) to 8, from Exif data that begin with their byte order; 1 where they do not say it. */
export function readOrientation(exif: Uint8Array): number {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  if (view.byteLength < 8) return 1;
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > view.byteLength) return 1;
  const count = view.getUint16(directory, isLittleEndian);
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * 12;
    if (at + 12 > view.byteLength) return 1;
    if (view.getUint16(at, isLittleEndian) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(at + 8, isLittleEndian);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif data that say which way up the picture is, and nothing else. */
export function exifOf(orientation: number): Uint8Array {
  return Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0);
}
