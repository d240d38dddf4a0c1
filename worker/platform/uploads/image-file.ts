import { IMAGE_BYTES, UPLOAD_LABELS } from '../../contracts/calls/uploads.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Lang } from '../../contracts/text.ts';
import { AppError } from '../errors.ts';
import { readLimitedBytes } from '../request-body.ts';
import { cleanImage } from './clean-image.ts';
import { readImageSize } from './image-size.ts';

export interface ImageFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  extension: 'jpg' | 'png' | 'webp';
}

const MAX_PIXELS = 40_000_000;
/** Bytes of the largest form with an image. */
export const MAX_IMAGE_FORM_BYTES = IMAGE_BYTES + 16 * 1024;
const ACCEPTED = 'JPEG, PNG, WebP';

/**
 * The image in a multipart field, without the data that cameras and programs add. What it is decides its content, whatever its name and type say. 413 over 5 MB or 40 megapixels, 415 for anything else.
 */
export async function readImage(request: Request, field: 'avatar' | 'upload', lang: Lang): Promise<ImageFile> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('unsupported_type', { accepted: 'multipart/form-data' });
  const body = await readLimitedBytes(request, MAX_IMAGE_FORM_BYTES, '5 MB');
  const file = await readFormFile(body, type, field);
  if (!file)
    throw new AppError('invalid', {}, { messages: { [field]: ruleMessage(ruleToken('required'), UPLOAD_LABELS[field][lang], lang) } });
  if (file.size > IMAGE_BYTES) throw new AppError('too_large', { limit: '5 MB' });
  const sent = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(sent);
  const bytes = kind && cleanImage(sent, kind.extension);
  const size = bytes && readImageSize(bytes, kind.extension);
  if (!size) throw new AppError('unsupported_type', { accepted: ACCEPTED });
  // A small file may unpack to gigabytes in the browser of everybody who reads it.
  if (size.width * size.height > MAX_PIXELS) throw new AppError('too_large', { limit: '40 megapixel' });
  return { bytes, ...kind };
}

async function readFormFile(body: Uint8Array<ArrayBuffer>, type: string, field: string): Promise<File | undefined> {
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const value: unknown = form.get(field);
    return value instanceof File ? value : undefined;
  } catch {
    throw new AppError('malformed_form');
  }
}

function kindOf(bytes: Uint8Array): Omit<ImageFile, 'bytes'> | undefined {
  const begins = (at: number, ...wanted: number[]) => wanted.every((byte, index) => bytes[at + index] === byte);
  if (begins(0, 0xff, 0xd8, 0xff)) return { type: 'image/jpeg', extension: 'jpg' };
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { type: 'image/png', extension: 'png' };
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return { type: 'image/webp', extension: 'webp' };
  return undefined;
}
