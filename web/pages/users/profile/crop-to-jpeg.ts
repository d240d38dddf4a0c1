import type { PercentCrop } from 'react-image-crop';
import { drawCrop, toBlob } from '../../../ui/inputs/draw-crop.ts';

const SIDE_MAX = 512;
const QUALITY = 0.5;

/** The part of an image that a square frame shows, as a JPEG of quality 0.5 with sides of 512 px at most; what is transparent becomes white. */
export function cropToJpeg(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  return toBlob(drawCrop(image, crop, SIDE_MAX, '#ffffff'), 'image/jpeg', QUALITY);
}
