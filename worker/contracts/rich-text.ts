/** Sizes of letters in px, kept as the class `fs-{size}` of a span: inline styles are refused by the pages' content security policy. */
export const FONT_SIZES = [8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 44, 48] as const;

/** Images that one text may hold. */
export const TEXT_IMAGES_MAX = 10;

/**
 * Addresses of our own uploaded images: no other image is shown, so that reading a text tells no stranger about the reader. What is stored
 * is the bare path; what is sent carries a signature behind it.
 */
export const IMAGE_PATH = /^\/api\/v1\/files\/[0-9a-f]{64}\.(?:jpg|png|webp)(?:\?signed=[\w.-]{1,80})?$/;

/** Parameter of an image's address: until when it is good (epoch seconds), a dot, the signature. It needs no escaping in HTML. */
export const SIGNATURE_PARAMETER = 'signed';

/** Longest side that an image tag may claim, in px. */
export const IMAGE_SIDE_MAX = 4000;

/** Where a link in a text may lead. */
export const LINK_ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)/i;

const BARE_PATH = /\/api\/v1\/files\/([0-9a-f]{64}\.(?:jpg|png|webp))/g;
const SIGNED_PATH = /(\/api\/v1\/files\/[0-9a-f]{64}\.(?:jpg|png|webp))\?signed=[\w.-]{1,80}/g;

/** A text or address with the bare paths of its images, as it is stored and compared. */
export function stripImageSignatures(text: string): string {
  return text.includes(IMAGE_FOLDER) ? text.replaceAll(SIGNED_PATH, '$1') : text;
}

/** A text or address with the query that `sign` makes for each image's file name behind the bare path. */
export function addImageSignatures(text: string, sign: (name: string) => string): string {
  return text.includes(IMAGE_FOLDER)
    ? stripImageSignatures(text).replaceAll(BARE_PATH, (path, name: string) => `${path}?${sign(name)}`)
    : text;
}

/** A text without the addresses of our images. A space in their place joins no other one. */
export function dropImages(text: string): string {
  return text.replaceAll(BARE_PATH, ' ');
}

/** File names of the images that a text names. */
export function findImageNames(text: string): string[] {
  return [...text.matchAll(BARE_PATH)].map(([, name]) => name!);
}

const IMAGE_TAG = '<img';
const IMAGE_FOLDER = '/api/v1/files/';

/** Counts the tags that show an uploaded image. Reads each character a bounded number of times, whatever the text. */
export function countImages(html: string): number {
  return html
    .toLowerCase()
    .split('>')
    .filter((piece) => hasImage(piece)).length;
}

/** Whether a text without `>` has an image tag with an address of ours behind it. */
function hasImage(piece: string): boolean {
  const folder = piece.lastIndexOf(IMAGE_FOLDER);
  for (let tag = piece.indexOf(IMAGE_TAG); tag !== -1 && tag < folder; tag = piece.indexOf(IMAGE_TAG, tag + 1)) {
    if (!/\w/.test(piece.charAt(tag + IMAGE_TAG.length))) return true;
  }
  return false;
}

/** The offered size nearest to a CSS length in px or pt, such as `17px`; null outside 8 to 48 px and for any other unit. */
export function fontSizeOf(length: string): number | null {
  const match = /^\s*(\d{1,3}(?:\.\d+)?)(px|pt)\s*$/i.exec(length);
  if (!match) return null;
  const pixels = Number(match[1]) * (match[2]!.toLowerCase() === 'pt' ? 4 / 3 : 1);
  if (pixels < FONT_SIZES[0] || pixels > FONT_SIZES.at(-1)!) return null;
  return FONT_SIZES.reduce((nearest, size) => (Math.abs(size - pixels) < Math.abs(nearest - pixels) ? size : nearest));
}
