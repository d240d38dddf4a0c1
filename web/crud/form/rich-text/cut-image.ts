import type { PercentCrop } from 'react-image-crop';
import { IMAGE_BYTES } from '#contracts/calls/uploads.ts';
import { blobOf, imagePart } from '../../../ui/inputs/image-part.ts';

export interface CutImage {
  blob: Blob;
  /** Size in px. */
  width: number;
  height: number;
}

const SIDE_MAX = 1600;
const QUALITY = 0.85;

/**
 * The part of an image inside a frame, with sides of 1600 px at most. A PNG, as drawings are, stays one while the upload's limit allows;
 * everything else becomes a JPEG, what is transparent in it white.
 */
export async function cutImage(image: HTMLImageElement, crop: PercentCrop, type: string): Promise<CutImage> {
  if (type === 'image/png') {
    const drawing = imagePart(image, crop, SIDE_MAX);
    const blob = await blobOf(drawing, 'image/png');
    if (blob.size <= IMAGE_BYTES) return { blob, width: drawing.width, height: drawing.height };
  }
  const photo = imagePart(image, crop, SIDE_MAX, '#ffffff');
  return { blob: await blobOf(photo, 'image/jpeg', QUALITY), width: photo.width, height: photo.height };
}
