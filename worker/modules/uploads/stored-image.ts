import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { ImageFile } from './image-file.ts';

const FOLDER = 'images';
const NAME = /^[0-9a-f]{64}\.(jpg|png|webp)$/;
const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** Keeps an image under the hash of its content and answers its path. The same image twice is one file. */
export async function storeImage({ files }: Deps, { bytes, type, extension }: ImageFile, userId: number): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const name = `${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}.${extension}`;
  await files.put(`${FOLDER}/${name}`, bytes, { httpMetadata: { contentType: type }, customMetadata: { user_id: String(userId) } });
  return `/api/v1/files/${name}`;
}

/**
 * The image behind a path. It answers without a token, since an <img> sends none: the hash in its name cannot be guessed. Its type is the
 * one it was checked to have, and should a browser ever open it as a page, that page may do nothing.
 */
export async function respondWithImage({ files }: Deps, name: string): Promise<Response> {
  const object = NAME.test(name) ? await files.get(`${FOLDER}/${name}`) : null;
  if (!object) throw new AppError('not_found', { what: name });
  return new Response(object.body, {
    headers: {
      'content-type': TYPES[name.split('.')[1]!]!,
      'content-length': String(object.size),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag: object.httpEtag,
    },
  });
}
