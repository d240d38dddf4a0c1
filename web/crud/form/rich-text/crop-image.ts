import type { PercentCrop } from 'react-image-crop';
import { IMAGE_BYTES } from '#contracts/calls/uploads.ts';
import { drawCrop, toBlob } from '../../../ui/inputs/draw-crop.ts';

export interface CroppedImage {
  blob: Blob;
  /** Size in px. */
  width: number;
  height: number;
}

const MAX_SIDE = 1600;
const QUALITY = 0.85;

/**
 * The part of an image inside a frame, with sides of 1600 px at most. A PNG, as drawings are, stays one while the upload's limit allows;
 * everything else becomes a JPEG, what is transparent in it white.
 */
export async function cropImage(image: HTMLImageElement, crop: PercentCrop, type: string): Promise<CroppedImage> {
  if (type === 'image/png') {
    const drawing = drawCrop(image, crop, MAX_SIDE);
    const blob = await toBlob(drawing, 'image/png');
    if (blob.size <= IMAGE_BYTES) return { blob, width: drawing.width, height: drawing.height };
  }
  const photo = drawCrop(image, crop, MAX_SIDE, '#ffffff');
  return { blob: await toBlob(photo, 'image/jpeg', QUALITY), width: photo.width, height: photo.height };
}
