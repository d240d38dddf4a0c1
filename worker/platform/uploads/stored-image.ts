import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { cleanImage } from './clean-image.ts';
import type { ImageFile } from './image-file.ts';
import { readSecondsLeft } from './image-signature.ts';

export const IMAGES_FOLDER = 'images/';
const NAME = /^[0-9a-f]{64}\.(jpg|png|webp)$/;
const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** Of images stored without the data that cameras and programs add; others are from before and lose them when somebody opens one. */
const CLEANED = { cleaned: '1' };

export const imageKey = (name: string): string => IMAGES_FOLDER + name;

/** The file name of an image: the hash of its content, so that the same image twice is one file. */
export async function imageName({ bytes, extension }: ImageFile): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}.${extension}`;
}

/** Keeps an image under its name and answers its bare path. */
export async function storeImage({ files }: Deps, name: string, { bytes, type }: ImageFile, userId: number): Promise<string> {
  const customMetadata = { user_id: String(userId), ...CLEANED };
  await files.put(imageKey(name), bytes, { httpMetadata: { contentType: type }, customMetadata });
  return `/api/v1/files/${name}`;
}

/**
 * The image behind a signed address. An <img> sends no token, so the signature is what lets in: 403 without one, with a wrong or an expired
 * one. The type is the one it was checked to have, and should a browser ever open it as a page, that page may do nothing.
 */
export async function respondWithImage({ files, settings, clock }: Deps, name: string, signature: string): Promise<Response> {
  if (!NAME.test(name)) throw new AppError('not_found', { what: name });
  const seconds = await readSecondsLeft(name, signature, settings.jwtSecrets, clock);
  if (seconds <= 0) throw new AppError('forbidden');
  const object = await readCleanImage(files, name);
  if (!object) throw new AppError('not_found', { what: name });
  return new Response(object.body, {
    headers: {
      'content-type': TYPES[name.split('.')[1]!]!,
      'content-length': String(object.size),
      'content-disposition': 'inline',
      'cache-control': `private, max-age=${seconds}, immutable`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag: object.httpEtag,
    },
  });
}

async function readCleanImage(files: Deps['files'], name: string) {
  const key = imageKey(name);
  const object = await files.get(key);
  if (!object || object.customMetadata?.cleaned) return object;
  const bytes = cleanImage(new Uint8Array(await object.arrayBuffer()), name.split('.')[1] as ImageFile['extension']);
  if (!bytes) return null;
  const { httpMetadata, customMetadata } = object;
  await files.put(key, bytes, { ...(httpMetadata && { httpMetadata }), customMetadata: { ...customMetadata, ...CLEANED } });
  return files.get(key);
}
