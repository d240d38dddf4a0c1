import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { ImageFile } from './image-file.ts';
import { readSecondsLeft } from './image-signature.ts';

export const IMAGES_FOLDER = 'images/';
const NAME = /^[0-9a-f]{64}\.(jpg|png|webp)$/;
const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

export const imageKey = (name: string): string => IMAGES_FOLDER + name;

/** The file name of an image: the hash of its content, so that the same image twice is one file. */
export async function imageName({ bytes, extension }: ImageFile): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}.${extension}`;
}

/** Keeps an image under its name and answers its bare path. */
export async function storeImage({ files }: Deps, name: string, { bytes, type }: ImageFile, userId: number): Promise<string> {
  await files.put(imageKey(name), bytes, { httpMetadata: { contentType: type }, customMetadata: { user_id: String(userId) } });
  return `/api/v1/files/${name}`;
}

/** Whether this person uploaded the image, as the last who did. */
export async function isUploadedBy({ files }: Pick<Deps, 'files'>, name: string, userId: number): Promise<boolean> {
  const object = await files.head(imageKey(name));
  return object?.customMetadata?.user_id === String(userId);
}

/**
 * The image behind a signed address. An <img> sends no token, so the signature is what lets in: 403 without one, with a wrong or an expired
 * one. The type is the one it was checked to have, and should a browser ever open it as a page, that page may do nothing.
 */
export async function respondWithImage({ files, settings, clock }: Deps, name: string, signature: string): Promise<Response> {
  if (!NAME.test(name)) throw new AppError('not_found', { what: name });
  const seconds = await readSecondsLeft(name, signature, settings.jwtSecrets, clock);
  if (seconds <= 0) throw new AppError('forbidden');
  const object = await files.get(imageKey(name));
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
