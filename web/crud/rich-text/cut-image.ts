import type { PercentCrop } from 'react-image-crop';
import { IMAGE_BYTES } from '#contracts/calls/uploads.ts';

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
  const [x, width] = [crop.x, crop.width].map((percent) => (percent / 100) * image.naturalWidth) as [number, number];
  const [y, height] = [crop.y, crop.height].map((percent) => (percent / 100) * image.naturalHeight) as [number, number];
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const draw = (ground?: string) => {
    const context = canvas.getContext('2d')!;
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  };
  const size = { width: canvas.width, height: canvas.height };
  if (type === 'image/png') {
    draw();
    const blob = await blobOf(canvas, 'image/png');
    if (blob.size <= IMAGE_BYTES) return { blob, ...size };
  }
  draw('#ffffff');
  return { blob: await blobOf(canvas, 'image/jpeg', QUALITY), ...size };
}

function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be cut'))), type, quality);
  });
}
